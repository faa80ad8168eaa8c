"""Shows the types of stackpool in gdb: handles, links, pools, side tables and boxes.

rustc puts this file in the section .debug_gdb_scripts of programs with debug information, and gdb loads it from there
if its `auto-load safe-path` has the program. Else load it with `source <this file>`.

Nothing is called in the program, so the views work on core files too. Widths are read from the names of types, which
have all const parameters: `Fixed<SlotCount<1000, 1, 1>, ..>` is the layout, `Generation<u8, 1000, 64, 0>` the guard.

What is shown may be memory that is corrupt or was never initialised. So every count and index is compared with the
capacity before it is used, and memory that cannot be read is a text, not an error.
"""

import gdb
import gdb.printing

# Cells or words of a guard that are read at once.
CHUNK = 4096


def arguments(name):
    """The generic arguments in the name of a type: ["u8", "[(u8, A<B>); 2]"] of `C<u8, [(u8, A<B>); 2]>`."""
    start = name.find("<")
    if start < 0:
        return []
    found, depth, begin = [], 0, start + 1
    for i in range(start, len(name)):
        char = name[i]
        if char in "<([{":
            depth += 1
        elif char in ")]}" or (char == ">" and name[i - 1] != "-"):
            depth -= 1
            if depth == 0:
                return found + [name[begin:i].strip()]
        elif char == "," and depth == 1:
            found.append(name[begin:i].strip())
            begin = i + 1
    return found


def last_segment(path):
    """`Node` of `game::Node<alloc::string::String>`."""
    return path.split("<")[0].split("::")[-1]


def type_name(type):
    return type.strip_typedefs().name or ""


def definition_name(definition):
    """The name that handles of a definition show, from the name of the type."""
    name = last_segment(definition)
    if definition.startswith("stackpool_runtime::") and name == "Of":
        return definition_name(arguments(definition)[0])
    return name


def content(value):
    """What is in `MaybeUninit<..>` and `ManuallyDrop<..>`, however many there are around it."""
    while type_name(value.type).startswith("core::mem::"):
        if last_segment(type_name(value.type)) not in ("MaybeUninit", "ManuallyDrop", "MaybeDangling"):
            break
        value = value[value.type.strip_typedefs().fields()[-1]]
    return value


def number_of_bytes(value):
    """The number that a struct of integers stores, the lowest first: of `NonZero<u16>`, `Code24`, `[u8; 3]`."""

    def leaves(value):
        type = value.type.strip_typedefs()
        if type.code == gdb.TYPE_CODE_ARRAY:
            first, last = type.range()
            for i in range(first, last + 1):
                yield from leaves(value[i])
        elif type.code == gdb.TYPE_CODE_STRUCT:
            for field in type.fields():
                yield from leaves(value[field])
        else:
            yield int(value) & ((1 << 8 * type.sizeof) - 1), type.sizeof

    number, shift = 0, 0
    for leaf, size in leaves(value):
        number |= leaf << shift
        shift += 8 * size
    return number


class Layout:
    """The parameters of a definition: those of the groups of `Fixed<..>` in the name of a type."""

    def __init__(self, name):
        fixed = arguments(name[name.index("stackpool_runtime::layout::fixed::Fixed<") :])
        groups = {last_segment(group): arguments(group) for group in fixed}
        self.capacity = int(groups["SlotCount"][0])
        # Guards without cells have one generation.
        generations, _, retiring = groups.get("Cells", (1, 0, 0))
        self.generations = int(generations) - int(retiring)
        # Handles with a niche are stored inverted.
        bits, niche, reach = groups["HandleBits"]
        self.index_bits = (max(self.capacity, int(reach)) - 1).bit_length()
        self.ones = (1 << int(bits)) - 1 if niche == "true" else 0

    def split(self, bits):
        """The index and the generation of a handle, or None if there is no such handle."""
        index, generation = bits & ((1 << self.index_bits) - 1), bits >> self.index_bits
        return (index, generation) if index < self.capacity and generation < self.generations else None


def show_handle(name, index, generation, generations):
    return "%s#%d" % (name, index) + ("v%d" % generation if generations > 1 else "")


