"""The state of the scene for everybody at the table: its light."""

from msgspec.structs import replace

from tracker.rules.dice import Roll
from tracker.rules.games.percentile.sheet import NO_SOURCE, stage
from tracker.rules.games.percentile.surroundings import Light, LightSource, light_radius
from tracker.rules.system import Act, Args, Fact, Kind, Param, RuleResult, RulesContext, Whose


def set_light(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Change the light of the scene and what gives it; checks feel it at once (R3-049..R3-054).

    Within its radius a source gives normal light; beyond it the level stands (A3-20).
    """
    light, source = Light(args["light"]), args.get("source") or NO_SOURCE
    scene = replace(stage(context), light=light, source=source)
    facts = [Fact("light_set", {"light": light.value})]
    if source != NO_SOURCE:
        data = {"source": source, "centimetres": light_radius(LightSource(source))}
        facts.append(Fact("source_lit", data))
    return RuleResult(scene=scene, facts=tuple(facts))


ACTS = (
    Act(
        "lighting",
        set_light,
        (
            Param("light", Kind.CHOICE, required=True, choices=tuple(Light)),
            Param("source", Kind.CHOICE, choices=(*LightSource, NO_SOURCE)),
        ),
        whose=Whose.TABLE,
    ),
)
