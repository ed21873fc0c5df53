/* Sets of values, and masks of cards with what is known of them. */
#pragma once
#include "values.h"

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
    node->least = !away ? 1 : k->negative ? -LIMIT : 0; /* without a subtraction card all values are above 0 */
    node->most = LIMIT;
    if (sums_only)
        node->least = node->most = bases - away;
    else if (growth) {
        V least, most;
        if (!overflow && !__builtin_mul_overflow(away, growth, &least) && !__builtin_mul_overflow(bases, growth, &most)) {
            node->least = !away ? 1 : k->negative ? -least : 0;
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

/* Goes through the sums of a mask: a term with its lowest base, and the rest; see `splits.py`. Where equal cards make no difference,
 * one of the splits that differ in them only is enough: the one whose term is its own `rep`. */
#define EACH_SPLIT(k, mask, atoms, term, rest)                                                                                     \
    for (Mask base_ = (mask) & -(mask), others_ = (mask) ^ base_, rest = others_, term; rest && (term = (mask) ^ rest, 1);         \
         rest = (rest - 1) & others_)                                                                                              \
        if (is_split(k, term ^ base_, rest, atoms))
