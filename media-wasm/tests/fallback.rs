//! The table for browsers without WebAssembly.

use std::fs::read_to_string;

use media_wasm::device::Device;
use media_wasm::fallback::{ClassPlans, table};
use media_wasm::plan::{Plan, plan};

/// Mimics the browser: the first plan with a supported type, otherwise the last.
fn choose(class: &ClassPlans, supports: impl Fn(&str) -> bool) -> Plan {
    let found = class.candidates.iter().find(|plan| plan.mime_type.is_some_and(&supports));
    *found.unwrap_or(&class.otherwise)
}

#[test]
fn rec30_the_table_plans_as_the_core_does() {
    let plans = table().plans;
    let device = Device::default();
    let classes = [
        (&plans.ios, Device { ios: true, safari: true, ..device }),
        (&plans.safari, Device { safari: true, ..device }),
        (&plans.android, Device { android: true, ..device }),
        (&plans.other, device),
    ];
    for (class, device) in classes {
        for known in class.candidates.iter().filter_map(|plan| plan.mime_type) {
            let only = |mime: &str| mime == known;
            assert_eq!(choose(class, only), plan(&device, only));
        }
        assert_eq!(choose(class, |_| false), plan(&device, |_| false));
        assert_eq!(choose(class, |_| true), plan(&device, |_| true));
    }
}

#[test]
fn rec30_the_committed_table_is_up_to_date() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../web/src/media/generated/fallback.json");
    let committed = read_to_string(path).expect("fallback.json is missing: run `cargo xtask gen`");
    let fresh = serde_json::to_string_pretty(&table()).unwrap() + "\n";
    assert!(committed == fresh, "fallback.json is stale: run `cargo xtask gen`");
}
