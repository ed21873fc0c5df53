"""Modules that stand in for compiled ones which no browser has: each passes calls on to WebAssembly in the same worker."""
