"""The verbs of the shell, in one table.

Parsing, help, completion, the man page and the manual's page about the shell all come from it.
"""

from collections.abc import Iterable, Mapping

from msgspec import Struct

from tracker.rules.systems import DEFAULT, SYSTEMS
from tracker.wording.language import LANGUAGES, N_

RECAP_FORMATS = ("text", "md", "html")
FORMATS = ("text", "jsonl", "csv", "md")
SHELLS = ("bash", "zsh", "fish")


class Word(Struct, frozen=True):
    """A word behind a verb. `several` takes every word that is left; `dashed` allows a leading dash."""

    name: str
    shown: str
    help: str
    needed: bool = True
    several: bool = False
    dashed: bool = False
    choices: tuple[str, ...] = ()
    default: str | None = None


class Option(Struct, frozen=True):
    """An option with a value behind it, or a `flag` without one."""

    name: str
    help: str
    shown: str = ""
    """The name of the value in the help: the choices, if there are some."""
    short: str = ""
    flag: bool = False
    number: bool = False
    choices: tuple[str, ...] = ()
    usual: str | None = None

    @property
    def argument(self) -> str:
        """The name of its value among the arguments: `skip_bad` for `--skip-bad`."""
        return self.name.removeprefix("--").replace("-", "_")

    @property
    def default(self) -> str | bool | None:
        """The value when the option is not given."""
        return False if self.flag else self.usual


class Verb(Struct, frozen=True):
    """One verb of the shell."""

    family: str
    """The heading of the verb in the help; empty for a verb that only programs use."""
    summary: str
    module: str
    """The module beside this one that answers the verb; it is imported when the verb is typed."""
    words: tuple[Word, ...] = ()
    options: tuple[Option, ...] = ()
    examples: tuple[str, ...] = ()
    refused: str = N_("no se ha podido (una frase dice por qué)")
    """The meaning of exit code 1."""


_PLAY, _LOOK, _DICE = N_("Jugar"), N_("Mirar"), N_("Dados")
_COPIES, _PROGRAM = N_("Copias y arreglos"), N_("El programa")

_SAVE = Word("save", N_("PARTIDA"), N_("el nombre o el título de una campaña, o la ruta de su fichero"))
_QUERY = Word(
    "query",
    N_("BÚSQUEDA"),
    N_("lo mismo que tras / en el registro: palabras y «clave:valor»; delante de lo que no debe estar, «-»"),
    needed=False,
    several=True,
    dashed=True,
)
_EXPRESSION = Word("expression", N_("EXPRESIÓN"), N_("dados, como 4d6kh3 (tracker help dados)"), several=True)
_GAMES = tuple(SYSTEMS)
_JSON = Option("--json", N_("responde en JSON"), flag=True)
_SEED = Option("--seed", N_("repite los dados de ese número"), "N", number=True)
_SYSTEM = Option(
    "--system",
    N_("el juego, por su clave o por su nombre en la pantalla (tracker help games)"),
    N_("JUEGO"),
    usual=DEFAULT,
)

