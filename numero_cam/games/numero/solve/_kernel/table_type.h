/* The class `Table` as Python sees it; `playouts.py` is the only one that asks it. */
#pragma once
#include "endgame.h"

static int facts_from(Table *t, PyObject *one, Facts *f) {
    long long top, bottom, shift, growth;
    if (!PyArg_ParseTuple(one, "piiiiIIiiiiiLLLL", &f->is_wild, &f->value, &f->order, &f->text, &f->meaning, &f->colours, &f->operations,
                          &f->points, &f->in_hand, &f->in_centre, &f->action.kind, &f->action.degree, &top, &bottom, &shift, &growth))
        return 0;
    f->action.top = top;
    f->action.bottom = bottom;
    f->action.shift = shift;
    f->action.growth = growth;
    f->colours &= 511;
    f->operations &= 7;
    f->hash = mixed((uint64_t)t->card_count + 1000);
    if (f->value < 0 || f->value > LARGEST_VALUE || bottom < 1 || f->action.kind < 0 || f->action.kind > ROOT || f->action.degree > 3) {
        PyErr_SetString(PyExc_ValueError, "there is no such card");
        return 0;
    }
    t->card_count++;
    return 1;
}

static int rules_from(Table *t, PyObject *rules) {
    Rules *r = &t->rules;
    return PyArg_ParseTuple(rules, "ppppipiiiLLLp", &r->negative, &r->by_points, &r->all_chances, &r->one_wild, &r->most_cards,
                            &r->most_cards_each, &r->most_cards_points, &r->numbers, &r->most_items, &r->worth_points, &r->worth_cards,
                            &r->clear_rank, &r->centre_points);
}

static void free_kernel(Kernel *k) {
    Mark nothing = {NULL, 0};
    if (!k)
        return;
    release(&k->pool, nothing);
    release(&k->scratch, nothing);
    free(k->nodes);
    free(k->tops);
    free(k->bottoms);
    free(k);
}

/* A kernel for whole numbers, which Python never sees: no object, only its memory; nothing where there is none. */
static Kernel *new_kernel(int negative) {
    Kernel *k = calloc(1, sizeof(Kernel));
    if (!k)
        return NULL;
    k->nodes = calloc((size_t)1 << MOST_ITEMS, sizeof(Node *));
    k->tops = calloc(1, sizeof(V));
    k->bottoms = calloc(1, sizeof(V));
    if (!k->nodes || !k->tops || !k->bottoms) {
        free_kernel(k);
        return NULL;
    }
    k->scale = k->whole = 1;
    k->tops[0] = k->bottoms[0] = 1;
    k->negative = negative;
    return k;
}

/* Table(cards, rules, bonus, colour bonus): a tuple of facts a card, in the order of `Facts`; the rules in that of `rules_from`; the
 * tables of bonuses as `best` of the kernel takes them. */
static int table_init(PyObject *self, PyObject *args, PyObject *names) {
    Table *t = (Table *)self;
    PyObject *cards, *rules;
    const char *bonus, *colours;
    Py_ssize_t bonus_size, colours_size;
    (void)names;
    if (t->kernel) {
        PyErr_SetString(PyExc_TypeError, "a table is made once");
        return -1;
    }
    if (!PyArg_ParseTuple(args, "OOy#y#", &cards, &rules, &bonus, &bonus_size, &colours, &colours_size))
        return -1;
    Py_ssize_t count = PyList_Size(cards);
    if (count < 0 || !rules_from(t, rules))
        return -1;
    if (count > MOST_CARD_KINDS || bonus_size != MOST_CARDS * 8 || colours_size != MOST_CARDS * 512 || t->rules.most_items < 2 ||
        t->rules.most_items > MOST_ITEMS) {
        PyErr_SetString(PyExc_ValueError, "the arguments do not fit each other");
        return -1;
    }
    for (Py_ssize_t index = 0; index < count; index++)
        if (!facts_from(t, PyList_GetItem(cards, index), &t->cards[index]))
            return -1;
    memcpy(t->bonus, bonus, MOST_CARDS * 8);
    memcpy(t->colours, colours, MOST_CARDS * 512);
    t->known = calloc(KEPT_TAKES, sizeof(KnownTake));
    t->known_sets = calloc(KEPT_SETS, sizeof(KnownSet));
    t->search = calloc(1, sizeof(Search));
    Kernel *k = t->kernel = new_kernel(t->rules.negative);
    if (!k || !t->known || !t->known_sets || !t->search || setjmp(k->stop)) {
        PyErr_NoMemory();
        return -1;
    }
    take(k, &k->pool, 1 << 20);
    take(k, &k->scratch, 1 << 20);
    t->pool = (Mark){k->pool.last, 0};
    t->scratch = (Mark){k->scratch.last, 0};
    return 0;
}

