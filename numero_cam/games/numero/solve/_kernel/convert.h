/* Whole numbers from Python and back. */
#pragma once
#include "values.h"

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