VERBS: Mapping[str, Verb] = {
    "open": Verb(
        _PLAY,
        N_("Abre una campaña; sin nombre, la lista de todas"),
        "open",
        (Word("save", N_("PARTIDA"), _SAVE.help, needed=False),),
        examples=("tracker Torre",),
    ),
    "demo": Verb(
        _PLAY,
        N_("Abre una copia tuya de una campaña de ejemplo"),
        "open",
        (Word("system", N_("JUEGO"), _SYSTEM.help, needed=False, default=DEFAULT),),
        examples=(f"tracker demo {_GAMES[1]}",),
    ),
    "new": Verb(
        _PLAY,
        N_("Empieza una campaña"),
        "campaigns",
        (Word("name", N_("NOMBRE"), N_("el título de la campaña, o la ruta de su fichero")),),
        (_SYSTEM,),
        (f"tracker new 'La sima' --system {_GAMES[-1]}",),
    ),
    "list": Verb(
        _PLAY, N_("Las campañas de la carpeta"), "campaigns", options=(_JSON,), examples=("tracker list",)
    ),
    "do": Verb(
        _PLAY,
        N_("Hace una orden, o una por cada línea que le llega, y responde cuando ya está guardada"),
        "play",
        (
            _SAVE,
            Word("line", N_("ORDEN"), N_("lo mismo que tras : en la mesa"), needed=False, several=True),
        ),
        (_JSON, _SEED, Option("--yes", N_("deshace también lo que hizo otra persona"), flag=True)),
        (N_("tracker do Torre daño lia 3"), N_("tracker do Torre --json 'prueba lia fuerza = 12'")),
        N_(
            "alguna orden no se ha podido hacer (una frase dice cuál); 70, el programa falla con alguna, y "
            "las demás se hacen; 74, está hecho y la respuesta no se puede escribir"
        ),
    ),
    "chapter": Verb(
        _PLAY,
        N_("Sigue en una campaña nueva que empieza con la mesa tal como está"),
        "campaigns",
        (_SAVE, Word("name", N_("NOMBRE"), N_("el título de la nueva"))),
        examples=("tracker chapter Torre 'Torre II'",),
    ),
    "status": Verb(
        _LOOK,
        N_("La mesa entera"),
        "opened",
        (_SAVE,),
        (
            _JSON,
            Option("--full", N_("responde en JSON con todos los campos, también los de siempre"), flag=True),
        ),
        ("tracker status Torre --json", "tracker status Torre --json --full"),
    ),
    "watch": Verb(
        _LOOK,
        N_("La pantalla de los jugadores, al momento; con --plain, en líneas"),
        "watch",
        (_SAVE,),
        (
            Option("--json", N_("un objeto por línea cada vez que algo cambia"), flag=True),
            Option("--web", N_("una página para el móvil de los jugadores"), flag=True),
            Option("--port", N_("el puerto de la página; 0, uno libre"), "N", number=True),
            Option("--bind", N_("la dirección en que escucha; sin ella, solo este equipo"), N_("DIRECCIÓN")),
            Option("--token-file", N_("guarda la clave de la dirección, para que no cambie"), N_("FICHERO")),
            Option("--ask", N_("los jugadores pueden pedir iniciativas, dados y notas"), flag=True),
        ),
        ("tracker watch Torre", "tracker watch Torre --json", "tracker watch Torre --web --ask"),
    ),
    "log": Verb(
        _LOOK,
        N_("Lo que ha pasado"),
        "log",
        (_SAVE, _QUERY),
        (
            Option("--format", N_("cómo se escribe"), choices=FORMATS, usual=FORMATS[0]),
            Option("--follow", N_("sigue, y escribe lo nuevo según pasa"), short="-f", flag=True),
            Option(
                "--since", N_("now, solo lo nuevo; o desde un día o un minuto, como desde:"), N_("MOMENTO")
            ),
            Option("--players", N_("solo lo que los jugadores saben"), flag=True),
        ),
        (
            N_("tracker log Torre quien:lia --format csv"),
            "tracker log Torre --follow --format jsonl",
            "tracker log Torre --players --follow --since now",
        ),
    ),
    "recap": Verb(
        _LOOK,
        N_("Lo que pasó la última sesión, contado"),
        "recap",
        (_SAVE,),
        (
            Option("--last", N_("la última sesión (lo normal)"), flag=True),
            Option("--evening", N_("la sesión de ese número"), "N", number=True),
            Option("--all", N_("todas"), flag=True),
            Option("--players", N_("solo lo que los jugadores saben"), flag=True),
            Option("--format", N_("cómo se escribe"), choices=RECAP_FORMATS, usual=RECAP_FORMATS[0]),
            Option("--output", N_("el fichero en que se escribe"), N_("FICHERO"), short="-o"),
            Option("--vault", N_("una carpeta de notas: un fichero por sesión"), N_("CARPETA")),
        ),
        ("tracker recap Torre", N_("tracker recap Torre --all --players --format md -o anteriormente.md")),
    ),
    "stats": Verb(
        _LOOK,
        N_("Cómo han caído los dados"),
        "log",
        (_SAVE, _QUERY),
        (_JSON,),
        (N_("tracker stats Torre quien:lia"),),
    ),
    "verify": Verb(
        _LOOK,
        N_("Repite cada tirada sellada y dice si alguna no encaja"),
        "log",
        (_SAVE,),
        (_JSON,),
        ("tracker verify Torre",),
        N_("alguna tirada no encaja con su sello"),
    ),
    "roll": Verb(
        _DICE,
        N_("Tira dados"),
        "dice",
        (_EXPRESSION,),
        (_JSON, _SEED),
        ("tracker roll 4d6kh3", "tracker roll 2d6+1 --seed 7"),
    ),
    "odds": Verb(
        _DICE,
        N_("Lo probable que es cada total"),
        "dice",
        (_EXPRESSION,),
        (_JSON,),
        ("tracker odds '4d6kh3 >= 12'",),
    ),
    "merge": Verb(
        _COPIES,
        N_("Une a una partida las copias que hay a su lado, o varias copias en un fichero nuevo"),
        "merge",
        (Word("copies", N_("PARTIDA"), _SAVE.help, several=True),),
        (
            Option("--output", N_("el fichero nuevo, donde se unen varias"), N_("NUEVO"), short="-o"),
            Option("--git", N_("lo que llama git: base, lo nuestro y lo suyo"), flag=True),
        ),
        ("tracker merge Torre", "tracker merge Torre ./copia.json -o ./unida.json"),
    ),
    "sync": Verb(
        _COPIES,
        N_("Pone al día tu copia y la de otro equipo, por tu ssh; la primera vez la trae"),
        "sync",
        (
            Word(
                "remote",
                N_("[USUARIO@]EQUIPO:PARTIDA"),
                N_("el equipo, y el nombre que la partida tiene allí"),
            ),
            Word("save", N_("PARTIDA"), N_("la de aquí; sin ella, el mismo nombre"), needed=False),
        ),
        (
            Option("--live", N_("sigue, y cada uno ve al momento lo del otro"), flag=True),
            Option("--program", N_("dónde está el programa allí"), N_("PROGRAMA"), usual="tracker"),
        ),
        ("tracker sync bea@torre.example:Torre", "tracker sync torre.example:Torre --live"),
    ),
    "serve": Verb(
        _COPIES,
        N_("Responde a «sync» de otro equipo por la entrada y la salida: lo llama ssh"),
        "serve",
        (
            Word(
                "save",
                N_("PARTIDA"),
                N_("una partida, o una carpeta (con «/») de la que el otro lado elige una"),
            ),
        ),
        (Option("--read-only", N_("la da, y no toma nada"), flag=True),),
        ("tracker serve Torre", "tracker --kiosk --saves /srv/mesa serve /srv/mesa"),
        N_("la línea se cortó, o algo no encajó"),
    ),
    "git-setup": Verb(
        _COPIES,
        N_("Enseña al repositorio de git en el que estás a unir partidas"),
        "git_setup",
        examples=("tracker git-setup",),
    ),
    "backups": Verb(
        _COPIES,
        N_("Las copias de seguridad de una campaña"),
        "backups",
        (_SAVE,),
        (_JSON,),
        ("tracker backups Torre",),
    ),
    "restore": Verb(
        _COPIES,
        N_("Vuelve a una copia de seguridad; «deshacer» lo trae de vuelta"),
        "backups",
        (_SAVE, Word("day", N_("DÍA"), N_("el nombre que le da «tracker backups»: un día, o bak"))),
        (Option("--fork", N_("deja la campaña como está y hace otra con la copia"), N_("NOMBRE")),),
        ("tracker restore Torre bak", N_("tracker restore Torre bak --fork 'Torre otra'")),
    ),
    "doctor": Verb(
        _COPIES,
        N_("Mira si una partida está entera; sin nombre, si el programa tiene lo que necesita"),
        "doctor",
        (Word("save", N_("PARTIDA"), _SAVE.help, needed=False),),
        (Option("--repair", N_("arregla la partida; lo dañado se guarda aparte antes"), flag=True),),
        ("tracker doctor", "tracker doctor Torre --repair"),
        N_("algo está mal (una frase dice qué)"),
    ),
    "library": Verb(
        _PROGRAM,
        N_("La biblioteca de la carpeta: la lista, la escribe en un fichero o trae uno"),
        "library",
        (
            Word(
                "action",
                "list|export|import",
                N_("qué se hace con ella; sin nada, list"),
                needed=False,
                choices=("list", "export", "import"),
                default="list",
            ),
            Word(
                "file",
                N_("FICHERO"),
                N_("acaba en .json o en .csv, y en eso se escribe; al traer, también en .md"),
                needed=False,
            ),
        ),
        (
            _SYSTEM,
            Option("--skip-bad", N_("al traer, deja fuera las filas que están mal"), flag=True),
            _JSON,
        ),
        ("tracker library", N_("tracker library export ./biblioteca.csv")),
    ),
    "config": Verb(
        _PROGRAM,
        N_("Todas las preferencias y todas las teclas, como un fichero para empezar el tuyo"),
        "config_file",
        examples=("tracker config",),
    ),
    "completion": Verb(
        _PROGRAM,
        N_("Lo que completa con el tabulador: verbos, campañas, nombres y órdenes"),
        "completion",
        (Word("shell", "|".join(SHELLS), N_("para qué consola"), choices=SHELLS),),
        examples=("tracker completion bash",),
    ),
    "help": Verb(
        _PROGRAM,
        N_("La ayuda de un comando o una página del manual; sin nada, la lista de todo"),
        "help",
        (Word("topic", N_("TEMA"), N_("un comando, o una página del manual"), needed=False),),
        (Option("--man", N_("la página de man entera (en roff)"), flag=True),),
        ("tracker help log", N_("tracker help dados")),
    ),
    "complete": Verb(
        "",
        N_("Lo que puede seguir a una línea a medias, con su explicación: lo llama «completion»"),
        "completion",
        (Word("words", N_("PALABRA"), N_("lo escrito hasta ahora"), needed=False, several=True),),
    ),
}

