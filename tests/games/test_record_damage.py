"""Whatever is done to a record, it holds or is refused with `BadRecord`: nothing else ever comes of it."""

import json
import re
from copy import deepcopy

from hypothesis import given, HealthCheck, settings
from hypothesis import strategies as st

from games.record import BadRecord, check
from tests.games.test_record import changed, dump, FULL
from tests.games.test_record_moves import start


def paths(node, path=()):
    """Yield the path of every node of a JSON value."""
    yield path
    if isinstance(node, dict | list):
        for key, inner in node.items() if isinstance(node, dict) else enumerate(node):
            yield from paths(inner, (*path, key))


ANY_TEXT = st.text(st.characters(), max_size=12)
MOVE_LINE = r"[0-3]? ?(pass|bid|settle)? ?[0-9J=mix ]{0,12}( \((bot|forced|deadline|x)\))?"
MOVE_TEXT = st.from_regex(MOVE_LINE, fullmatch=True)
LEAVES = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), ANY_TEXT, MOVE_TEXT, st.sampled_from(["1", "J", "0" * 64]),
    st.integers(10**20, 10**30), st.integers(-1, 12),
)  # fmt: skip
ANY_JSON = st.recursive(LEAVES, lambda some: st.lists(some, max_size=4) | st.dictionaries(ANY_TEXT, some, max_size=4))
WHOLE = [FULL, changed(FULL, moves=FULL["moves"][:12], result=None), start("2 bid 2x4", "1 pass", "2 settle 4J")]


PLACE = re.compile(r"|format|proof|chance|result|move [1-9]\d*")


def place(data):
    """Return where the record is refused, or nothing where it holds."""
    try:
        check(data)
    except BadRecord as error:
        return error.where
    return ""


@st.composite
def damaged(draw):
    """Return a record with one or two nodes deleted, doubled or replaced by any JSON."""
    record = deepcopy(draw(st.sampled_from(WHOLE)))
    for _ in range(draw(st.integers(1, 2))):
        path = draw(st.sampled_from(sorted(paths(record), key=lambda p: (len(p), str(p)))[1:]))
        node = record
        for step in path[:-1]:
            node = node[step]
        how = draw(st.sampled_from(["delete", "replace", "double"]))
        if how == "delete":
            del node[path[-1]]
        elif how == "double" and isinstance(node, list):
            node.insert(path[-1], node[path[-1]])
        else:
            node[path[-1]] = draw(ANY_JSON)
    return record


class TestDamage:
    """Whatever is done to a record, it holds or is refused."""

    @settings(max_examples=300, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(damaged())
    def test_nodes(self, record):
        assert PLACE.fullmatch(place(json.dumps(record).encode()))

    @settings(max_examples=150, deadline=None, derandomize=True)
    @given(st.integers(0, 10**6), st.binary(max_size=3), st.integers(0, 3))
    def test_bytes(self, at, inserted, deleted):
        data = dump(WHOLE[1])
        at %= len(data)
        assert PLACE.fullmatch(place(data[:at] + inserted + data[at + deleted :]))

    @settings(max_examples=100, deadline=None, derandomize=True)
    @given(st.binary(max_size=40) | ANY_JSON.map(lambda value: json.dumps(value).encode()))
    def test_garbage(self, data):
        assert place(data) == "format"

    @settings(max_examples=150, deadline=None, derandomize=True)
    @given(ANY_TEXT | MOVE_TEXT)
    def test_move_lines(self, text):
        found = place(dump(start("2 bid 2x4", text)))
        assert found in ("", "move 2") or (found == "format" and not text.isprintable())
