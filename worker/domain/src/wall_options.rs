//! Options of walls.

use crate::string_enum::string_enum;

string_enum! {
    /// Arrangement of a wall's testimonials.
    WallLayout {
        /// As many columns as fit.
        Grid = "grid",
        /// Side by side, scrolling sideways.
        Row = "row",
        /// One at a time, scrolling sideways.
        Single = "single",
    }
}

string_enum! {
    /// Which testimonials a wall shows.
    WallFilling {
        /// Those that were chosen.
        ByHand = "by-hand",
        /// Every published one: pinned first, then the newest.
        All = "all",
        /// Those with a tag: pinned first, then the newest.
        ByTag = "by-tag",
    }
}

string_enum! {
    /// When a wall is dark. Then its background and text colours are swapped.
    WallScheme {
        /// Never.
        Light = "light",
        /// Always.
        Dark = "dark",
        /// If the visitor's device is.
        Visitor = "visitor",
    }
}

string_enum! {
    /// Typeface of a wall.
    WallTypeface {
        /// Sayso's.
        Ours = "ours",
        /// The site's that shows it, if the visitor's device has it, or else the device's.
        Host = "host",
    }
}
