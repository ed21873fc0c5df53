/* A board as Python hands it over, and the search of its takes. */
#pragma once
#include "convert.h"
#include "takes.h"

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

#define MOST_FACT ((long long)1 << 32) /* so that no rank leaves its range */

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
    if (!k->nodes || count != 5 * k->items || facts != 3 * asked->takers_count || asked->bonus_size != MOST_CARDS * 8 ||
        asked->colours_size != MOST_CARDS * 512 || asked->wanted < 1) {
        PyErr_SetString(PyExc_ValueError, "the arguments do not fit each other");
        return 0;
    }
    for (int item = 0; item < 5 * k->items; item++)
        if (asked->items[item] > MOST_FACT || asked->items[item] < -MOST_FACT)
            facts = -1;
    for (int fact = 0; fact < facts; fact++)
        if (asked->takers[fact] > MOST_FACT || asked->takers[fact] < -MOST_FACT)
            facts = -1;
    if (facts < 0)
        PyErr_SetString(PyExc_OverflowError, "points are out of range");
    return facts >= 0;
}

static void find_tally(const Kernel *k, const Asked *asked, Tally *tally) {
    memset(tally, 0, sizeof *tally);
    for (int item = 0; item < k->items; item++) {
        const long long *facts = asked->items + 5 * item;
        tally->colours[item] = (uint32_t)facts[0] & 511;
        tally->operations[item] = (uint32_t)facts[1] & 7;
        tally->numbers[item] = (uint32_t)facts[2];
        tally->cards[item] = (uint32_t)facts[3];
        tally->points[item] = facts[4];
    }
    tally->bonus = asked->bonus;
    tally->colour_bonus = asked->colours;
    tally->worth_points = asked->worth_points;
    tally->worth_cards = asked->worth_cards;
}

static void lay_out(Search *s, Kernel *k, const Asked *asked) {
    Tally tally;
    uint32_t colour[MOST_TAKERS];
    Rank points[MOST_TAKERS];
    size_t masks = (size_t)k->full + 1;
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
    s->taken_by = take(k, &k->scratch, masks * sizeof(uint16_t));
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
    start_found(s);
    find_tally(k, asked, &tally);
    find_ranks(s, &tally, colour, points);
}

#define CHEAP_CARDS 3

/* Search the takes; `limit` is the time left, negative for none. */
static void search(Search *s, double limit, double grace) {
    Kernel *k = s->k;
    int half = k->items / 2;
    if (limit >= 0) { /* whatever the limit, the takes of small sets are there to fall back on */
        double end = k->deadline;
        k->deadline = 0; /* single cards cost next to nothing, however busy the machine is */
        pack(s, 1);
        k->deadline = now() + (limit > grace ? limit : grace);
        pack(s, half < CHEAP_CARDS ? half : CHEAP_CARDS);
        k->deadline = end;
        if (now() >= end)
            stop(k, OUT_OF_TIME);
    }
    pack(s, half);
    add_large(s, half);
}
