/* The solver's kernel as Python sees it: a class `Kernel` for one position; `kernel.py` is the only one that asks it. */
#include "board.h"
#include "table_type.h"
#include "ways.h"

/* After a question that was broken off nothing half known is kept; returns NULL for the caller to return. */
static PyObject *broken_off(Kernel *k, int why) {
    Mark nothing = {NULL, 0};
    release(&k->scratch, nothing);
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
    make_room(k);
    k->deadline = seconds < 0 ? 0 : now() + seconds;
    k->ticks = 0;
}

static int find_products(Kernel *k) {
    int grouped = cards_in(k->group);
    k->group_shift = k->group ? lowest(k->group) : 0;
    free(k->tops);
    free(k->bottoms);
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

static int actions_from(Kernel *k, PyObject *actions) {
    for (int item = k->bases; item < k->items; item++) {
        Action *act = &k->actions[item];
        PyObject *top, *bottom, *shift, *growth, *one = PyList_GetItem(actions, item - k->bases);
        if (!PyArg_ParseTuple(one, "iiOOOO", &act->kind, &act->degree, &top, &bottom, &shift, &growth) || !value_from(top, &act->top) ||
            !value_from(bottom, &act->bottom) || !value_from(shift, &act->shift) || !value_from(growth, &act->growth))
            return 0;
        if (act->kind == SUBTRACT && k->negative) /* else it acts on one value, as every other card does */
            k->atom_bits |= (Mask)1 << item;
        if (act->kind == FACTOR && !k->whole)
            k->group |= (Mask)1 << item;
    }
    k->acting = k->full & ~k->base_bits & ~k->atom_bits;
    return 1;
}

/* Kernel(bases, actions, scale, whole, negative, twins): scaled values; (kind, degree, top, bottom, shift, growth) of each wild card in
 * the order of the pack, subtraction cards first; 1 where only whole numbers are allowed; 1 where negative ones are; masks of equal
 * cards. */
static int kernel_init(PyObject *self, PyObject *args, PyObject *names) {
    Kernel *k = (Kernel *)self;
    PyObject *bases, *actions, *scale, *twins;
    long long masks[MOST_ITEMS];
    (void)names;
    if (k->nodes) {
        PyErr_SetString(PyExc_TypeError, "a kernel is made once");
        return -1;
    }
    if (!PyArg_ParseTuple(args, "OOOppO", &bases, &actions, &scale, &k->whole, &k->negative, &twins) || !value_from(scale, &k->scale))
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
    k->twin_count = longs_from(twins, masks, MOST_ITEMS);
    if (k->twin_count < 0 || !actions_from(k, actions))
        return -1;
    for (int twin = 0; twin < k->twin_count; twin++)
        k->twins[twin] = (Mask)masks[twin];
    int why = setjmp(k->stop);
    if (why) {
        PyErr_SetString(PyExc_OverflowError, "a factor is out of range");
        return -1;
    }
    if (find_products(k)) /* with its nodes a kernel is made */
        k->nodes = calloc((size_t)k->full + 1, sizeof(Node *));
    if (!k->nodes) {
        PyErr_NoMemory();
        return -1;
    }
    return 0;
}

static void kernel_dealloc(PyObject *self) {
    Kernel *k = (Kernel *)self;
    PyTypeObject *type = Py_TYPE(self);
    Mark nothing = {NULL, 0};
    release(&k->pool, nothing);
    release(&k->scratch, nothing);
    free(k->nodes);
    free(k->tops);
    free(k->bottoms);
    freefunc freed = (freefunc)PyType_GetSlot(type, Py_tp_free);
    freed(self);
    Py_DECREF(type);
}

static int is_mask(const Kernel *k, unsigned int mask) {
    if (k->nodes && mask & k->base_bits && !(mask & ~k->full))
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

/* Adds (mask, value) for each wanted value that the mask makes. */
static int add_made(Kernel *k, PyObject *found, Mask mask, PyObject *list, const V *wanted, uint32_t count, uint8_t *hit) {
    make_room(k);
    ask(k, ALL, mask, wanted, count, hit);
    for (uint32_t index = 0; index < count; index++)
        if (hit[index]) {
            PyObject *one = Py_BuildValue("(IO)", mask, PyList_GetItem(list, (Py_ssize_t)index));
            if (!one || PyList_Append(found, one)) {
                Py_XDECREF(one);
                return 0;
            }
            Py_DECREF(one);
        }
    return 1;
}

/* making(held, some, most, wanted, seconds): (mask, value) for all masks of up to so many cards that hold all of `held`, with a base, and
 * one of `some` at least, and for each of up to MOST_TAKERS wanted values that they make. */
static PyObject *kernel_making(PyObject *self, PyObject *args) {
    Kernel *k = (Kernel *)self;
    PyObject *list;
    unsigned int held, some;
    int most;
    double seconds;
    V wanted[MOST_TAKERS];
    uint8_t hit[MOST_TAKERS];
    if (!PyArg_ParseTuple(args, "IIiOd", &held, &some, &most, &list, &seconds) || !is_mask(k, held))
        return NULL;
    int count = values_from(list, wanted, MOST_TAKERS);
    PyObject *found = count < 0 ? NULL : PyList_New(0);
    if (!found)
        return NULL;
    int why = setjmp(k->stop);
    if (why) {
        Py_DECREF(found);
        return broken_off(k, why);
    }
    start(k, seconds);
    for (Mask mask = held; mask <= k->full; mask++)
        if ((mask & held) == held && mask & some && cards_in(mask) <= most && !add_made(k, found, mask, list, wanted, (uint32_t)count, hit)) {
            Py_DECREF(found);
            return NULL;
        }
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

/* peak(mask, value, (whole, signed, floor), seconds): the smallest largest value of the ways of a world, or None; see `Form.peak`. */
static PyObject *kernel_peak(PyObject *self, PyObject *args) {
    Kernel *k = (Kernel *)self;
    PyObject *value_object, *floor_object;
    unsigned int mask;
    int whole, is_signed;
    double seconds;
    V value, floor;
    if (!PyArg_ParseTuple(args, "IO(iiO)d", &mask, &value_object, &whole, &is_signed, &floor_object, &seconds) || !is_mask(k, mask) ||
        !value_from(value_object, &value) || !value_from(floor_object, &floor))
        return NULL;
    int why = setjmp(k->stop);
    if (why)
        return broken_off(k, why);
    start(k, seconds);
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

/* way(mask, value, (whole, signed, floor), largest, seconds): the first way on which nothing exceeds the largest value. */
static PyObject *kernel_way(PyObject *self, PyObject *args) {
    Kernel *k = (Kernel *)self;
    PyObject *value_object, *floor_object, *largest_object;
    unsigned int mask;
    int whole, is_signed;
    double seconds;
    V value, floor, largest;
    if (!PyArg_ParseTuple(args, "IO(iiO)Od", &mask, &value_object, &whole, &is_signed, &floor_object, &largest_object, &seconds) ||
        !is_mask(k, mask) || !value_from(value_object, &value) || !value_from(floor_object, &floor) || !value_from(largest_object, &largest))
        return NULL;
    int why = setjmp(k->stop);
    if (why)
        return broken_off(k, why);
    start(k, seconds);
    Mark before = mark(&k->scratch);
    Tree *tree = way_of(k, form_of(k, whole, is_signed, floor), mask, value, largest, 0);
    PyObject *way = tree_to(k, tree);
    release(&k->scratch, before);
    return way;
}

/* best(items, targets, takers, twins, bonus, colour bonus, worth of points, worth of cards, rank of clearing, centre, wanted, limit,
 * grace): the best takes as (rank, place, masks), and what stopped the search, "time" or "memory"; None where they are proven.
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
    release(&k->scratch, nothing);
    free(s);
    if (why == OUT_OF_RANGE)
        broken_off(k, why);
    return found ? Py_BuildValue("(Nz)", found, why == OUT_OF_TIME ? "time" : why ? "memory" : NULL) : NULL;
}

static PyMethodDef kernel_methods[] = {
    {"among", kernel_among, METH_VARARGS, NULL},
    {"making", kernel_making, METH_VARARGS, NULL},
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

static PyType_Spec kernel_spec = {"numero_cam.games.numero.solve." MODULE_NAME ".Kernel", sizeof(Kernel), 0, Py_TPFLAGS_DEFAULT, kernel_slots};

static int add_type(PyObject *module, const char *name, PyType_Spec *spec) {
    PyObject *type = PyType_FromSpec(spec);
    int failed = !type || PyModule_AddObjectRef(module, name, type);
    Py_XDECREF(type);
    return failed;
}

static int module_exec(PyObject *module) {
    int failed = add_type(module, "Kernel", &kernel_spec) || add_type(module, "Table", &table_spec);
    return failed || PyModule_AddIntConstant(module, "EDITION", EDITION) ? -1 : 0;
}

static PyModuleDef_Slot module_slots[] = {{Py_mod_exec, module_exec}, {0, NULL}};

static PyModuleDef module = {PyModuleDef_HEAD_INIT, MODULE_NAME, NULL, 0, NULL, module_slots, NULL, NULL, NULL};

PyMODINIT_FUNC MODULE_INIT(void) { return PyModuleDef_Init(&module); }
