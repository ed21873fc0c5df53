"""Makes the models: draws scenes, trains, exports, measures. Never imported at run time."""
