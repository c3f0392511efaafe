//! Profiles are complete, overrides and the factor do what they say.

use super::*;

#[test]
fn every_profile_is_complete_and_every_number_has_a_source() {
    let kinds = ["definition", "measured", "published", "fitted", "assumed"];
    let names: Vec<String> = names().collect();
    for profile in Profile::ALL {
        let values = profile.values_in_file().unwrap_or_else(|| panic!("{profile:?} lacks a cost"));
        assert_eq!(values, profile.values(), "{profile:?} is stale: npm run schema");
        for (name, entry) in profile.entries().as_object().unwrap() {
            assert!(names.contains(name), "{profile:?}: {name} is no cost");
            assert!(kinds.contains(&entry["provenance"].as_str().unwrap()), "{profile:?}: {name}");
            assert!(entry["source"].as_str().unwrap().len() > 10, "{profile:?}: {name} has no source");
        }
    }
}

#[test]
fn a_profile_with_a_base_differs_from_it_where_it_says_so() {
    let costs = |profile| CostChoice { profile, ..CostChoice::default() }.resolve();
    let (base, own) = (costs(Profile::LinuxServer), costs(Profile::AwsC8g));
    assert_ne!(base.command_ns, own.command_ns);
    assert_eq!(base.futex_wait_ns, own.futex_wait_ns);
}

#[test]
fn a_factor_slows_the_core_and_not_the_wake_up() {
    let costs = |cpu_factor| CostChoice { cpu_factor, ..CostChoice::default() }.resolve();
    let (one, twice) = (costs(1.0), costs(2.0));
    assert_eq!(twice.socket_read_ns, 2.0 * one.socket_read_ns);
    assert_eq!(twice.socket_read_per_byte_ns, 2.0 * one.socket_read_per_byte_ns);
    assert_eq!((twice.wake_latency_ns, twice.quantum_ns), (one.wake_latency_ns, one.quantum_ns));
    assert!(NOT_CPU_TIME.iter().all(|name| NAMES.contains(name)));
}

#[test]
fn overrides_replace_single_costs() {
    let overrides = CostOverrides::read(|name| (name == "pollNs").then_some(5.0));
    let costs = CostChoice { profile: Profile::Ideal, overrides, ..CostChoice::default() }.resolve();
    assert_eq!(costs.poll_ns, 5.0);
    assert_eq!(costs.socket_read_ns, 0.0);
}
