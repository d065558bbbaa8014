"""Play the orders of the example campaigns through the program: `python -m tests.examples [SYSTEM …]`.

What comes out is `saves/examples/`, which `tracker demo` opens.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

ORDERS = Path(__file__).parent
EXAMPLES = ORDERS.parents[1] / "saves" / "examples"
GM = "Ana"


def build(system: str) -> None:
    """Write the save of one example, from nothing; an order refused stops it."""
    with TemporaryDirectory() as folder:
        environment = {**os.environ, "XDG_STATE_HOME": f"{folder}/state"}
        tracker = [sys.executable, "-m", "tracker", "--saves", folder, "--gm", GM]
        orders = (ORDERS / f"{system}.txt").read_text(encoding="utf-8")
        new = [*tracker, "new", system, "--system", system]
        subprocess.run(new, env=environment, check=True, capture_output=True)
        play = [*tracker, "do", system]
        subprocess.run(play, env=environment, check=True, capture_output=True, input=orders, text=True)
        shutil.copyfile(f"{folder}/{system}.json", EXAMPLES / f"{system}.json")


if __name__ == "__main__":
    for each in sys.argv[1:] or sorted(path.stem for path in ORDERS.glob("*.txt")):
        build(each)