static void table_dealloc(PyObject *self) {
    Table *t = (Table *)self;
    PyTypeObject *type = Py_TYPE(self);
    free_kernel(t->kernel);
    free_kernel(t->all_kernel);
    free(t->search);
    free(t->known);
    free(t->known_sets);
    free(t->end_moves);
    free(t->end_tried);
    free(t->end_known);
    free(t->end_many);
    freefunc freed = (freefunc)PyType_GetSlot(type, Py_tp_free);
    freed(self);
    Py_DECREF(type);
}

static int bad_game(void) {
    PyErr_SetString(PyExc_ValueError, "there is no such game");
    return 0;
}

static int are_cards(const Table *t, const uint8_t *cards, Py_ssize_t count) {
    for (Py_ssize_t index = 0; index < count; index++)
        if (cards[index] >= t->card_count)
            return bad_game();
    return 1;
}

/* The centre: of each card or build the number of its cards, its value (0 for none, NO_CARD for a card that is no build), its cards. */
static int centre_from(const Table *t, Game *g, const uint8_t *bytes, Py_ssize_t size) {
    for (Py_ssize_t at = 0; at < size;) {
        if (at + 2 > size || !bytes[at] || at + 2 + bytes[at] > size || g->lying == MOST_LYING || !are_cards(t, bytes + at + 2, bytes[at]))
            return PyErr_Occurred() ? 0 : bad_game();
        Lying one = single(t, bytes[at + 2]);
        for (int index = 1; index < bytes[at]; index++) {
            Lying more = single(t, bytes[at + 2 + index]);
            join(&one, &more);
        }
        if (bytes[at + 1] != NO_CARD) {
            one.is_build = 1;
            one.card = NO_CARD;
            one.value = bytes[at + 1];
        }
        g->centre[g->lying++] = one;
        at += 2 + bytes[at];
    }
    return 1;
}

/* The arguments of a game: centre, hands, stock, player, last taker or -1, chances that follow or -1 before them, cards won, points. */
static int game_from(const Table *t, PyObject *args, Game *g) {
    const char *centre, *stock;
    char *cards;
    Py_ssize_t centre_size, stock_size, held;
    PyObject *hands, *won, *scores;
    memset(g, 0, sizeof *g);
    if (!PyArg_ParseTuple(args, "y#Oy#iiiOO", &centre, &centre_size, &hands, &stock, &stock_size, &g->player, &g->last_taker, &g->chances,
                          &won, &scores))
        return 0;
    g->players = (int)PyTuple_Size(hands);
    if (g->players < 2 || g->players > MOST_SEATS || PyTuple_Size(won) != g->players || PyTuple_Size(scores) != g->players ||
        g->player < 0 || g->player >= g->players || g->last_taker >= g->players)
        return PyErr_Occurred() ? 0 : bad_game();
    for (int who = 0; who < g->players; who++) {
        if (PyBytes_AsStringAndSize(PyTuple_GetItem(hands, who), &cards, &held))
            return 0;
        if (held > MOST_HELD || !are_cards(t, (const uint8_t *)cards, held))
            return PyErr_Occurred() ? 0 : bad_game();
        memcpy(g->hand[who], cards, (size_t)held);
        g->held[who] = (int)held;
        g->won[who] = (int)PyLong_AsLong(PyTuple_GetItem(won, who));
        g->score[who] = (int)PyLong_AsLong(PyTuple_GetItem(scores, who));
    }
    g->stock = (const uint8_t *)stock;
    g->stock_left = (int)stock_size;
    g->last = g->chances >= 0;
    g->chances = g->last ? g->chances : 0;
    return !PyErr_Occurred() && are_cards(t, g->stock, stock_size) && centre_from(t, g, (const uint8_t *)centre, centre_size);
}

static PyObject *stopped(int why) {
    if (why == OUT_OF_RANGE)
        PyErr_SetString(PyExc_OverflowError, "a value is out of range");
    else if (why == OUT_OF_TIME)
        PyErr_SetString(PyExc_TimeoutError, "the time limit is over");
    else if (why == OUT_OF_MEMORY)
        PyErr_NoMemory();
    return NULL;
}

/* play(centre, hands, stock, player, last taker, chances, won, scores, turns): scores, wild cards held, cards held, cards won, cards left
 * in the stock, whether the game is over, and (player, gain, cleared) of each turn. */
