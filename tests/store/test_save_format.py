from tests.store.test_event_log import entries
from tracker.store.save_format import Contents, encode, grown_from


def test_appending_one_event_copies_few_old_bytes() -> None:
    many = entries(300)
    first_of_all, *rest = many
    contents = Contents.from_entries({first_of_all: many[first_of_all]})
    moved = 0
    for event_id in rest:
        before = contents.body.pieces
        contents = contents.followed_by({event_id: many[event_id]})
        moved += sum(len(piece) for piece in contents.body.pieces if piece not in before)
    assert contents.body == grown_from(contents, encode(contents)).body  # type: ignore[union-attr]  # it grows from itself
    assert encode(contents) == encode(Contents.from_entries(many))
    assert len(contents.body.pieces) < 10
    assert moved < 10 * len(encode(contents))
