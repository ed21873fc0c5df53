/* The solver's inner loops: which sets of cards make which numbers, how they go together, and the simplest way.
 *
 * The meaning of all of it is written down in Python, which stays the fallback with the same answers: `reach.py` (reachability),
 * `forms.py` and `ways.py` (the simplest way), `board.py` (ranks), `takes.py` and `packing.py` (the best takes). Names are the same here.
 *
 * Arithmetic is exact: values are whole numbers (true value times the scale of the position, see `lattice.py`), and whatever leaves the
 * range of `V` ends the question with OverflowError; then the same source built with WIDE (128 bits), and then Python, is asked.
 * All memory of one position lies in two arenas and is freed with it; a question ends with MemoryError rather than exceed MOST_BYTES.
 */
#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x030B0000
#include <Python.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#if !defined(__GNUC__)
#error "needs 128-bit whole numbers and checked arithmetic of gcc or clang; without this module Python answers"
#endif

typedef __int128 Wide;
#ifdef WIDE
typedef Wide V;
#define MODULE_NAME "_kernel128"
#define MODULE_INIT PyInit__kernel128
#else
typedef int64_t V;
#define MODULE_NAME "_kernel64"
#define MODULE_INIT PyInit__kernel64
#endif
typedef uint32_t Mask;
typedef int64_t Rank;

#define VALUE_BITS (8 * (int)sizeof(V))
#define LIMIT ((V)1 << (VALUE_BITS - 3)) /* values stay below it, so that one sum or difference of two never wraps */
#define EMPTY (-LIMIT - 1)               /* no value: a free place of a table */
#define NO_WAY (LIMIT + 1)               /* the largest value of a way that does not exist */
#define NEVER (-((Rank)1 << 62))         /* the rank of what cannot be */
#define MOST_ITEMS 20
#define MOST_TAKERS 16
#define MOST_CARDS 16 /* bonuses are the same for all larger sets */
#define MOST_BYTES ((size_t)640 << 20)
#define KEPT_BYTES ((size_t)256 << 20) /* beyond it, what is known is forgotten between two questions */
#define CHUNK ((size_t)64 << 10)
#define BATCH 2048
#define TICKS 256

enum { ALL, TERMS, UNGROUPED, KINDS };
enum { SUBTRACT, FACTOR, POWER, ROOT };
enum { FINE, OUT_OF_RANGE, OUT_OF_TIME, OUT_OF_MEMORY, PYTHON_ERROR };

/* ---- memory ---------------------------------------------------------------------------------------------------------------- */

typedef struct Chunk {
    struct Chunk *before;
    size_t size, used;
} Chunk;

typedef struct {
    Chunk *last;
} Arena;

typedef struct {
    Chunk *chunk;
    size_t used;
} Mark;

/* Values in a table (for asking) and in a row (for going through). */
typedef struct {
    V *row, *table;
    uint32_t count, size; /* the size of the table is a power of two, at least twice the count */
} Set;

/* The values asked for of one kind, and whether each can be made. */
typedef struct {
    V *keys;
    uint8_t *makable;
    uint32_t count, size;
} Known;

typedef struct {
    Set *few, *many;
} Ready;

typedef struct {
    Mask term, rest;
} Split;

typedef struct {
    Ready *ready;
    Split *late;
    uint32_t ready_count, late_count;
} Plan;

/* What is known of a mask. */
typedef struct {
    uint8_t listed, bounded, planned;
    Set sets[KINDS];
    V step, least, most;
    uint32_t asked;
    Known known[KINDS];
    Plan plan;
} Node;

typedef struct {
    int kind, degree;
    V top, bottom, shift; /* a factor, or what is taken away */
    V growth;             /* what it multiplies by at most; 0 for a power */
} Action;

/* Whole numbers from -WINDOW_BELOW on as bits: a quick look at what small numbers alone can make. */
#define WORDS 4
#define WINDOW (64 * WORDS)
#define WINDOW_BELOW 64
typedef struct {
    uint64_t all[WORDS], terms[WORDS];
    uint8_t known;
} Glance;

typedef struct {
    Mask key; /* mask, and its highest bit set for ways that are no sums */
    V value, peak;
} Peak;

/* The ways of one world; see `forms.py`. */
typedef struct {
    int whole, is_signed;
    V floor, step;
    Mask atoms;
    Peak *peaks;
    uint32_t count, size;
} Form;
#define MOST_FORMS 64

typedef struct {
    PyObject_HEAD
    Arena pool, scratch;
    size_t bytes;
    jmp_buf stop;
    double deadline; /* by the monotonic clock; 0 for none */
    uint32_t ticks;
    int items, bases, whole;
    V scale;
    V base[MOST_ITEMS];
    Action actions[MOST_ITEMS];
    V *tops, *bottoms; /* by bits of grouped wild cards: the factor that they are together */
    int group_shift;
    Mask base_bits, atom_bits, group, acting, full;
    Mask twins[MOST_ITEMS];
    int twin_count;
    Node **nodes;
    Glance *glances;
    int16_t glance_of[MOST_ITEMS][WINDOW];
    Form forms[MOST_FORMS];
    int form_count;
} Kernel;

static void stop(Kernel *k, int why) { longjmp(k->stop, why); }

static void *take(Kernel *k, Arena *arena, size_t bytes) {
    bytes = (bytes + 15) & ~(size_t)15;
    Chunk *last = arena->last;
    if (!last || last->size - last->used < bytes) {
        size_t size = last ? last->size * 2 : CHUNK;
        if (size > (CHUNK << 8))
            size = CHUNK << 8;
        if (size < bytes)
            size = bytes;
        if (k->bytes + size > MOST_BYTES)
            stop(k, OUT_OF_MEMORY);
        last = malloc(sizeof(Chunk) + 16 + size);
        if (!last)
            stop(k, OUT_OF_MEMORY);
        last->before = arena->last;
        last->size = size;
        last->used = 0;
        arena->last = last;
        k->bytes += size;
    }
    void *found = (void *)((((uintptr_t)(last + 1) + 15) & ~(uintptr_t)15) + last->used);
    last->used += bytes;
    return found;
}

static Mark mark(Arena *arena) {
    Mark found = {arena->last, arena->last ? arena->last->used : 0};
    return found;
}