class HandleView:
    """`Particle#123v2`: the slot, and the generation if handles carry one."""

    def __init__(self, value):
        definition = arguments(type_name(value.type))[0]
        self.definition = definition
        self.name = definition_name(definition)
        self.layout = Layout(type_name(value["brand"].type))
        self.stored = number_of_bytes(value["code"])
        self.parts = self.layout.split(self.stored ^ self.layout.ones)

    def to_string(self):
        if self.parts is None:
            return "%s#(no handle: bytes %#x)" % (self.name, self.stored)
        return show_handle(self.name, *self.parts, self.layout.generations)


class LinkView:
    """The handle, or None."""

    def __init__(self, value):
        self.value = value

    def to_string(self):
        name = type_name(self.value.type)
        layout = Layout(type_name(self.value["brand"].type))
        stored = number_of_bytes(self.value["bits"])
        if not layout.ones:
            # Behind the bytes of the handle there is a 1.
            width = 4 * self.value["bits"].type.sizeof if self.value["bits"].type.sizeof < 4 else 24
            if stored >> width != 1:
                return "None"
            stored &= (1 << width) - 1
        parts = layout.split(stored ^ layout.ones)
        if stored == 0 and layout.ones or parts is None:
            return "None"
        return show_handle(definition_name(arguments(name)[0]), *parts, layout.generations)


