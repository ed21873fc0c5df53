/* The simplest way to a value; `forms.py` and `ways.py` say it in Python. */
#pragma once
#include "reach.h"

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
    release(&k->scratch, start);
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
