//! What errors and figures say.

use crate::operations;
use core::panic::Location;
use stackpool::{AlreadyTaken, LiveSite, LiveSites, LostHandle, LostLink, Stale, Stats};

type Plain = super::pools::Plain;
type PlainHandle = super::pools::PlainHandle;

operations! {
    "public.AlreadyTaken" as already_taken {
        fn name(error: &AlreadyTaken) -> &'static str { error.name() }
        fn taken_at(error: &AlreadyTaken) -> Option<&'static Location<'static>> { error.taken_at() }
    }
    "public.LiveSite" as live_site {
        fn count(site: &LiveSite) -> usize { site.count() }
        fn site(site: &LiveSite) -> &'static Location<'static> { site.site() }
    }
    "public.LiveSites" as live_sites {
        fn iter(sites: &LiveSites<'_>) { super::super::each(sites.iter()) }
        fn total(sites: &LiveSites<'_>) -> usize { sites.total() }
    }
    "public.LostHandle" as lost_handle {
        fn field(error: &LostHandle) -> &'static str { error.field() }
    }
    "public.LostLink" as lost_link {
        fn field(lost: &LostLink<Plain>) -> &'static str { lost.field() }
        fn object(lost: &LostLink<Plain>) -> PlainHandle { lost.object() }
    }
    "public.Stale" as stale {
        fn handle(error: &Stale<Plain>) -> PlainHandle { error.handle() }
        fn position(error: &Stale<Plain>) -> usize { error.position() }
    }
    "public.Stats" as stats {
        fn insertions(stats: &Stats) -> Option<u64> { stats.insertions() }
        fn removals(stats: &Stats) -> Option<u64> { stats.removals() }
        fn stale_uses(stats: &Stats) -> Option<u64> { stats.stale_uses() }
        fn wraps(stats: &Stats) -> Option<u64> { stats.wraps() }
    }
}