static void release(Kernel *k, Arena *arena, Mark to) {
    while (arena->last != to.chunk) {
        Chunk *gone = arena->last;
        arena->last = gone->before;
        k->bytes -= gone->size;
        free(gone);
    }
    if (arena->last)
        arena->last->used = to.used;
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* Minds the time limit and Ctrl-C; called at every step that costs about a microsecond. */
static void tick(Kernel *k) {
    if (++k->ticks % TICKS)
        return;
    if (k->deadline && now() >= k->deadline)
        stop(k, OUT_OF_TIME);
    if (k->ticks % (64 * TICKS) == 0 && PyErr_CheckSignals())
        stop(k, PYTHON_ERROR);
}

/* ---- exact arithmetic ------------------------------------------------------------------------------------------------------ */

static V checked(Kernel *k, V value) {
    if (value >= LIMIT || value <= -LIMIT)
        stop(k, OUT_OF_RANGE);
    return value;
}

static V times(Kernel *k, V a, V b) {
    V product;
    if (__builtin_mul_overflow(a, b, &product))
        stop(k, OUT_OF_RANGE);
    return checked(k, product);
}

static V divisor_of(V a, V b) {
    if (a < 0)
        a = -a;
    while (b) {
        V rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* value * top / bottom where that is whole; the two have no common divisor, so it is whole where `bottom` divides the value. */
static int scaled(Kernel *k, V value, V top, V bottom, V *result) {
    if (bottom != 1) {
        if (value % bottom)
            return 0;
        value /= bottom;
    }
    *result = top == 1 ? value : times(k, value, top);
    return 1;
}

/* The exact whole root of 0 or a positive number, or -1: Newton's method from above. */
static V root_of(V number, int degree) {
    if (number < 2)
        return number;
    int bits = 0;
    for (V left = number; left; left >>= 1)
        bits++;
    V guess = (V)1 << ((bits + degree - 1) / degree);
    for (;;) {
        V better = degree == 2 ? (guess + number / guess) / 2 : (2 * guess + number / guess / guess) / 3;
        if (better >= guess)
            break;
        guess = better;
    }
    V power = degree == 2 ? guess * guess : guess * guess * guess;
    return power == number ? guess : -1;
}

/* A power or root of a scaled value: the true value is top/bottom, and so is the result, by the scale. */
static int powered(Kernel *k, V value, int degree, V *result) {
    V common = divisor_of(value, k->scale), bottom = k->scale / common, top = value / common;
    V bottoms = bottom, tops = top;
    for (int step = 1; step < degree; step++) {
        if (k->scale / bottom < bottoms) /* a larger denominator than any on the lattice */
            return 0;
        bottoms *= bottom;
        tops = times(k, tops, top);
    }
    if (k->scale % bottoms)
        return 0;
    *result = times(k, tops, k->scale / bottoms);
    return 1;
}

static int rooted(Kernel *k, V value, int degree, V *result) {
    if (value < 0 && degree == 2)
        return 0;
    V common = divisor_of(value, k->scale), top = value / common;
    V bottom = root_of(k->scale / common, degree);
    if (bottom < 0)
        return 0;
    V root = root_of(top < 0 ? -top : top, degree);
    if (root < 0)
        return 0;
    *result = times(k, top < 0 ? -root : root, k->scale / bottom);
    return 1;
}

static int forward(Kernel *k, const Action *act, V value, V *result) {
    switch (act->kind) {
    case SUBTRACT:
        *result = checked(k, value - act->shift);
        return 1;
    case FACTOR:
        return scaled(k, value, act->top, act->bottom, result);
    case POWER:
        return powered(k, value, act->degree, result);
    default:
        return rooted(k, value, act->degree, result);
    }
}

/* The values, two at most, that the card turns into this one; returns how many. */
static int backward(Kernel *k, const Action *act, V value, V *before) {
    switch (act->kind) {
    case SUBTRACT:
        before[0] = checked(k, value + act->shift);
        return 1;
    case FACTOR:
        return scaled(k, value, act->bottom, act->top, before);
    case POWER:
        if (!rooted(k, value, act->degree, before))
            return 0;
        if (act->degree == 3 || !before[0])
            return 1;
        before[1] = -before[0];
        return 2;
    default:
        return (value >= 0 || act->degree == 3) && powered(k, value, act->degree, before);
    }
}

/* ---- sets of values -------------------------------------------------------------------------------------------------------- */

static uint32_t place_of(V value, uint32_t size) {
    uint64_t mixed = (uint64_t)value;
#ifdef WIDE
    mixed ^= (uint64_t)(value >> 64) * 0xD6E8FEB86659FD93u;
#endif
    mixed *= 0x9E3779B97F4A7C15u;
    return (uint32_t)(mixed >> 32) & (size - 1);
}

static int has(const Set *set, V value) {
    if (!set->count)
        return 0;
    for (uint32_t place = place_of(value, set->size);; place = (place + 1) & (set->size - 1)) {
        if (set->table[place] == EMPTY)
            return 0;
        if (set->table[place] == value)
            return 1;
    }
}

static void put(V *table, uint32_t size, V value) {
    uint32_t place = place_of(value, size);
    while (table[place] != EMPTY)
        place = (place + 1) & (size - 1);
    table[place] = value;
}

static void grow(Kernel *k, Set *set) {
    uint32_t size = set->size ? 4 * set->size : 8;
    V *table = take(k, &k->pool, size * sizeof(V)), *row = take(k, &k->pool, size / 2 * sizeof(V));
    for (uint32_t place = 0; place < size; place++)
        table[place] = EMPTY;
    for (uint32_t index = 0; index < set->count; index++)
        put(table, size, row[index] = set->row[index]);
    set->table = table;
    set->row = row;
    set->size = size;
}

static void add(Kernel *k, Set *set, V value) {
    if (2 * set->count >= set->size)
        grow(k, set);
    uint32_t place = place_of(value, set->size);
    while (set->table[place] != EMPTY) {
        if (set->table[place] == value)
            return;
        place = (place + 1) & (set->size - 1);
    }
    set->table[place] = value;
    set->row[set->count++] = value;
}

/* The place of a value among those asked for; a new one is taken in as one that cannot be made. */
static uint32_t asked_at(Kernel *k, Known *known, V value, int *is_new) {
    if (2 * known->count >= known->size) {
        uint32_t size = known->size ? 4 * known->size : 16;
        V *keys = take(k, &k->pool, size * sizeof(V));
        uint8_t *makable = take(k, &k->pool, size);
        for (uint32_t place = 0; place < size; place++)
            keys[place] = EMPTY;
        for (uint32_t old = 0; old < known->size; old++)
            if (known->keys[old] != EMPTY) {
                uint32_t place = place_of(known->keys[old], size);
                while (keys[place] != EMPTY)
                    place = (place + 1) & (size - 1);
                keys[place] = known->keys[old];
                makable[place] = known->makable[old];
            }
        known->keys = keys;
        known->makable = makable;
        known->size = size;
    }
    uint32_t place = place_of(value, known->size);
    while (known->keys[place] != EMPTY && known->keys[place] != value)
        place = (place + 1) & (known->size - 1);
    *is_new = known->keys[place] == EMPTY;
    if (*is_new) {
        known->keys[place] = value;
        known->makable[place] = 0;
        known->count++;
    }
    return place;
}

/* ---- masks ----------------------------------------------------------------------------------------------------------------- */

static int cards_in(Mask mask) { return __builtin_popcount(mask); }
static int lowest(Mask mask) { return __builtin_ctz(mask); }

/* The mask in which equal cards are exchanged for the first ones of their kind. */
static Mask rep(const Kernel *k, Mask mask) {
    for (int twin = 0; twin < k->twin_count; twin++) {
        Mask held = mask & k->twins[twin];
        if (held) {
            mask &= ~held;
            Mask left = k->twins[twin];
            for (int count = cards_in(held); count; count--) {
                mask |= left & -left;
                left &= left - 1;
            }
        }
    }
    return mask;
}

static Node *node_of(Kernel *k, Mask mask) {
    Node *node = k->nodes[mask];
    if (node)
        return node;
    Mask first = rep(k, mask);
    node = k->nodes[first];
    if (!node) {
        node = take(k, &k->pool, sizeof(Node));
        memset(node, 0, sizeof(Node));
        if (!(first & k->base_bits)) { /* subtraction cards alone: what they add as the rest of a sum */
            V total = 0;
            for (Mask left = first; left; left &= left - 1)
                total -= k->actions[lowest(left)].shift;
            add(k, &node->sets[ALL], checked(k, total));
            node->listed = 1;
        } else if (!(first & (first - 1))) {
            for (int kind = 0; kind < KINDS; kind++)
                add(k, &node->sets[kind], k->base[lowest(first)]);
            node->listed = 1;
        }
        k->nodes[first] = node;
    }
    return k->nodes[mask] = node;
}

/* The step, the least and the most of the values that the mask can make. */
static void find_bounds(Kernel *k, Node *node, Mask mask) {
    V away = 0, divisor = 1, growth = 1, bases = 0;
    int degree = 1, sums_only = 1, overflow = 0;
    for (Mask left = mask & k->base_bits; left; left &= left - 1)
        bases += k->base[lowest(left)];
    for (Mask left = mask & ~k->base_bits; left; left &= left - 1) {
        const Action *act = &k->actions[lowest(left)];
        away += act->shift;
        sums_only &= act->kind == SUBTRACT;
        divisor *= act->bottom;
        overflow |= __builtin_mul_overflow(growth, act->growth, &growth);
        degree *= act->kind == POWER ? act->degree : 1;
    }
    V bottom = 1;
    for (int step = 0; step < degree && !k->whole; step++)
        bottom *= divisor; /* divides the scale */
    node->step = k->whole ? 1 : k->scale / bottom;
    node->least = away ? -LIMIT : 1; /* without a subtraction card all values are above 0 */
    node->most = LIMIT;
    if (sums_only)
        node->least = node->most = bases - away;
    else if (growth) {
        V least, most;
        if (!overflow && !__builtin_mul_overflow(away, growth, &least) && !__builtin_mul_overflow(bases, growth, &most)) {
            node->least = away ? -least : 1;
            node->most = most;
        }
    }
    node->bounded = 1;
}

static int within(const Node *node, V value) {
    return value >= node->least && value <= node->most && (node->step == 1 || value % node->step == 0);
}

/* The next smaller set of cards `*rest` of `others` such that the term is `base` with the others; see `shapes.py`.
 * Of splits that differ in equal cards only, the one whose term holds the first of them is given. */
static int is_split(const Kernel *k, Mask chosen, Mask rest, Mask atoms) {
    return (!chosen || chosen & ~k->base_bits & ~atoms) && (rest & k->base_bits || !(rest & ~atoms));
}

#define EACH_SPLIT(k, mask, atoms, term, rest)                                                                                     \
    for (Mask base_ = (mask) & -(mask), others_ = (mask) ^ base_, rest = others_, term; rest && (term = (mask) ^ rest, 1);         \
         rest = (rest - 1) & others_)                                                                                              \
        if (is_split(k, term ^ base_, rest, atoms))

/* ---- reachability: `reach.py` ---------------------------------------------------------------------------------------------- */

static void list(Kernel *k, Mask mask);

/* Small masks list all their values; larger ones once they have been asked often. */
static const uint32_t PATIENCE[] = {0, 0, 0, 0, 0, 4, 30, 200};

static int worth_listing(const Node *node, Mask mask) {
    int cards = cards_in(mask);
    return cards <= 4 || (cards <= 7 && node->asked > PATIENCE[cards]);
}

static Node *listed(Kernel *k, Mask mask) {
    Node *node = node_of(k, mask);
    if (!node->listed)
        list(k, mask);
    return node;
}

/* The node if all its values are listed, or are worth it; else nothing. */
static Node *ready(Kernel *k, Mask mask) {
    Node *node = node_of(k, mask);
    if (!node->listed) {
        if (!worth_listing(node, mask))
            return NULL;
        list(k, mask);
    }
    return node;
}

static void list(Kernel *k, Mask mask) {
    mask = rep(k, mask);
    Node *node = node_of(k, mask);
    Set all = {0}, terms = {0}, ungrouped = {0};
    V result;
    tick(k);
    for (Mask left = mask & k->acting & ~k->group; left; left &= left - 1) {
        Mask bit = left & -left;
        if (!(mask & ~bit & k->base_bits) || rep(k, mask ^ bit) != (mask ^ bit))
            continue;
        const Set *before = &listed(k, mask ^ bit)->sets[ALL];
        for (uint32_t index = 0; index < before->count; index++)
            if (forward(k, &k->actions[lowest(bit)], before->row[index], &result)) {
                add(k, &all, result);
                add(k, &terms, result);
                if (k->group)
                    add(k, &ungrouped, result);
            }
    }
    Mask held = mask & k->group;
    for (Mask chosen = held; chosen; chosen = (chosen - 1) & held) {
        if (rep(k, mask ^ chosen) != (mask ^ chosen))
            continue;
        const Set *before = &listed(k, mask ^ chosen)->sets[UNGROUPED];
        V top = k->tops[chosen >> k->group_shift], bottom = k->bottoms[chosen >> k->group_shift];
        for (uint32_t index = 0; index < before->count; index++)
            if (scaled(k, before->row[index], top, bottom, &result)) {
                add(k, &all, result);
                add(k, &terms, result);
            }
    }
    EACH_SPLIT(k, mask, k->atom_bits, term, rest) {
        if (rep(k, term) != term)
            continue;
        const Set *parts = &listed(k, term)->sets[TERMS], *rests = &listed(k, rest)->sets[ALL];
        for (uint32_t one = 0; one < parts->count; one++) {
            V part = parts->row[one];
            for (uint32_t other = 0; other < rests->count; other++) {
                V sum = checked(k, part + rests->row[other]);
                add(k, &all, sum);
                if (k->group)
                    add(k, &ungrouped, sum);
            }
            tick(k);
        }
    }
    node->sets[ALL] = all;
    node->sets[TERMS] = terms;
    node->sets[UNGROUPED] = k->group ? ungrouped : all;
    node->listed = 1;
}

static uint32_t ask(Kernel *k, int kind, Mask mask, const V *wanted, uint32_t count, uint8_t *hit);

/* Values to ask a mask for, each for the sake of one wanted value. */
typedef struct {
    V value[BATCH];
    uint32_t owner[BATCH];
    uint8_t hit[BATCH];
    uint32_t count;
} Batch;

static void ask_batch(Kernel *k, int kind, Mask mask, Batch *batch, uint8_t *hit) {
    if (batch->count && ask(k, kind, mask, batch->value, batch->count, batch->hit))
        for (uint32_t index = 0; index < batch->count; index++)
            hit[batch->owner[index]] |= batch->hit[index];
    batch->count = 0;
}

static void push(Kernel *k, int kind, Mask mask, Batch *batch, V value, uint32_t owner, uint8_t *hit) {
    batch->value[batch->count] = value;
    batch->owner[batch->count++] = owner;
    if (batch->count == BATCH)
        ask_batch(k, kind, mask, batch, hit);
}

static int all_hit(const uint8_t *hit, uint32_t count) { return !memchr(hit, 0, count); }

static void ask_acts(Kernel *k, Mask mask, const V *wanted, uint32_t count, uint8_t *hit, Batch *batch) {
    V before[2];
    for (Mask left = mask & k->acting & ~k->group; left; left &= left - 1) {
        Mask bit = left & -left, rest = mask ^ bit;
        if (rep(k, rest) != rest)
            continue;
        for (uint32_t index = 0; index < count; index++)
            if (!hit[index])
                for (int found = backward(k, &k->actions[lowest(bit)], wanted[index], before); found; found--)
                    push(k, ALL, rest, batch, before[found - 1], index, hit);
        ask_batch(k, ALL, rest, batch, hit);
    }
}

static void ask_groups(Kernel *k, Mask mask, const V *wanted, uint32_t count, uint8_t *hit, Batch *batch) {
    Mask held = mask & k->group;
    for (Mask chosen = held; chosen && !all_hit(hit, count); chosen = (chosen - 1) & held) {
        Mask rest = mask ^ chosen;
        if (rep(k, rest) != rest)
            continue;
        V top = k->tops[chosen >> k->group_shift], bottom = k->bottoms[chosen >> k->group_shift], before;
        for (uint32_t index = 0; index < count; index++)
            if (!hit[index] && scaled(k, wanted[index], bottom, top, &before))
                push(k, UNGROUPED, rest, batch, before, index, hit);
        ask_batch(k, UNGROUPED, rest, batch, hit);
    }
}

static int fewer(const void *one, const void *other) {
    uint32_t a = ((const Ready *)one)->few->count, b = ((const Ready *)other)->few->count;
    return (a > b) - (a < b);
}

/* The splits of a mask into a term and a rest: those that are listed, as their lists, the smaller first, and the others. */
static void make_plan(Kernel *k, Node *node, Mask mask) {
    uint32_t splits = 0;
    EACH_SPLIT(k, mask, k->atom_bits, term, rest) { splits += rep(k, term) == term; }
    Plan plan = {take(k, &k->pool, splits * sizeof(Ready)), take(k, &k->pool, splits * sizeof(Split)), 0, 0};
    EACH_SPLIT(k, mask, k->atom_bits, term, rest) {
        if (rep(k, term) != term)
            continue;
        Node *parts = ready(k, term), *rests = ready(k, rest);
        if (parts && rests) {
            Set *one = &parts->sets[TERMS], *other = &rests->sets[ALL];
            if (one->count && other->count)
                plan.ready[plan.ready_count++] = one->count <= other->count ? (Ready){one, other} : (Ready){other, one};
        } else if (!parts || parts->sets[TERMS].count)
            plan.late[plan.late_count++] = (Split){term, rest};
    }
    qsort(plan.ready, plan.ready_count, sizeof(Ready), fewer);
    node->plan = plan;
    node->planned = 1;
}

/* Ask for the sums of a term and a rest that are not both listed. */
static void ask_late(Kernel *k, Split split, const V *wanted, uint32_t count, uint8_t *hit, Batch *batch) {
    Node *term = node_of(k, split.term), *rest = node_of(k, split.rest);
    if (!term->listed && !rest->listed)
        list(k, cards_in(split.term) <= cards_in(split.rest) ? split.term : split.rest);
    int rest_listed = rest->listed;
    const Set *parts = rest_listed ? &rest->sets[ALL] : &term->sets[TERMS];
    Mask other = rest_listed ? split.term : split.rest;
    Node *node = rest_listed ? term : rest;
    int kind = rest_listed ? TERMS : ALL;
    if (!node->bounded)
        find_bounds(k, node, rep(k, other));
    for (uint32_t index = 0; index < count; index++)
        for (uint32_t part = 0; part < parts->count && !hit[index]; part++) {
            V value = checked(k, wanted[index] - parts->row[part]);
            if (within(node, value))
                push(k, kind, other, batch, value, index, hit);
        }
    ask_batch(k, kind, other, batch, hit);
}

static void ask_sums(Kernel *k, Node *node, Mask mask, const V *wanted, uint32_t count, uint8_t *hit, Batch *batch) {
    if (!node->planned)
        make_plan(k, node, mask);
    const Plan plan = node->plan;
    uint32_t open = 0;
    for (uint32_t index = 0; index < count; index++) {
        if (hit[index])
            continue;
        V value = wanted[index];
        for (uint32_t pair = 0; pair < plan.ready_count && !hit[index]; pair++) {
            const Set *few = plan.ready[pair].few, *many = plan.ready[pair].many;
            for (uint32_t part = 0; part < few->count; part++)
                if (has(many, value - few->row[part])) {
                    hit[index] = 1;
                    break;
                }
        }
        tick(k);
        open += !hit[index];
    }
    for (uint32_t late = 0; late < plan.late_count && open; late++) {
        ask_late(k, plan.late[late], wanted, count, hit, batch);
        open = !all_hit(hit, count);
    }
}

/* Say for each wanted value whether the mask makes it by a last step that the kind allows; return how many it does. */
static uint32_t ask(Kernel *k, int kind, Mask mask, const V *wanted, uint32_t count, uint8_t *hit) {
    mask = rep(k, mask);
    Node *node = node_of(k, mask);
    uint32_t hits = 0;
    if (!node->listed && worth_listing(node, mask))
        list(k, mask);
    if (node->listed) {
        for (uint32_t index = 0; index < count; index++)
            hits += hit[index] = (uint8_t)has(&node->sets[kind], wanted[index]);
        return hits;
    }
    if (!node->bounded)
        find_bounds(k, node, mask);
    Mark start = mark(&k->scratch);
    V *fresh = take(k, &k->scratch, count * sizeof(V));
    uint32_t fresh_count = 0;
    Known *known = &node->known[kind];
    int is_new;
    for (uint32_t index = 0; index < count; index++)
        if (within(node, wanted[index])) {
            asked_at(k, known, wanted[index], &is_new);
            if (is_new)
                fresh[fresh_count++] = wanted[index];
        }
    if (fresh_count) {
        tick(k);
        node->asked += fresh_count;
        uint8_t *found = take(k, &k->scratch, fresh_count);
        Batch *batch = take(k, &k->scratch, sizeof(Batch));
        memset(found, 0, fresh_count);
        batch->count = 0;
        ask_acts(k, mask, fresh, fresh_count, found, batch);
        if (kind != UNGROUPED && !all_hit(found, fresh_count))
            ask_groups(k, mask, fresh, fresh_count, found, batch);
        if (kind != TERMS && !all_hit(found, fresh_count))
            ask_sums(k, node, mask, fresh, fresh_count, found, batch);
        for (uint32_t index = 0; index < fresh_count; index++)
            if (found[index])
                {
                uint32_t place = asked_at(k, known, fresh[index], &is_new); /* may move the table */
                known->makable[place] = 1;
            }
    }
    for (uint32_t index = 0; index < count; index++) {
        hit[index] = 0;
        if (within(node, wanted[index])) {
            uint32_t place = asked_at(k, known, wanted[index], &is_new);
            hits += hit[index] = known->makable[place];
        }
    }
    release(k, &k->scratch, start);
    return hits;
}

static int makes(Kernel *k, Mask mask, V value) {
    uint8_t hit;
    return ask(k, ALL, mask, &value, 1, &hit) != 0;
}

/* ---- the simplest way: `forms.py` and `ways.py` ---------------------------------------------------------------------------- */

typedef struct {
    int kind; /* 0 a single card, 1 a wild card acts, 2 a sum */
    int place; /* of the wild card */
    Mask mask, rest; /* what it acts on, or the term; the rest of the sum */
    V value, rest_value;
} Reason;

static V peak_of(Kernel *k, Form *form, Mask mask, V value, int terms_only);

/* The smallest largest value of the ways with this last step; where it is not below `enough`, anything not below it. */
static V peak_by(Kernel *k, Form *form, const Reason *reason, V value, V enough) {
    if (!reason->kind)
        return value;
    if (reason->kind == 1) {
        V most = value > reason->value ? value : reason->value;
        if (most >= enough)
            return most;
        V before = peak_of(k, form, reason->mask, reason->value, 0);
        return before > most ? before : most;
    }
    V first = reason->value < enough ? peak_of(k, form, reason->mask, reason->value, 1) : enough;
    if (first >= enough || !(reason->rest & k->base_bits))
        return first;
    V rest = peak_of(k, form, reason->rest, reason->rest_value, 0);
    return rest > first ? rest : first;
}

typedef struct {
    V found, enough; /* the smallest largest value so far, and where to stop */
    Reason reason;
} Least;

static int look(Kernel *k, Form *form, const Reason *reason, V value, Least *least) {
    V peak = peak_by(k, form, reason, value, least->found);
    if (peak < least->found)
        least->found = peak;
    if (least->found > least->enough)
        return 0;
    least->reason = *reason;
    return 1;
}

/* Go through the last steps that are no sums, in the order of the cards, until one suffices. */
static int look_alone(Kernel *k, Form *form, Mask mask, V value, Least *least) {
    V before[2];
    if (!(mask & (mask - 1))) {
        Reason base = {0, lowest(mask), mask, 0, value, 0};
        return k->base[lowest(mask)] == value && look(k, form, &base, value, least);
    }
    for (Mask left = mask & ~k->base_bits & ~form->atoms; left; left &= left - 1) {
        int place = lowest(left);
        Mask rest = mask ^ (left & -left);
        if (!(rest & k->base_bits))
            continue;
        int found = backward(k, &k->actions[place], value, before);
        for (int index = 0; index < found; index++) {
            V one = before[index];
            if ((!form->is_signed && one < 0) || one % form->step || !makes(k, rest, one))
                continue;
            Reason acted = {1, place, rest, 0, one, 0};
            if (look(k, form, &acted, value, least))
                return 1;
        }
    }
    return 0;
}

static int ascending(const void *one, const void *other) {
    V a = *(const V *)one, b = *(const V *)other;
    return (a > b) - (a < b);
}

/* The values of the term that a value of the rest brings to this value, ascending; see `Reach.parts`. */
static uint32_t parts_of(Kernel *k, const Form *form, Mask term, Mask rest, V value, V **parts) {
    int by_term = cards_in(term) <= cards_in(rest);
    int kind = form->is_signed ? TERMS : ALL;
    const Set *own = by_term ? &listed(k, term)->sets[kind] : &listed(k, rest)->sets[ALL];
    V *others = take(k, &k->scratch, (own->count + 1) * sizeof(V));
    uint8_t *hit = take(k, &k->scratch, own->count + 1);
    uint32_t count = 0, kept = 0;
    for (uint32_t index = 0; index < own->count; index++) {
        V part = own->row[index];
        if ((form->is_signed || (part >= 0 && part <= value)) && part % form->step == 0)
            others[count++] = checked(k, value - part);
    }
    if (count)
        ask(k, by_term ? ALL : kind, by_term ? rest : term, others, count, hit);
    for (uint32_t index = 0; index < count; index++)
        if (hit[index])
            others[kept++] = by_term ? value - others[index] : others[index];
    qsort(others, kept, sizeof(V), ascending);
    *parts = others;
    return kept;
}

static int look_parts(Kernel *k, Form *form, Mask term, Mask rest, V value, Least *least) {
    Mark start = mark(&k->scratch);
    V *parts;
    uint32_t count = parts_of(k, form, term, rest, value, &parts);
    int enough = 0;
    for (uint32_t index = 0; index < count && !enough; index++) {
        Reason joined = {2, 0, term, rest, parts[index], value - parts[index]};
        enough = look(k, form, &joined, value, least);
    }
    release(k, &k->scratch, start);
    return enough;
}

/* Go through the sums, those of one term less subtraction cards first, until one suffices. */
static int look_joined(Kernel *k, Form *form, Mask mask, V value, Least *least) {
    if (!(mask & (mask - 1)))
        return 0;
    EACH_SPLIT(k, mask, form->atoms, term, rest) {
        if (!(rest & k->base_bits) && look_parts(k, form, term, rest, value, least))
            return 1;
    }
    EACH_SPLIT(k, mask, form->atoms, term, rest) {
        if (rest & k->base_bits && look_parts(k, form, term, rest, value, least))
            return 1;
    }
    return 0;
}

static Peak *peak_at(Kernel *k, Form *form, Mask key, V value) {
    if (2 * form->count >= form->size) {
        uint32_t size = form->size ? 4 * form->size : 64;
        Peak *old = form->peaks, *peaks = take(k, &k->pool, size * sizeof(Peak));
        memset(peaks, 0, size * sizeof(Peak));
        for (uint32_t index = 0; index < form->size; index++)
            if (old[index].key) {
                uint32_t place = place_of(old[index].value ^ (V)old[index].key << 20, size);
                while (peaks[place].key)
                    place = (place + 1) & (size - 1);
                peaks[place] = old[index];
            }
        form->peaks = peaks;
        form->size = size;
    }
    uint32_t place = place_of(value ^ (V)key << 20, form->size);
    while (form->peaks[place].key && (form->peaks[place].key != key || form->peaks[place].value != value))
        place = (place + 1) & (form->size - 1);
    return &form->peaks[place];
}

/* The smallest largest value of the ways in which the mask makes the value; what does not exceed the floor is not told apart. */
static V peak_of(Kernel *k, Form *form, Mask mask, V value, int terms_only) {
    Mask key = rep(k, mask) | (terms_only ? (Mask)1 << 31 : 0);
    Peak *known = peak_at(k, form, key, value);
    if (known->key)
        return known->peak;
    tick(k);
    Least least = {NO_WAY, form->floor, {0}};
    if (terms_only)
        look_alone(k, form, mask, value, &least);
    else {
        least.found = peak_of(k, form, mask, value, 1);
        if (least.found > form->floor)
            look_joined(k, form, mask, value, &least);
    }
    known = peak_at(k, form, key, value);
    *known = (Peak){key, value, least.found};
    form->count++;
    return least.found;
}

/* A way written down: a single card, a wild card on another way, or terms in a row with subtraction cards. */
typedef struct Tree {
    int kind, place;
    Mask less;
    struct Tree *inner, *next;
} Tree;

static Reason reason_for(Kernel *k, Form *form, Mask mask, V value, V largest, int terms_only) {
    Least least = {NO_WAY, largest, {0}};
    if (!look_alone(k, form, mask, value, &least) && (terms_only || !look_joined(k, form, mask, value, &least)))
        stop(k, OUT_OF_RANGE); /* asked for a way that does not exist */
    return least.reason;
}

static Tree *way_of(Kernel *k, Form *form, Mask mask, V value, V largest, int terms_only) {
    Tree *tree = take(k, &k->scratch, sizeof(Tree));
    Reason reason = reason_for(k, form, mask, value, largest, terms_only);
    *tree = (Tree){reason.kind, reason.place, 0, NULL, NULL};
    if (reason.kind == 1)
        tree->inner = way_of(k, form, reason.mask, reason.value, largest, 0);
    Tree **end = &tree->inner;
    while (reason.kind == 2) { /* follow the rest of the sum to its end */
        *end = way_of(k, form, reason.mask, reason.value, largest, 1);
        end = &(*end)->next;
        if (!(reason.rest & k->base_bits)) {
            tree->less = reason.rest;
            break;
        }
        Mask rest = reason.rest;
        V rest_value = reason.rest_value;
        reason = reason_for(k, form, rest, rest_value, largest, 0);
        if (reason.kind != 2)
            *end = way_of(k, form, rest, rest_value, largest, 1);
    }
    return tree;
}

/* ---- the best takes: `board.py`, `takes.py`, `packing.py` ------------------------------------------------------------------ */

typedef struct {
    Rank rank;
    int place, number, count;
    Mask masks[MOST_ITEMS], faces[MOST_ITEMS]; /* ascending; and with equal faces exchanged for the first ones */
} Found;

typedef struct {
    Rank alone, taken; /* the best rank without the taking card, and with it in one of the sets */
} Ranks;

typedef struct {
    Kernel *k;
    int takers, wanted;
    Mask centre;
    Rank clear_rank, threshold;
    Rank *alone, *taken[MOST_TAKERS];
    V target[MOST_TAKERS];
    int number[MOST_TAKERS]; /* place of the first taking card of the same number */
    Mask twins[MOST_ITEMS];  /* cards of equal faces */
    int twin_count;
    uint16_t *made;             /* by mask: the taking cards whose number it makes, as far as `asked` says */
    uint16_t *asked;
    Mask *sets[MOST_TAKERS];    /* small sets by taking card, those of one lowest card together */
    uint32_t first[MOST_TAKERS][MOST_ITEMS + 1];
    Mask lows[MOST_TAKERS];     /* bits of their lowest cards */
    Ranks *any[MOST_TAKERS], *clearing[MOST_TAKERS];
    Found *found;
    uint32_t found_count, found_room, *found_at, found_size;
    V wanted_values[MOST_TAKERS];
} Search;

#define UNKNOWN (NEVER - 1)

static int same_take(const Found *one, const Found *other) {
    return one->number == other->number && one->count == other->count && !memcmp(one->faces, other->faces, (size_t)one->count * sizeof(Mask));
}

static int before(const Found *one, const Found *other) {
    if (one->place != other->place)
        return one->place < other->place;
    for (int index = 0; index < one->count && index < other->count; index++)
        if (one->masks[index] != other->masks[index])
            return one->masks[index] < other->masks[index];
    return one->count < other->count;
}

static uint32_t found_place(const Search *s, const Found *one) {
    uint64_t mixed = (uint64_t)one->number;
    for (int index = 0; index < one->count; index++)
        mixed = (mixed ^ one->faces[index]) * 0x9E3779B97F4A7C15u;
    uint32_t place = (uint32_t)(mixed >> 32) & (s->found_size - 1);
    while (s->found_at[place] && !same_take(&s->found[s->found_at[place] - 1], one))
        place = (place + 1) & (s->found_size - 1);
    return place;
}

static void rehash(Search *s) {
    memset(s->found_at, 0, s->found_size * sizeof(uint32_t));
    for (uint32_t index = 0; index < s->found_count; index++)
        s->found_at[found_place(s, &s->found[index])] = index + 1;
}

static int falling(const void *one, const void *other) {
    Rank a = *(const Rank *)one, b = *(const Rank *)other;
    return (a < b) - (a > b);
}

/* The rank that the wanted number of takes reach. */
static Rank nth_rank(Search *s) {
    Mark start = mark(&s->k->scratch);
    Rank *ranks = take(s->k, &s->k->scratch, s->found_count * sizeof(Rank));
    for (uint32_t index = 0; index < s->found_count; index++)
        ranks[index] = s->found[index].rank;
    qsort(ranks, s->found_count, sizeof(Rank), falling);
    Rank nth = ranks[s->wanted - 1];
    release(s->k, &s->k->scratch, start);
    return nth;
}

/* Keep the take if it is good enough; of those with the same faces the first of the highest rank. */
static void keep(Search *s, const Found *one) {
    if (one->rank < s->threshold)
        return;
    uint32_t place = found_place(s, one);
    Rank known = -1;
    if (s->found_at[place]) {
        Found *old = &s->found[s->found_at[place] - 1];
        known = old->rank;
        if (one->rank < known || (one->rank == known && !before(one, old)))
            return;
        *old = *one;
    } else {
        if (s->found_count == s->found_room) {
            Found *more = take(s->k, &s->k->scratch, 2 * (size_t)s->found_room * sizeof(Found));
            memcpy(more, s->found, s->found_room * sizeof(Found));
            s->found = more;
            s->found_room *= 2;
            s->found_size *= 2;
            s->found_at = take(s->k, &s->k->scratch, s->found_size * sizeof(uint32_t));
            rehash(s);
            place = found_place(s, one);
        }
        s->found[s->found_count++] = *one;
        s->found_at[place] = s->found_count;
    }
    if (one->rank == known || one->rank == s->threshold || s->found_count < (uint32_t)s->wanted)
        return;
    s->threshold = nth_rank(s);
    uint32_t kept = 0;
    for (uint32_t index = 0; index < s->found_count; index++)
        if (s->found[index].rank >= s->threshold)
            s->found[kept++] = s->found[index];
    s->found_count = kept;
    rehash(s);
}

/* Which of the taking cards take this set, as bits. */
static uint16_t takers_of(Search *s, Mask mask) {
    Mask first = rep(s->k, mask);
    if (!s->asked[first]) {
        uint8_t hit[MOST_TAKERS];
        uint16_t bits = 0;
        ask(s->k, ALL, first, s->target, (uint32_t)s->takers, hit);
        for (int place = 0; place < s->takers; place++)
            bits |= (uint16_t)(hit[place] << place);
        s->made[first] = bits;
        s->asked[first] = 1;
    }
    return s->made[first];
}

static Ranks best_in(Search *s, int place, Mask cards) {
    cards &= ~((s->lows[place] & cards ? (s->lows[place] & cards & -(s->lows[place] & cards)) - 1 : 0) & s->k->base_bits);
    if (!(cards & s->lows[place]))
        return (Ranks){0, NEVER};
    Ranks *known = &s->any[place][cards];
    if (known->alone != UNKNOWN)
        return *known;
    tick(s->k);
    Mask low = cards & -cards;
    Ranks best = best_in(s, place, cards ^ low);
    const Rank *alone = s->alone, *taken = s->taken[place];
    int bit = lowest(low);
    for (uint32_t index = s->first[place][bit]; index < s->first[place][bit + 1]; index++) {
        Mask one = s->sets[place][index];
        if (one & ~cards)
            continue;
        Ranks rest = best_in(s, place, cards ^ one);
        if (alone[one] + rest.alone > best.alone)
            best.alone = alone[one] + rest.alone;
        if (taken[one] + rest.alone > best.taken)
            best.taken = taken[one] + rest.alone;
        if (alone[one] + rest.taken > best.taken)
            best.taken = alone[one] + rest.taken;
    }
    return *known = best;
}

/* The same for sets that leave none of the centre's cards among these; NEVER where none do. */
static Ranks clearing_in(Search *s, int place, Mask cards) {
    if (!(cards & s->k->base_bits))
        return cards & s->centre || !s->centre ? (Ranks){NEVER, NEVER} : (Ranks){0, NEVER};
    Ranks *known = &s->clearing[place][cards];
    if (known->alone != UNKNOWN)
        return *known;
    tick(s->k);
    Ranks best = {NEVER, NEVER};
    const Rank *alone = s->alone, *taken = s->taken[place];
    int bit = lowest(cards);
    for (uint32_t index = s->first[place][bit]; index < s->first[place][bit + 1]; index++) {
        Mask one = s->sets[place][index];
        if (one & ~cards)
            continue;
        Ranks rest = clearing_in(s, place, cards ^ one);
        if (rest.alone == NEVER)
            continue;
        if (alone[one] + rest.alone > best.alone)
            best.alone = alone[one] + rest.alone;
        if (taken[one] + rest.alone > best.taken)
            best.taken = taken[one] + rest.alone;
        if (alone[one] + rest.taken > best.taken)
            best.taken = alone[one] + rest.taken;
    }
    return *known = best;
}

static Mask faces_of(const Search *s, Mask mask) {
    for (int twin = 0; twin < s->twin_count; twin++) {
        Mask left = s->twins[twin], held = mask & left;
        mask &= ~held;
        for (int count = cards_in(held); count; count--, left &= left - 1)
            mask |= left & -left;
    }
    return mask;
}

static int by_mask(const void *one, const void *other) {
    Mask a = *(const Mask *)one, b = *(const Mask *)other;
    return (a > b) - (a < b);
}

static void record(Search *s, int place, const Mask *masks, int count, Rank rank) {
    Found one;
    memset(&one, 0, sizeof one);
    one.rank = rank;
    one.place = place;
    one.number = s->number[place];
    one.count = count;
    for (int index = 0; index < count; index++) {
        one.masks[index] = masks[index];
        one.faces[index] = faces_of(s, masks[index]);
    }
    qsort(one.masks, (size_t)count, sizeof(Mask), by_mask);
    qsort(one.faces, (size_t)count, sizeof(Mask), by_mask);
    keep(s, &one);
}

/* Record the take with every choice of small sets among the cards left that is good enough. */
static void fill(Search *s, int place, Mask *masks, int count, Mask left, Ranks ranks) {
    tick(s->k);
    Ranks more = best_in(s, place, left);
    Rank most = ranks.taken + more.alone > ranks.alone + more.taken ? ranks.taken + more.alone : ranks.alone + more.taken;
    if (most + s->clear_rank < s->threshold)
        return;
    Mask bases = left & s->lows[place];
    if (!bases) {
        Mask used = 0;
        for (int index = 0; index < count; index++)
            used |= masks[index];
        Rank rank = ranks.taken + (s->centre && (used & s->centre) == s->centre ? s->clear_rank : 0);
        if (count && rank >= s->threshold)
            record(s, place, masks, count, rank);
        return;
    }
    Mask low = bases & -bases;
    Mask cards = left & ~((low - 1) & s->k->base_bits);
    int bit = lowest(low);
    for (uint32_t index = s->first[place][bit]; index < s->first[place][bit + 1]; index++) {
        Mask one = s->sets[place][index];
        if (one & ~cards)
            continue;
        Rank inside = ranks.alone + s->taken[place][one], outside = ranks.taken + s->alone[one];
        masks[count] = one;
        fill(s, place, masks, count + 1, cards ^ one, (Ranks){ranks.alone + s->alone[one], inside > outside ? inside : outside});
    }
    fill(s, place, masks, count, cards ^ low, ranks);
}

/* Find the sets of up to this many cards and the best takes of them alone. */
static void pack(Search *s, int most) {
    Kernel *k = s->k;
    uint32_t total[MOST_TAKERS] = {0};
    memset(s->first, 0, sizeof s->first);
    for (Mask mask = 1; mask <= k->full; mask++) {
        if (!(mask & k->base_bits) || cards_in(mask) > most)
            continue;
        uint16_t bits = takers_of(s, mask);
        for (int place = 0; place < s->takers; place++)
            if (bits >> place & 1) {
                total[place]++;
                s->first[place][lowest(mask) + 1]++;
            }
    }
    uint32_t next[MOST_TAKERS][MOST_ITEMS + 1];
    for (int place = 0; place < s->takers; place++) {
        s->sets[place] = take(k, &k->scratch, (total[place] + 1) * sizeof(Mask));
        s->lows[place] = 0;
        for (int bit = 0; bit < MOST_ITEMS; bit++) {
            if (s->first[place][bit + 1])
                s->lows[place] |= (Mask)1 << bit;
            s->first[place][bit + 1] += s->first[place][bit];
        }
        memcpy(next[place], s->first[place], sizeof next[place]);
        for (Mask cards = 0; cards <= k->full; cards++)
            s->any[place][cards].alone = s->clearing[place][cards].alone = UNKNOWN;
    }
    for (Mask mask = 1; mask <= k->full; mask++)
        if (mask & k->base_bits && cards_in(mask) <= most) {
            uint16_t bits = takers_of(s, mask);
            for (int place = 0; place < s->takers; place++)
                if (bits >> place & 1)
                    s->sets[place][next[place][lowest(mask)]++] = mask;
        }
    Mask masks[MOST_ITEMS];
    for (int place = 0; place < s->takers; place++)
        fill(s, place, masks, 0, k->full, (Ranks){0, NEVER});
}

typedef struct {
    Rank rank;
    int place;
    Mask large;
} Candidate;

static int by_rank(const void *one, const void *other) {
    const Candidate *a = one, *b = other;
    if (a->rank != b->rank)
        return (a->rank < b->rank) - (a->rank > b->rank);
    return (a->place < b->place) - (a->place > b->place) ? (a->place < b->place) - (a->place > b->place) : (a->large < b->large) - (a->large > b->large);
}

static Rank larger(Rank one, Rank other) { return one > other ? one : other; }

/* The rank of the best take with each large set if it makes the number; returns how many reach the threshold. */
static uint32_t candidates_of(Search *s, int half, Candidate *into) {
    Kernel *k = s->k;
    uint32_t count = 0;
    for (int place = 0; place < s->takers; place++) {
        const Rank *alone = s->alone, *taken = s->taken[place];
        Ranks all = best_in(s, place, k->full);
        Rank enough = s->threshold - s->clear_rank - larger(all.alone, all.taken);
        for (Mask large = 1; large <= k->full; large++) {
            if (!(large & k->base_bits) || cards_in(large) <= half || (taken[large] < enough && alone[large] < enough))
                continue;
            Mask rest = k->full ^ large;
            Ranks more = best_in(s, place, rest);
            Rank rank = larger(taken[large] + more.alone, alone[large] + more.taken);
            if (s->centre && rank + s->clear_rank >= s->threshold) {
                Ranks cleared = clearing_in(s, place, rest);
                if (cleared.alone != NEVER)
                    rank = larger(rank, s->clear_rank + larger(taken[large] + cleared.alone, alone[large] + cleared.taken));
            }
            if (rank >= s->threshold)
                into[count++] = (Candidate){rank, place, large};
        }
    }
    qsort(into, count, sizeof(Candidate), by_rank);
    return count;
}

static void forget(Kernel *k);

static void add_large(Search *s, int half) {
    Candidate *candidates = take(s->k, &s->k->scratch, (size_t)s->takers * (s->k->full + 1) * sizeof(Candidate));
    uint32_t count = candidates_of(s, half, candidates);
    for (uint32_t index = 0; index < count && candidates[index].rank >= s->threshold; index++) {
        Mask masks[MOST_ITEMS], large = candidates[index].large;
        int place = candidates[index].place;
        masks[0] = large;
        if (takers_of(s, large) >> place & 1)
            fill(s, place, masks, 1, s->k->full ^ large, (Ranks){s->alone[large], s->taken[place][large]});
    }
}

/* By mask: what a set adds to the rank of a take; see `Board.ranks`. */
typedef struct {
    uint32_t colours[MOST_ITEMS], operations[MOST_ITEMS], numbers[MOST_ITEMS], cards[MOST_ITEMS];
    Rank points[MOST_ITEMS];
    const char *bonus, *colour_bonus; /* by cards * 8 + operations, and by cards * 512 + colours */
    Rank worth_points, worth_cards;
} Tally;

static Rank bonus_of(const Tally *tally, uint32_t cards, uint32_t colours, uint32_t operations, uint32_t numbers) {
    uint32_t signs = (uint32_t)__builtin_popcount(operations) + (numbers > 1);
    if (cards >= MOST_CARDS)
        cards = MOST_CARDS - 1;
    return (tally->bonus[cards * 8 + signs] + tally->colour_bonus[cards * 512 + colours]) * tally->worth_points;
}

static void find_ranks(Search *s, const Tally *tally, const uint32_t *colour, const Rank *points) {
    Kernel *k = s->k;
    uint32_t *keys = take(k, &k->scratch, ((size_t)k->full + 1) * 4 * sizeof(uint32_t));
    Rank *plain = take(k, &k->scratch, ((size_t)k->full + 1) * sizeof(Rank));
    memset(keys, 0, 4 * sizeof(uint32_t));
    plain[0] = 0;
    for (Mask mask = 1; mask <= k->full; mask++) {
        int item = lowest(mask);
        const uint32_t *rest = keys + 4 * (size_t)(mask & (mask - 1));
        uint32_t *key = keys + 4 * (size_t)mask;
        key[0] = rest[0] + tally->cards[item];
        key[1] = rest[1] | tally->colours[item];
        key[2] = rest[2] | tally->operations[item];
        key[3] = rest[3] + tally->numbers[item];
        plain[mask] = plain[mask & (mask - 1)] + tally->points[item] * tally->worth_points + tally->cards[item] * tally->worth_cards;
    }
    for (Mask mask = 0; mask <= k->full; mask++) {
        const uint32_t *key = keys + 4 * (size_t)mask;
        s->alone[mask] = plain[mask] + tally->worth_points + bonus_of(tally, key[0], key[1], key[2], key[3]);
        for (int place = 0; place < s->takers; place++)
            s->taken[place][mask] = plain[mask] + (1 + points[place]) * tally->worth_points + tally->worth_cards +
                                    bonus_of(tally, key[0] + 1, key[1] | colour[place], key[2], key[3]);
    }
}

/* ---- what Python sees ------------------------------------------------------------------------------------------------------ */

static int value_from(PyObject *object, V *value) {
#ifdef WIDE
    PyObject *shift = PyLong_FromLong(64), *high = shift ? PyNumber_Rshift(object, shift) : NULL;
    Py_XDECREF(shift);
    long long top = high ? PyLong_AsLongLong(high) : -1;
    Py_XDECREF(high);
    if (PyErr_Occurred())
        return 0;
    *value = (V)(((unsigned __int128)(uint64_t)top << 64) | (uint64_t)PyLong_AsUnsignedLongLongMask(object));
#else
    *value = PyLong_AsLongLong(object);
#endif
    if (!PyErr_Occurred() && (*value >= LIMIT || *value <= -LIMIT))
        PyErr_SetString(PyExc_OverflowError, "a value is out of range");
    return !PyErr_Occurred();
}

static PyObject *value_to(V value) {
#ifdef WIDE
    if (value > INT64_MAX || value < INT64_MIN) {
        PyObject *high = PyLong_FromLongLong((long long)(value >> 64)), *low = PyLong_FromUnsignedLongLong((uint64_t)value);
        PyObject *shift = PyLong_FromLong(64), *top = high && shift ? PyNumber_Lshift(high, shift) : NULL;
        PyObject *whole = top && low ? PyNumber_Or(top, low) : NULL;
        Py_XDECREF(high);
        Py_XDECREF(low);
        Py_XDECREF(shift);
        Py_XDECREF(top);
        return whole;
    }
#endif
    return PyLong_FromLongLong((long long)value);
}

/* Fill an array of whole numbers from a list; returns how many, or -1 with an exception. */
static int values_from(PyObject *list, V *values, int most) {
    Py_ssize_t count = PyList_Size(list);
    if (count > most)
        PyErr_SetString(PyExc_ValueError, "too many cards");
    for (Py_ssize_t index = 0; index < count && !PyErr_Occurred(); index++)
        value_from(PyList_GetItem(list, index), &values[index]);
    return PyErr_Occurred() ? -1 : (int)count;
}

static int longs_from(PyObject *list, long long *values, int most) {
    Py_ssize_t count = PyList_Size(list);
    if (count > most)
        PyErr_SetString(PyExc_ValueError, "too many cards");
    for (Py_ssize_t index = 0; index < count && !PyErr_Occurred(); index++)
        values[index] = PyLong_AsLongLong(PyList_GetItem(list, index));
    return PyErr_Occurred() ? -1 : (int)count;
}

static void forget(Kernel *k) {
    Mark nothing = {NULL, 0};
    release(k, &k->pool, nothing);
    release(k, &k->scratch, nothing);
    memset(k->forms, 0, sizeof k->forms);
    k->form_count = 0;
    memset(k->nodes, 0, ((size_t)k->full + 1) * sizeof(Node *));
}

/* After a question that was broken off nothing half known is kept; returns NULL for the caller to return. */
static PyObject *broken_off(Kernel *k, int why) {
    forget(k);
    if (why == OUT_OF_RANGE)
        PyErr_SetString(PyExc_OverflowError, "a value is out of range");
    else if (why == OUT_OF_TIME)
        PyErr_SetString(PyExc_TimeoutError, "the time limit is over");
    else if (why == OUT_OF_MEMORY)
        PyErr_NoMemory();
    return NULL;
}

static void start(Kernel *k, double seconds) {
    if (k->bytes > KEPT_BYTES)
        forget(k);
    k->deadline = seconds < 0 ? 0 : now() + seconds;
    k->ticks = 0;
}

static int find_products(Kernel *k) {
    int grouped = cards_in(k->group);
    k->group_shift = k->group ? lowest(k->group) : 0;
    k->tops = malloc(((size_t)1 << grouped) * sizeof(V));
    k->bottoms = malloc(((size_t)1 << grouped) * sizeof(V));
    if (!k->tops || !k->bottoms)
        return 0;
    k->tops[0] = k->bottoms[0] = 1;
    for (Mask chosen = 1; chosen < (Mask)1 << grouped; chosen++) {
        const Action *act = &k->actions[k->group_shift + lowest(chosen)];
        V top = times(k, k->tops[chosen & (chosen - 1)], act->top), bottom = times(k, k->bottoms[chosen & (chosen - 1)], act->bottom);
        V common = divisor_of(top, bottom);
        k->tops[chosen] = top / common;
        k->bottoms[chosen] = bottom / common;
    }
    return 1;
}

/* Kernel(bases, actions, scale, whole, twins): scaled values; (kind, degree, top, bottom, shift, growth) of each wild card in the
 * order of the pack, subtraction cards first; 1 where only whole numbers are allowed; masks of equal cards. */
static int kernel_init(PyObject *self, PyObject *args, PyObject *names) {
    Kernel *k = (Kernel *)self;
    PyObject *bases, *actions, *scale, *twins;
    long long masks[MOST_ITEMS];
    (void)names;
    if (k->nodes) {
        PyErr_SetString(PyExc_TypeError, "a kernel is made once");
        return -1;
    }
    if (!PyArg_ParseTuple(args, "OOOiO", &bases, &actions, &scale, &k->whole, &twins) || !value_from(scale, &k->scale))
        return -1;
    k->bases = values_from(bases, k->base, MOST_ITEMS);
    Py_ssize_t wilds = PyList_Size(actions);
    if (k->bases < 0 || wilds < 0 || wilds + k->bases > MOST_ITEMS) {
        if (!PyErr_Occurred())
            PyErr_SetString(PyExc_ValueError, "too many cards");
        return -1;
    }
    k->items = k->bases + (int)wilds;
    k->full = ((Mask)1 << k->items) - 1;
    k->base_bits = ((Mask)1 << k->bases) - 1;
    k->acting = k->full & ~k->base_bits;
    for (int item = k->bases; item < k->items; item++) {
        Action *act = &k->actions[item];
        PyObject *top, *bottom, *shift, *growth, *one = PyList_GetItem(actions, item - k->bases);
        if (!PyArg_ParseTuple(one, "iiOOOO", &act->kind, &act->degree, &top, &bottom, &shift, &growth) || !value_from(top, &act->top) ||
            !value_from(bottom, &act->bottom) || !value_from(shift, &act->shift) || !value_from(growth, &act->growth))
            return -1;
        if (act->kind == SUBTRACT)
            k->atom_bits |= (Mask)1 << item;
        if (act->kind == FACTOR && !k->whole)
            k->group |= (Mask)1 << item;
    }
    k->acting &= ~k->atom_bits;
    k->twin_count = longs_from(twins, masks, MOST_ITEMS);
    if (k->twin_count < 0)
        return -1;
    for (int twin = 0; twin < k->twin_count; twin++)
        k->twins[twin] = (Mask)masks[twin];
    int why = setjmp(k->stop);
    if (why) {
        PyErr_SetString(PyExc_OverflowError, "a factor is out of range");
        return -1;
    }
    k->nodes = calloc((size_t)k->full + 1, sizeof(Node *));
    if (!k->nodes || !find_products(k)) {
        PyErr_NoMemory();
        return -1;
    }
    return 0;
}

static void kernel_dealloc(PyObject *self) {
    Kernel *k = (Kernel *)self;
    PyTypeObject *type = Py_TYPE(self);
    Mark nothing = {NULL, 0};
    release(k, &k->pool, nothing);
    release(k, &k->scratch, nothing);
    free(k->nodes);
    free(k->tops);
    free(k->bottoms);
    freefunc freed = (freefunc)PyType_GetSlot(type, Py_tp_free);
    freed(self);
    Py_DECREF(type);
}

static int is_mask(const Kernel *k, unsigned int mask) {
    if (mask & k->base_bits && !(mask & ~k->full))
        return 1;
    PyErr_SetString(PyExc_ValueError, "no set of cards with a number card");
    return 0;
}

/* among(mask, wanted, seconds): the places of the wanted values that the mask makes; without a limit where seconds are negative. */
static PyObject *kernel_among(PyObject *self, PyObject *args) {
    Kernel *k = (Kernel *)self;
    PyObject *list;
    unsigned int mask;
    double seconds;
    if (!PyArg_ParseTuple(args, "IOd", &mask, &list, &seconds) || !is_mask(k, mask))
        return NULL;
    Py_ssize_t count = PyList_Size(list);
    if (count < 0)
        return NULL;
    V *wanted = malloc((size_t)(count + 1) * sizeof(V));
    uint8_t *hit = malloc((size_t)count + 1);
    PyObject *found = NULL;
    if (!wanted || !hit)
        PyErr_NoMemory();
    else if (values_from(list, wanted, (int)count) >= 0) {
        int why = setjmp(k->stop);
        if (why)
            broken_off(k, why);
        else {
            start(k, seconds);
            ask(k, ALL, mask, wanted, (uint32_t)count, hit);
            found = PyList_New(0);
            for (Py_ssize_t index = 0; found && index < count; index++)
                if (hit[index] && PyList_Append(found, PyList_GetItem(list, index)))
                    Py_CLEAR(found);
        }
    }
    free(wanted);
    free(hit);
    return found;
}

/* The form of a world; the oldest make room where there are too many. */
static Form *form_of(Kernel *k, int whole, int is_signed, V floor) {
    for (int index = 0; index < k->form_count; index++) {
        Form *form = &k->forms[index];
        if (form->whole == whole && form->is_signed == is_signed && form->floor == floor)
            return form;
    }
    Form *form = &k->forms[k->form_count < MOST_FORMS ? k->form_count++ : 0];
    memset(form, 0, sizeof *form);
    form->whole = whole;
    form->is_signed = is_signed;
    form->floor = floor;
    form->step = whole ? k->scale : 1;
    form->atoms = is_signed ? k->atom_bits : 0;
    return form;
}

/* peak(mask, value, whole, signed, floor): the smallest largest value of the ways of a world, or None; see `Form.peak`. */
static PyObject *kernel_peak(PyObject *self, PyObject *args) {
    Kernel *k = (Kernel *)self;
    PyObject *value_object, *floor_object;
    unsigned int mask;
    int whole, is_signed;
    V value, floor;
    if (!PyArg_ParseTuple(args, "IOiiO", &mask, &value_object, &whole, &is_signed, &floor_object) || !is_mask(k, mask) ||
        !value_from(value_object, &value) || !value_from(floor_object, &floor))
        return NULL;
    int why = setjmp(k->stop);
    if (why)
        return broken_off(k, why);
    start(k, -1);
    V peak = peak_of(k, form_of(k, whole, is_signed, floor), mask, value, 0);
    if (peak == NO_WAY)
        Py_RETURN_NONE;
    return value_to(peak);
}

/* A way as Python sees it: the bit of a card; (wild card, way); ((way, ...), (wild card, ...)). */
static PyObject *tree_to(const Kernel *k, const Tree *tree) {
    if (!tree->kind)
        return PyLong_FromLong(tree->place);
    if (tree->kind == 1) {
        PyObject *inner = tree_to(k, tree->inner);
        return inner ? Py_BuildValue("(iN)", tree->place - k->bases, inner) : NULL;
    }
    PyObject *terms = PyList_New(0), *less = PyList_New(0);
    for (const Tree *term = tree->inner; terms && term; term = term->next) {
        PyObject *one = tree_to(k, term);
        if (!one || PyList_Append(terms, one))
            Py_CLEAR(terms);
        Py_XDECREF(one);
    }
    for (Mask left = tree->less; less && left; left &= left - 1) {
        PyObject *one = PyLong_FromLong(lowest(left) - k->bases);
        if (!one || PyList_Append(less, one))
            Py_CLEAR(less);
        Py_XDECREF(one);
    }
    if (terms && less)
        return Py_BuildValue("(NN)", terms, less);
    Py_XDECREF(terms);
    Py_XDECREF(less);
    return NULL;
}

/* way(mask, value, whole, signed, floor, largest): the first way on which nothing exceeds the largest value. */
static PyObject *kernel_way(PyObject *self, PyObject *args) {
    Kernel *k = (Kernel *)self;
    PyObject *value_object, *floor_object, *largest_object;
    unsigned int mask;
    int whole, is_signed;
    V value, floor, largest;
    if (!PyArg_ParseTuple(args, "IOiiOO", &mask, &value_object, &whole, &is_signed, &floor_object, &largest_object) || !is_mask(k, mask) ||
        !value_from(value_object, &value) || !value_from(floor_object, &floor) || !value_from(largest_object, &largest))
        return NULL;
    int why = setjmp(k->stop);
    if (why)
        return broken_off(k, why);
    start(k, -1);
    Mark before = mark(&k->scratch);
    Tree *tree = way_of(k, form_of(k, whole, is_signed, floor), mask, value, largest, 0);
    PyObject *way = tree_to(k, tree);
    release(k, &k->scratch, before);
    return way;
}

static PyObject *found_to(const Search *s) {
    PyObject *list = PyList_New(0);
    for (uint32_t index = 0; list && index < s->found_count; index++) {
        const Found *one = &s->found[index];
        PyObject *masks = PyTuple_New(one->count);
        for (int set = 0; masks && set < one->count; set++)
            PyTuple_SetItem(masks, set, PyLong_FromUnsignedLong(one->masks[set]));
        PyObject *entry = masks ? Py_BuildValue("(LiN)", (long long)one->rank, one->place, masks) : NULL;
        if (!entry || PyList_Append(list, entry))
            Py_CLEAR(list);
        Py_XDECREF(entry);
    }
    return list;
}

/* The arguments of `best`, checked. */
typedef struct {
    long long items[MOST_ITEMS * 5], takers[MOST_TAKERS * 3], twins[MOST_ITEMS];
    V target[MOST_TAKERS];
    const char *bonus, *colours;
    Py_ssize_t bonus_size, colours_size;
    long long worth_points, worth_cards, clear_rank;
    unsigned int centre;
    int wanted, twin_count, takers_count;
    double limit, grace;
} Asked;

static int asked_from(Kernel *k, PyObject *args, Asked *asked) {
    PyObject *items, *targets, *takers, *twins;
    if (!PyArg_ParseTuple(args, "OOOOy#y#LLLIidd", &items, &targets, &takers, &twins, &asked->bonus, &asked->bonus_size, &asked->colours,
                          &asked->colours_size, &asked->worth_points, &asked->worth_cards, &asked->clear_rank, &asked->centre,
                          &asked->wanted, &asked->limit, &asked->grace))
        return 0;
    asked->takers_count = values_from(targets, asked->target, MOST_TAKERS);
    asked->twin_count = longs_from(twins, asked->twins, MOST_ITEMS);
    int facts = longs_from(takers, asked->takers, MOST_TAKERS * 3), count = longs_from(items, asked->items, MOST_ITEMS * 5);
    if (PyErr_Occurred())
        return 0;
    if (count != 5 * k->items || facts != 3 * asked->takers_count || asked->bonus_size != MOST_CARDS * 8 ||
        asked->colours_size != MOST_CARDS * 512 || asked->wanted < 1) {
        PyErr_SetString(PyExc_ValueError, "the arguments do not fit each other");
        return 0;
    }
    return 1;
}

static void lay_out(Search *s, Kernel *k, const Asked *asked) {
    Tally tally;
    uint32_t colour[MOST_TAKERS];
    Rank points[MOST_TAKERS];
    size_t masks = (size_t)k->full + 1;
    memset(&tally, 0, sizeof tally);
    for (int item = 0; item < k->items; item++) {
        const long long *facts = asked->items + 5 * item;
        tally.colours[item] = (uint32_t)facts[0] & 511;
        tally.operations[item] = (uint32_t)facts[1] & 7;
        tally.numbers[item] = (uint32_t)facts[2];
        tally.cards[item] = (uint32_t)facts[3];
        tally.points[item] = facts[4];
    }
    tally.bonus = asked->bonus;
    tally.colour_bonus = asked->colours;
    tally.worth_points = asked->worth_points;
    tally.worth_cards = asked->worth_cards;
    s->k = k;
    s->takers = asked->takers_count;
    s->wanted = asked->wanted;
    s->centre = asked->centre;
    s->clear_rank = asked->clear_rank;
    s->twin_count = asked->twin_count;
    for (int twin = 0; twin < s->twin_count; twin++)
        s->twins[twin] = (Mask)asked->twins[twin];
    s->alone = take(k, &k->scratch, masks * sizeof(Rank));
    s->made = take(k, &k->scratch, masks * sizeof(uint16_t));
    s->asked = take(k, &k->scratch, masks * sizeof(uint16_t));
    memset(s->asked, 0, masks * sizeof(uint16_t));
    for (int place = 0; place < s->takers; place++) {
        const long long *facts = asked->takers + 3 * place;
        s->target[place] = asked->target[place];
        s->number[place] = (int)facts[0];
        colour[place] = (uint32_t)facts[1] & 511;
        points[place] = facts[2];
        s->taken[place] = take(k, &k->scratch, masks * sizeof(Rank));
        s->any[place] = take(k, &k->scratch, masks * sizeof(Ranks));
        s->clearing[place] = take(k, &k->scratch, masks * sizeof(Ranks));
    }
    s->found_room = 16;
    s->found_size = 64;
    s->found = take(k, &k->scratch, s->found_room * sizeof(Found));
    s->found_at = take(k, &k->scratch, s->found_size * sizeof(uint32_t));
    memset(s->found_at, 0, s->found_size * sizeof(uint32_t));
    find_ranks(s, &tally, colour, points);
}

#define CHEAP_CARDS 3

/* Search the takes; `limit` is the time left, negative for none. */
static void search(Search *s, double limit, double grace) {
    Kernel *k = s->k;
    int half = k->items / 2;
    if (limit >= 0) { /* whatever the limit, the takes of small sets are there to fall back on */
        double end = k->deadline;
        k->deadline = now() + (limit > grace ? limit : grace);
        pack(s, half < CHEAP_CARDS ? half : CHEAP_CARDS);
        k->deadline = end;
        if (now() >= end)
            stop(k, OUT_OF_TIME);
    }
    pack(s, half);
    add_large(s, half);
}

/* best(items, targets, takers, twins, bonus, colour bonus, worth of points, worth of cards, rank of clearing, centre, wanted, limit,
 * grace): the best takes as (rank, place, masks), and whether that is proven.
 *
 * items: five numbers a card: colours, operations, number cards, cards, points; takers: three: place of the first taking card of the
 * same number, colours, points; twins: masks of equal faces; limit: seconds left, negative for none; grace: seconds for small sets. */
static PyObject *kernel_best(PyObject *self, PyObject *args) {
    Kernel *k = (Kernel *)self;
    Asked asked;
    memset(&asked, 0, sizeof asked);
    if (!asked_from(k, args, &asked))
        return NULL;
    Search *s = calloc(1, sizeof(Search));
    if (!s)
        return PyErr_NoMemory();
    PyObject *found = NULL;
    int why = setjmp(k->stop);
    if (!why) {
        start(k, asked.limit);
        lay_out(s, k, &asked);
        search(s, asked.limit, asked.grace);
    }
    if (!why || why == OUT_OF_TIME || why == OUT_OF_MEMORY)
        found = found_to(s);
    if (why)
        forget(k);
    Mark nothing = {NULL, 0};
    release(k, &k->scratch, nothing);
    free(s);
    if (why == OUT_OF_RANGE)
        broken_off(k, why);
    return found ? Py_BuildValue("(NO)", found, why ? Py_False : Py_True) : NULL;
}

static PyMethodDef kernel_methods[] = {
    {"among", kernel_among, METH_VARARGS, NULL},
    {"peak", kernel_peak, METH_VARARGS, NULL},
    {"way", kernel_way, METH_VARARGS, NULL},
    {"best", kernel_best, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot kernel_slots[] = {
    {Py_tp_init, kernel_init},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, kernel_dealloc},
    {Py_tp_methods, kernel_methods},
    {0, NULL},
};

static PyType_Spec kernel_spec = {"numero_cam.solve." MODULE_NAME ".Kernel", sizeof(Kernel), 0, Py_TPFLAGS_DEFAULT, kernel_slots};

static int module_exec(PyObject *module) {
    PyObject *type = PyType_FromSpec(&kernel_spec);
    if (!type)
        return -1;
    int failed = PyModule_AddObjectRef(module, "Kernel", type);
    Py_DECREF(type);
    return failed;
}

static PyModuleDef_Slot module_slots[] = {{Py_mod_exec, module_exec}, {0, NULL}};

static PyModuleDef module = {PyModuleDef_HEAD_INIT, MODULE_NAME, NULL, 0, NULL, module_slots, NULL, NULL, NULL};

PyMODINIT_FUNC MODULE_INIT(void) { return PyModuleDef_Init(&module); }
