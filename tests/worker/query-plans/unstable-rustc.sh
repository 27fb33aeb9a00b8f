#!/bin/sh
# A stable compiler that takes unstable flags, for the crates of the workspace alone: `RUSTC_BOOTSTRAP` in cargo's own environment would
# build every dependency anew.
RUSTC_BOOTSTRAP=1 exec "$@"
