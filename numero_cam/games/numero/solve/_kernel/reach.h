/* Which values masks can make; `reach.py` says it in Python. */
#pragma once
#include "masks.h"

static void list(Kernel *k, Mask mask);

/* Small masks list all their values; larger ones once they have been asked often, sooner where every set of a position is asked for. */
static const uint32_t PATIENCE[2][8] = {{0, 0, 0, 0, 0, 4, 30, 200}, {0, 0, 0, 0, 0, 0, 4, 30}};

static int worth_listing(const Kernel *k, const Node *node, Mask mask) {
    int cards = cards_in(mask);
    return cards <= 4 || (cards <= 7 && node->asked > PATIENCE[k->asks_all][cards]);
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
        if (!worth_listing(k, node, mask))
            return NULL;
        list(k, mask);
    }
    return node;
}

/* Which lists a value goes into. */
static void enlist(Kernel *k, Set *sets, V value, int term, int grouped) {
    add(k, &sets[ALL], value);
    if (term)
        add(k, &sets[TERMS], value);
    if (k->group && !grouped)
        add(k, &sets[UNGROUPED], value);
}

static void list_acts(Kernel *k, Mask mask, Set *sets) {
    V result;
    for (Mask left = mask & k->acting & ~k->group; left; left &= left - 1) {
        Mask bit = left & -left;
        if (rep(k, mask ^ bit) != (mask ^ bit))
            continue;
        const Set *before = &listed(k, mask ^ bit)->sets[ALL];
        for (uint32_t index = 0; index < before->count; index++)
            if (forward(k, &k->actions[lowest(bit)], before->row[index], &result))
                enlist(k, sets, result, 1, 0);
    }
}

static void list_groups(Kernel *k, Mask mask, Set *sets) {
    V result;
    Mask held = mask & k->group;
    for (Mask chosen = held; chosen; chosen = (chosen - 1) & held) {
        if (rep(k, mask ^ chosen) != (mask ^ chosen))
            continue;
        const Set *before = &listed(k, mask ^ chosen)->sets[UNGROUPED];
        V top = k->tops[chosen >> k->group_shift], bottom = k->bottoms[chosen >> k->group_shift];
        for (uint32_t index = 0; index < before->count; index++)
            if (scaled(k, before->row[index], top, bottom, &result))
                enlist(k, sets, result, 1, 1);
    }
}

static void list_sums(Kernel *k, Mask mask, Set *sets) {
    EACH_SPLIT(k, mask, k->atom_bits, term, rest) {
        if (rep(k, term) != term)
            continue;
        const Set *parts = &listed(k, term)->sets[TERMS], *rests = &listed(k, rest)->sets[ALL];
        for (uint32_t one = 0; one < parts->count; one++) {
            for (uint32_t other = 0; other < rests->count; other++)
                enlist(k, sets, checked(k, parts->row[one] + rests->row[other]), 0, 0);
            tick(k);
        }
    }
}

/* List all values of a mask; nothing is kept of a list that was broken off. */
static void list(Kernel *k, Mask mask) {
    Set sets[KINDS];
    mask = rep(k, mask);
    memset(sets, 0, sizeof sets);
    tick(k);
    list_acts(k, mask, sets);
    list_groups(k, mask, sets);
    list_sums(k, mask, sets);
    if (!k->group)
        sets[UNGROUPED] = sets[ALL];
    Node *node = node_of(k, mask);
    memcpy(node->sets, sets, sizeof sets);
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

/* Forget what is known of the masks; never while a question is under way. */
static void forget(Kernel *k) {
    Mark nothing = {NULL, 0};
    release(&k->pool, nothing);
    memset(k->forms, 0, sizeof k->forms);
    k->form_count = 0;
    memset(k->nodes, 0, ((size_t)k->full + 1) * sizeof(Node *));
}

static void make_room(Kernel *k) {
    if (k->pool.bytes > KEPT_BYTES)
        forget(k);
}

/* Take in the wanted values that were not asked for before and lie within the bounds; returns how many. */
static uint32_t take_in(Kernel *k, Node *node, Known *known, const V *wanted, uint32_t count, V *fresh) {
    uint32_t found = 0;
    int is_new;
    for (uint32_t index = 0; index < count; index++)
        if (within(node, wanted[index])) {
            asked_at(k, known, wanted[index], &is_new);
            if (is_new)
                fresh[found++] = wanted[index];
        }
    return found;
}

/* Search values that were never asked for, and note which of them can be made. */
static void find_out(Kernel *k, Node *node, int kind, Mask mask, const V *fresh, uint32_t count) {
    uint8_t *found = take(k, &k->scratch, count);
    Batch *batch = take(k, &k->scratch, sizeof(Batch));
    int is_new;
    tick(k);
    node->asked += count;
    memset(found, 0, count);
    batch->count = 0;
    ask_acts(k, mask, fresh, count, found, batch);
    if (kind != UNGROUPED && !all_hit(found, count))
        ask_groups(k, mask, fresh, count, found, batch);
    if (kind != TERMS && !all_hit(found, count))
        ask_sums(k, node, mask, fresh, count, found, batch);
    for (uint32_t index = 0; index < count; index++)
        if (found[index]) {
            uint32_t place = asked_at(k, &node->known[kind], fresh[index], &is_new); /* may move the table */
            node->known[kind].makable[place] = 1;
        }
}

/* Say for each wanted value whether the mask makes it by a last step that the kind allows; return how many it does. */
static uint32_t ask(Kernel *k, int kind, Mask mask, const V *wanted, uint32_t count, uint8_t *hit) {
    mask = rep(k, mask);
    Node *node = ready(k, mask);
    uint32_t hits = 0;
    if (node) {
        for (uint32_t index = 0; index < count; index++)
            hits += hit[index] = (uint8_t)has(&node->sets[kind], wanted[index]);
        return hits;
    }
    node = node_of(k, mask);
    if (!node->bounded)
        find_bounds(k, node, mask);
    Mark start = mark(&k->scratch);
    Known *known = &node->known[kind];
    V *fresh = take(k, &k->scratch, count * sizeof(V));
    uint32_t fresh_count = take_in(k, node, known, wanted, count, fresh);
    if (fresh_count)
        find_out(k, node, kind, mask, fresh, fresh_count);
    for (uint32_t index = 0; index < count; index++) {
        hit[index] = 0;
        if (within(node, wanted[index])) {
            int is_new;
            uint32_t place = asked_at(k, known, wanted[index], &is_new);
            hits += hit[index] = known->makable[place];
        }
    }
    release(&k->scratch, start);
    return hits;
}

static int makes(Kernel *k, Mask mask, V value) {
    uint8_t hit;
    return ask(k, ALL, mask, &value, 1, &hit) != 0;
}
