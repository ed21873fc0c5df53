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
#define EDITION 5 /* to be raised with every change of what `kernel.py` asks; it leaves out modules of another edition */
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
    int asks_all;    /* whether every set of a position is asked for, as at the end of a game */
    uint32_t ticks;
    int items, bases, whole, negative; /* negative: whether values below zero may occur on the way */
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
    while (arena->last && arena->last != to.chunk) { /* all may have been released in between */
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
        return k->negative || *result >= 0;
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
        if (act->degree == 3 || !before[0] || !k->negative)
            return 1;
        before[1] = -before[0];
        return 2;
    default:
        return (value >= 0 || act->degree == 3) && powered(k, value, act->degree, before);
    }
}