static PyObject *table_play(PyObject *self, PyObject *args) {
    Table *t = (Table *)self;
    Game game, *g = &game;
    Trace trace;
    PyObject *position = PyTuple_GetSlice(args, 0, 8);
    int fine = position && game_from(t, position, g);
    long turns = fine && PyTuple_Size(args) == 9 ? PyLong_AsLong(PyTuple_GetItem(args, 8)) : -1;
    if (turns < 0 || turns > MOST_TURNS) {
        Py_XDECREF(position);
        if (!PyErr_Occurred())
            bad_game();
        return NULL;
    }
    int why = setjmp(t->kernel->stop);
    if (!why) {
        t->kernel->deadline = 0;
        play_on(t, g, (int)turns, &trace);
    }
    Py_DECREF(position); /* holds the cards of the stock until here */
    if (why)
        return stopped(why);
    PyObject *scores = PyTuple_New(g->players), *wilds = PyTuple_New(g->players), *held = PyTuple_New(g->players);
    PyObject *won = PyTuple_New(g->players), *done = PyTuple_New(trace.turns);
    for (int who = 0; who < g->players && scores && wilds && held && won && done; who++) {
        int count = 0;
        for (int place = 0; place < g->held[who]; place++)
            count += t->cards[g->hand[who][place]].is_wild;
        PyTuple_SetItem(scores, who, PyLong_FromLong(g->score[who]));
        PyTuple_SetItem(wilds, who, PyLong_FromLong(count));
        PyTuple_SetItem(held, who, PyLong_FromLong(g->held[who]));
        PyTuple_SetItem(won, who, PyLong_FromLong(g->won[who]));
    }
    for (int turn = 0; turn < trace.turns && done; turn++)
        PyTuple_SetItem(done, turn, Py_BuildValue("(iii)", trace.who[turn], trace.gain[turn], trace.cleared[turn]));
    return Py_BuildValue("(NNNNiiN)", scores, wilds, held, won, g->stock_left, g->over, done);
}

/* The places of a play as Python sees them: kind, place of its number card, value of a build, places of the centre, of the hand, and of
 * the hand's cards that are discarded before it. */
static PyObject *move_to(const Move *move) {
    PyObject *lying = PyList_New(0), *own = PyList_New(0), *before_it = PyList_New(0);
    for (int place = 0; place < MOST_LYING; place++) {
        PyObject *number = PyLong_FromLong(place);
        if (number && lying && move->lying >> place & 1 && PyList_Append(lying, number))
            Py_CLEAR(lying);
        if (number && own && place < 32 && move->own >> place & 1 && PyList_Append(own, number))
            Py_CLEAR(own);
        if (number && before_it && place < 32 && move->before >> place & 1 && PyList_Append(before_it, number))
            Py_CLEAR(before_it);
        Py_XDECREF(number);
    }
    return Py_BuildValue("(iiiNNN)", move->kind, move->held, move->value, lying, own, before_it);
}

/* Tell the kernel of a whole search the cards of its first position: centre and hands, of each kind one bit for each card. */
static void set_all_cards(Table *t, const Game *g, int *meaning) {
    Action actions[MOST_ITEMS];
    int items = 0, bases = 0;
    for (int wilds = 0; wilds < 2; wilds++) {
        for (int place = 0; place < g->lying; place++)
            if (items < MOST_ITEMS && (wilds ? is_wild(t, &g->centre[place]) : is_base(t, &g->centre[place]))) {
                meaning[items] = wilds ? t->cards[g->centre[place].card].meaning : base_meaning(g->centre[place].value);
                if (wilds)
                    actions[items] = t->cards[g->centre[place].card].action;
                items++;
            }
        for (int who = 0; who < g->players; who++)
            for (int place = 0; place < g->held[who]; place++) {
                const Facts *f = &t->cards[g->hand[who][place]];
                if (items < MOST_ITEMS && f->is_wild == wilds) {
                    meaning[items] = wilds ? f->meaning : base_meaning(f->value);
                    actions[items++] = f->action;
                }
            }
        bases = wilds ? bases : items;
    }
    set_cards(t->all_kernel, items, bases, meaning, actions);
    t->all_meanings = meaning;
}

/* Prepare the search of an end, which leaves out no card; `meanings` lasts as long as the search. */
static void begin_end(Table *t, const Game *g, int *meanings) {
    set_all_cards(t, g, meanings);
    t->all_kernel->deadline = t->kernel->deadline = 0;
    t->all_kernel->asks_all = t->kernel->asks_all = 1;
    t->rules.most_items += MOST_ITEMS;
}

static void finish_end(Table *t) {
    Mark nothing = {NULL, 0};
    release(&t->all_kernel->pool, nothing);
    release(&t->all_kernel->scratch, nothing);
    t->kernel->asks_all = 0;
    t->all_meanings = NULL;
    if (t->rules.most_items > MOST_ITEMS)
        t->rules.most_items -= MOST_ITEMS;
}

/* end(centre, ..., scores, points that winning counts more, most nodes, seconds of processor time): what the player ends ahead by more than
 * now (with the bonus: ends ahead by), the best play, and the nodes looked at; TimeoutError or MemoryError where it is not solved. */
