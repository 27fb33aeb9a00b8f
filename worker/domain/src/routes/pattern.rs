//! Builds route patterns from the segments of a row.

/// Pattern of a row's segments: `/api/client/{client}/days`.
#[macro_export]
macro_rules! route_pattern {
    ($($segment:tt),*) => { concat!($("/", $crate::route_segment!($segment)),*) };
}

/// One segment of a pattern.
#[macro_export]
#[doc(hidden)]
macro_rules! route_segment {
    ($literal:literal) => {
        $literal
    };
    ($name:ident) => {
        concat!("{", stringify!($name), "}")
    };
}
