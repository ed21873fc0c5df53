/* The solver's inner loops: which sets of cards make which numbers, how they go together, and the simplest way.
 *
 * The meaning of all of it is written down in Python, which stays the fallback with the same answers: `reach.py` (reachability),
 * `forms.py` and `ways.py` (the simplest way), `board.py` (ranks), `takes.py` and `packing.py` (the best takes). Names are the same here.
 *
 * Arithmetic is exact: values are whole numbers (true value times the scale of the position, see `lattice.py`), and whatever leaves the
 * range of `V` ends the question with OverflowError; then the same source built with WIDE (128 bits), and then Python, is asked.
 * All memory of one position lies in two arenas and is freed with it; a question ends with MemoryError rather than exceed MOST_BYTES.
 */
#pragma once
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
#define EDITION 1 /* to be raised with every change of what `kernel.py` asks; it leaves out modules of another edition */
#define MOST_ITEMS 18
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
    size_t bytes;
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
        if (k->pool.bytes + k->scratch.bytes + size > MOST_BYTES)
            stop(k, OUT_OF_MEMORY);
        last = malloc(sizeof(Chunk) + 16 + size);
        if (!last)
            stop(k, OUT_OF_MEMORY);
        last->before = arena->last;
        last->size = size;
        last->used = 0;
        arena->last = last;
        arena->bytes += size;
    }
    void *found = (void *)((((uintptr_t)(last + 1) + 15) & ~(uintptr_t)15) + last->used);
    last->used += bytes;
    return found;
}

static Mark mark(Arena *arena) {
    Mark found = {arena->last, arena->last ? arena->last->used : 0};
    return found;
}

static void release(Arena *arena, Mark to) {
    while (arena->last != to.chunk) {
        Chunk *gone = arena->last;
        arena->last = gone->before;
        arena->bytes -= gone->size;
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
                total = checked(k, total - k->actions[lowest(left)].shift);
            add(k, &node->sets[ALL], total);
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
        bases = checked(k, bases + k->base[lowest(left)]);
    for (Mask left = mask & ~k->base_bits; left; left &= left - 1) {
        const Action *act = &k->actions[lowest(left)];
        away = checked(k, away + act->shift);
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

/* Whether a sum can be parted so: a term is a base alone, or a wild card acts on it last; the rest holds a base, or atoms only. */
static int is_split(const Kernel *k, Mask chosen, Mask rest, Mask atoms) {
    return (!chosen || chosen & ~k->base_bits & ~atoms) && (rest & k->base_bits || !(rest & ~atoms));
}

/* Goes through the sums of a mask: a term with its lowest base, and the rest; see `shapes.py`. Where equal cards make no difference,
 * one of the splits that differ in them only is enough: the one whose term is its own `rep`. */
#define EACH_SPLIT(k, mask, atoms, term, rest)                                                                                     \
    for (Mask base_ = (mask) & -(mask), others_ = (mask) ^ base_, rest = others_, term; rest && (term = (mask) ^ rest, 1);         \
         rest = (rest - 1) & others_)                                                                                              \
        if (is_split(k, term ^ base_, rest, atoms))