class Guard:
    """What says which slots are live: `Generation<..>`, `Live<..>` or `NoGuard<..>`."""

    def __init__(self, value):
        name = type_name(value.type)
        self.kind = last_segment(name)
        numbers = arguments(name)
        self.tracks = self.kind != "NoGuard"
        self.generations = 1
        if self.kind == "Generation":
            self.array = value["cells"]
            self.slots_per_entry = 1
            self.capacity, stored, retiring = (int(number) for number in numbers[1:4])
            self.mask = (1 << (stored - 1).bit_length()) - 1
            self.flags = (1 << 8 * int(numbers[0][1:]) // 8) - 1 & ~self.mask
            self.generations = stored - retiring
        elif self.kind == "Live":
            self.array = value[value.type.fields()[0]]
            self.slots_per_entry = 32
            self.capacity = int(numbers[0])
        else:
            self.capacity = int(numbers[0])

    def live(self, end):
        """The slots that are live before `end`, with their generations."""
        end = min(end, self.capacity)
        entries = -(-end // self.slots_per_entry)
        for start in range(0, entries, CHUNK):
            chunk = read_array(self.array, start, min(CHUNK, entries - start))
            for i, entry in enumerate(chunk, start):
                for slot, generation in self.slots_of(i, entry):
                    if slot < end:
                        yield slot, generation

    def slots_of(self, i, entry):
        if self.kind == "Live":
            return [(32 * i + bit, 0) for bit in range(32) if entry >> bit & 1]
        return [(i, entry & self.mask)] if entry & self.flags == self.flags else []


def read_array(array, start, count):
    """Integers of an array, with one read of memory."""
    element = array.type.target()
    while element.code != gdb.TYPE_CODE_INT:
        # `MaybeUninit` of an integer.
        element = element.fields()[-1].type
    address = int(array.address) + start * element.sizeof
    memory = gdb.selected_inferior().read_memory(address, count * element.sizeof)
    chunk = gdb.Value(memory, element.array(count - 1))
    mask = (1 << 8 * element.sizeof) - 1
    return [int(chunk[i]) & mask for i in range(count)]


class Stack:
    """How many slots are in use: `IndexStack`, `FreeList`, or `Quarantine` of one of these."""

    def __init__(self, value):
        waiting = 0
        if last_segment(type_name(value.type)) == "Quarantine":
            waiting = int(value["ring"]["len"])
            value = value["free"]
        taken = int(value["used"])
        self.used = taken - waiting
        noted = "fresh" if last_segment(type_name(value.type)) == "FreeList" else "noted"
        # No slot is live from here on.
        self.fresh = max(taken, int(value[noted]))
        self.taken = taken


class TableView:
    """A table with values by slot. Its keys are handles."""

    def __init__(self, value):
        self.value = value
        self.kind = last_segment(type_name(value.type))
        self.name = definition_name(arguments(type_name(value.type))[0])
        try:
            self.read()
        except gdb.error as error:
            self.wrong = "unreadable: %s" % error

    def to_string(self):
        if self.wrong:
            return "%s(%s)" % (self.kind, self.wrong)
        return "%s(len %d, capacity %d)" % (self.kind, self.len, self.capacity)

    def children(self):
        try:
            if not self.wrong:
                for handle, item in self.entries():
                    yield handle, handle
                    yield handle + ".item", item
        except gdb.error as error:
            yield "error", "error"
            yield "error.text", str(error)

    def display_hint(self):
        return "map"

    def entries(self):
        for slot, generation in self.guard.live(self.end):
            handle = show_handle(self.name, slot, generation, self.guard.generations)
            yield handle, self.item(slot)

    def check(self, count, end):
        if count > self.capacity or count < 0 or end > self.capacity:
            self.wrong = "corrupt or not initialised, capacity %d" % self.capacity
        self.len, self.end = count, end


class PoolView(TableView):
    """A pool: its length, its capacity, and the live items by handle. Under `guard = none` no items."""

    def read(self):
        self.wrong = None
        # A pool of values is rows alone.
        fields = [field.name for field in self.value.type.fields()]
        self.body = self.value["body"] if "body" in fields else self.value
        rows = self.body["rows"]
        self.seats = rows["seats"]
        self.guard = Guard(rows["guard"])
        self.capacity = self.guard.capacity
        stack = Stack(rows["free"])
        retired = 0
        if self.guard.kind == "Generation":
            retired = number_of_bytes(rows["guard"]["retired"])
        self.check(stack.used - retired, stack.fresh)

    def entries(self):
        return super().entries() if self.guard.tracks else iter(())

    def item(self, slot):
        slots = self.body["store"]
        slots = content(slots[slots.type.fields()[0]])["content"]
        if last_segment(type_name(self.seats.type)) == "Positions":
            # The objects of a dense pool are at the first places. A table has one array of integers.
            positions = self.seats["positions"]
            slot = read_array(positions[positions.type.fields()[0]], slot, 1)[0]
            if slot >= self.capacity:
                raise gdb.error("position %d is beyond the capacity" % slot)
        # gdb has no elements of an array without bytes.
        slot = slots[slot] if slots.type.sizeof else slots.address.cast(slots.type.target().pointer()).dereference()
        return content(slot["content"]["item"])


class MapView(TableView):
    """A `HandleMap`: the values by handle."""

    def read(self):
        self.wrong = None
        self.guard = Guard(self.value["keys"])
        self.capacity = self.guard.capacity
        self.check(int(self.value["len"]), int(self.value["end"]))

    def item(self, slot):
        return content(self.value["values"])[slot]


class SparseMapView(TableView):
    """A `SparseHandleMap`: the values by handle, in the order of the entries."""

    def read(self):
        self.wrong = None
        self.capacity = int(arguments(type_name(self.value.type))[2])
        self.check(int(self.value["len"]), 0)

    def entries(self):
        for entry in range(self.len):
            handle = HandleView(content(self.value["keys"][entry])).to_string()
            yield handle, content(self.value["values"][entry])


class ColumnsView(TableView):
    """A `ColumnPool`: its length, its capacity, and the handles of the live objects."""

    def read(self):
        rows = PoolView(self.value)
        self.rows, self.wrong = rows, rows.wrong
        if not self.wrong:
            self.len, self.capacity = rows.len, rows.capacity

    def children(self):
        try:
            if not self.wrong and self.rows.guard.tracks:
                for slot, generation in self.rows.guard.live(self.rows.end):
                    handle = show_handle(self.name, slot, generation, self.rows.guard.generations)
                    yield handle, handle
        except gdb.error as error:
            yield "error", str(error)

    def display_hint(self):
        return "array"


class ValuesView(PoolView):
    """A `ValuePool`: its length and capacity."""

    def entries(self):
        return iter(())


class BoxView:
    """A box: its slot, and the object in it."""

    # The boxes that are being shown. A corrupt list can be a circle.
    shown = []

    def __init__(self, value):
        self.handle = HandleView(value["handle"])
        self.item_type = value.type.template_argument(1)

    def to_string(self):
        return self.handle.to_string()

    def children(self):
        if self.handle.parts is None:
            return
        key = (self.handle.definition, self.handle.parts)
        if key in BoxView.shown:
            yield "circle", "(a circle)"
            return
        BoxView.shown.append(key)
        try:
            yield "item", self.item()
        except (gdb.error, IndexError) as error:
            yield "error", str(error)
        finally:
            BoxView.shown.remove(key)

    def item(self):
        slots = slots_of_boxes(self.handle.definition)
        if slots is None:
            return "(no debug information of the slots)"
        layout = self.handle.layout
        # The slots are in the order of the stored bits: the last index is first where these are inverted. On ARM they
        # are in the order of the indices.
        position = self.handle.stored - (layout.ones and layout.ones - (layout.capacity - 1))
        if gdb.selected_inferior().architecture().name().startswith("arm"):
            position = self.handle.stored ^ layout.ones
        stride = slot_type(slots.type).sizeof
        address = gdb.Value(int(slots.address) + position * stride)
        return address.cast(self.item_type.pointer()).dereference()


class WeakView:
    """A weak box: its slot. The object may be gone."""

    def __init__(self, value):
        self.value = value

    def to_string(self):
        return "Weak(%s)" % HandleView(self.value["handle"]).to_string()


def slot_type(type):
    """The type of a slot, from that of the static of all slots: it is behind wrappers of one field with bytes."""
    type = type.strip_typedefs()
    while type.code != gdb.TYPE_CODE_ARRAY:
        type = [field.type for field in type.fields() if field.type.sizeof][-1].strip_typedefs()
    return type.target()


def slots_of_boxes(definition):
    """The static of the objects of a definition, or None.

    It is `STATICS::SLOTS` in an impl beside the definition. Several definitions in one module have the same name in
    the debug information, so the type decides.
    """
    module = definition.split("<")[0].rpartition("::")[0]
    wanted = "stackpool_runtime::boxes::spec::BoxSlots<%s, " % definition
    for number in range(64):
        path = "%s::_::{impl#%d}::STATICS::SLOTS" % (module, number)
        for one in gdb.lookup_static_symbols(path):
            for symbol in one.symtab.static_block():
                if symbol.is_variable and type_name(symbol.type).startswith(wanted):
                    return symbol.value()
    return None


class HeapView:
    """`Heap<T>`: what it holds."""

    def __init__(self, value):
        pointer = value[value.type.fields()[0]]["value"]["pointer"]
        self.view = gdb.default_visualizer(pointer.dereference())
        self.pointer = pointer

    def to_string(self):
        return self.view.to_string() if self.view else str(self.pointer)

    def children(self):
        return self.view.children() if hasattr(self.view, "children") else iter(())

    def display_hint(self):
        return self.view.display_hint() if hasattr(self.view, "display_hint") else None


VIEWS = {
    "stackpool_runtime::base::heap::Heap": HeapView,
    "stackpool_runtime::boxes::object_box::ObjectBox": BoxView,
    "stackpool_runtime::boxes::pool_box::PoolBox": BoxView,
    "stackpool_runtime::boxes::shared_box::SharedBox": BoxView,
    "stackpool_runtime::boxes::shared_box::weak::WeakBox": WeakView,
    "stackpool_runtime::column_pool::ColumnPool": ColumnsView,
    "stackpool_runtime::handle::Handle": HandleView,
    "stackpool_runtime::handle::link::Link": LinkView,
    "stackpool_runtime::pool::Pool": PoolView,
    "stackpool_runtime::side::handle_map::HandleMap": MapView,
    "stackpool_runtime::side::sparse_handle_map::SparseHandleMap": SparseMapView,
    "stackpool_runtime::value_pool::ValuePool": ValuesView,
}


class Views(gdb.printing.PrettyPrinter):
    def __call__(self, value):
        view = VIEWS.get(type_name(value.type).split("<")[0])
        try:
            return view(value) if view else None
        except (gdb.error, IndexError, KeyError, ValueError):
            # Memory that cannot be read, or a type of another version of the crate: gdb shows the fields.
            return None


gdb.printing.register_pretty_printer(gdb.current_objfile(), Views("stackpool"), replace=True)