OPTIONS = (
    Option(
        "--saves", N_("la carpeta de las partidas; si no, TRACKER_SAVES, ./saves o la tuya"), N_("CARPETA")
    ),
    Option("--gm", N_("quién eres en el registro; si no, TRACKER_GM o tu usuario"), N_("NOMBRE")),
    Option(
        "--lang", N_("el idioma; si no, TRACKER_LANG, tus preferencias o el del sistema"), choices=LANGUAGES
    ),
    Option(
        "--theme",
        N_("los colores: dark, light, contrast, 16 (los de la terminal), own (los tuyos) o uno de Textual"),
        N_("COLORES"),
    ),
    Option("--plain", N_("solo letras: sin color, sin bloques ni flechas"), flag=True),
    Option("--mouse", N_("con ratón, también por ssh"), flag=True),
    Option("--kiosk", N_("solo campañas de la carpeta, por su nombre: para una cuenta común"), flag=True),
    Option("--help", N_("esta ayuda; detrás de un comando, la suya"), short="-h", flag=True),
    Option("--version", N_("la versión"), short="-V", flag=True),
)
"""The options of every verb, at any place in the line."""


def shown_verbs() -> tuple[str, ...]:
    """Return the verbs that people type. `open` is the verb of a line without a verb."""
    return tuple(name for name, verb in VERBS.items() if verb.family and name != "open")


def near(word: str, known: Iterable[str]) -> str | None:
    """Return the known word that was probably meant.

    >>> near("statsu", ("status", "watch"))
    'status'
    """
    from difflib import get_close_matches  # noqa: PLC0415 - most words are known

    return next(iter(get_close_matches(word.casefold(), list(known), 1)), None)