static PyObject *table_end(PyObject *self, PyObject *args) {
    Table *t = (Table *)self;
    Game game;
    End e = {.t = t};
    int bonuses[MOST_BOUND_CARDS + 1][MOST_BOUND_SETS + 1], meanings[MOST_ITEMS];
    Move move;
    double seconds;
    Py_ssize_t all = PyTuple_Size(args);
    PyObject *position = all == 11 ? PyTuple_GetSlice(args, 0, 8) : NULL, *rest = position ? PyTuple_GetSlice(args, 8, 11) : NULL;
    int fine = rest && PyArg_ParseTuple(rest, "iLd", &e.win_bonus, &e.most_nodes, &seconds) && game_from(t, position, &game);
    if (!fine || game.players != 2 || game.stock_left) {
        Py_XDECREF(position);
        Py_XDECREF(rest);
        if (!PyErr_Occurred())
            bad_game();
        return NULL;
    }
    if (!t->all_kernel)
        t->all_kernel = new_kernel(t->rules.negative);
    if (!t->end_moves)
        t->end_moves = malloc(MOST_MOVES * sizeof(Move));
    if (!t->end_tried)
        t->end_tried = malloc(2 * sizeof *e.tried);
    if (!t->end_known)
        t->end_known = calloc(KEPT_POSITIONS, sizeof(KnownEnd));
    e.moves = t->end_moves;
    e.known = t->end_known;
    e.tried = t->end_tried;
    PyObject *answer = NULL;
    if (!t->all_kernel || !e.moves || !e.known || !e.tried) {
        Py_DECREF(position);
        Py_DECREF(rest);
        return PyErr_NoMemory();
    }
    int why = setjmp(t->kernel->stop);
    if (!why)
        why = setjmp(t->all_kernel->stop);
    if (!why) {
        begin_end(t, &game, meanings);
        e.salt = mixed(++t->end_searches);
        e.most_bonus = bonuses;
        find_most_bonus(&e);
        memset(e.tried, 0, 2 * sizeof *e.tried);
        e.deadline = seconds > 0 ? thread_now() + seconds : 0;
        int value = searched_end(&e, &game, -FAR, FAR, &move);
        answer = Py_BuildValue("(iNL)", value, move_to(&move), e.nodes);
    }
    finish_end(t);
    Py_DECREF(position);
    Py_DECREF(rest);
    return why ? stopped(why) : answer;
}

/* end_of_many(centre, ..., scores, most nodes): what each player gains until the end; TimeoutError or MemoryError where it is not solved. */
static PyObject *table_end_of_many(PyObject *self, PyObject *args) {
    Table *t = (Table *)self;
    Game game;
    End e = {.t = t};
    int32_t gains[MOST_SEATS];
    int meanings[MOST_ITEMS];
    PyObject *position = PyTuple_Size(args) == 9 ? PyTuple_GetSlice(args, 0, 8) : NULL;
    e.most_nodes = position ? PyLong_AsLongLong(PyTuple_GetItem(args, 8)) : -1;
    if (!position || PyErr_Occurred() || !game_from(t, position, &game) || game.stock_left) {
        Py_XDECREF(position);
        if (!PyErr_Occurred())
            bad_game();
        return NULL;
    }
    Py_DECREF(position); /* no card is drawn any more */
    if (!t->all_kernel)
        t->all_kernel = new_kernel(t->rules.negative);
    if (!t->end_moves)
        t->end_moves = malloc(MOST_MOVES * sizeof(Move));
    if (!t->end_many)
        t->end_many = calloc(KEPT_MANY, sizeof(KnownMany));
    e.moves = t->end_moves;
    if (!t->all_kernel || !e.moves || !t->end_many)
        return PyErr_NoMemory();
    int why = setjmp(t->kernel->stop);
    if (!why)
        why = setjmp(t->all_kernel->stop);
    if (!why) {
        begin_end(t, &game, meanings);
        e.salt = mixed(++t->end_searches);
        find_gains(&e, t->end_many, &game, gains);
    }
    finish_end(t);
    if (why)
        return stopped(why);
    PyObject *found = PyTuple_New(game.players);
    for (int who = 0; found && who < game.players; who++)
        PyTuple_SetItem(found, who, PyLong_FromLong(gains[who]));
    return found;
}

static PyMethodDef table_methods[] = {
    {"end_of_many", table_end_of_many, METH_VARARGS, NULL},
    {"end", table_end, METH_VARARGS, NULL},
    {"play", table_play, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot table_slots[] = {
    {Py_tp_init, table_init},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, table_dealloc},
    {Py_tp_methods, table_methods},
    {0, NULL},
};

static PyType_Spec table_spec = {"numero_cam.games.numero.solve." MODULE_NAME ".Table", sizeof(Table), 0, Py_TPFLAGS_DEFAULT, table_slots};
