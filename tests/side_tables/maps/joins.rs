//! Joins of maps and pools, in slot order.

use super::*;

/// Compares joins of two maps and a pool, each with random slots and generations, with intersections of `BTreeMap`s.
fn joins_as_the_model<P: PoolSpec<Item = u32>>(seeds: [u64; 3])
where
    P::Layout: Tracked,
{
    let mut random = seeds.map(|seed| seed | 1);
    let mut next = |source: usize, below: usize| {
        let x = &mut random[source];
        *x ^= *x << 13;
        *x ^= *x >> 7;
        *x ^= *x << 17;
        (*x >> 33) as usize % below
    };
    let mut pool = Pool::<P>::new();
    let most = Pool::<P>::CAPACITY * miri_or(1, 3);
    for i in 0..most {
        if pool.insert(i as u32).is_err() || next(2, 3) == 0 {
            let victim = pool.handles().nth(next(2, pool.len().max(1)));
            victim.and_then(|victim| pool.remove(victim));
        }
    }
    let mut a = HandleMap::<P, u32>::new();
    let mut b = HandleMap::<P, String>::new();
    let (mut model_a, mut model_b) = (BTreeMap::new(), BTreeMap::new());
    for i in 0..next(0, most) {
        // Half of the keys are in the pool, and the others are arbitrary.
        let own = pool.handles().nth(next(0, pool.len().max(1)));
        let any = handle::<P>((next(0, 200), next(0, 3) as u32));
        let key = own.filter(|_| i % 2 == 0).unwrap_or(any);
        a.insert(key, i as u32).map(|(former, _)| model_a.remove(&former));
        model_a.insert(key, i as u32);
    }
    for i in 0..next(1, most) {
        let own = pool.handles().nth(next(1, pool.len().max(1)));
        let any = handle::<P>((next(1, 200), next(1, 3) as u32));
        let key = own.filter(|_| i % 2 == 0).unwrap_or(any);
        b.insert(key, i.to_string()).map(|(former, _)| model_b.remove(&former));
        model_b.insert(key, i.to_string());
    }

    let both: Vec<_> =
        model_a.iter().filter_map(|(key, a)| Some((*key, *a, model_b.get(key)?.clone()))).collect();
    let joined = |(key, a, b): (Handle<P>, &u32, &String)| (key, *a, b.clone());
    assert!(a.join(&b).map(joined).eq(both.iter().cloned()));
    let mut folded = Vec::new();
    a.join(&b).for_each(|entry| folded.push(joined(entry)));
    assert_eq!(folded, both);
    assert!(b.join(&a).map(|(key, b, a)| joined((key, a, b))).eq(both.iter().cloned()));
    let (low, high) = a.join(&b).size_hint();
    assert!(low <= both.len() && both.len() <= high.unwrap());

    let objects: Vec<_> =
        pool.iter().filter_map(|(key, item)| Some((key, *item, *model_a.get(&key)?))).collect();
    let object = |(key, item, a): (Handle<P>, &u32, &u32)| (key, *item, *a);
    assert!(pool.join(&a).map(object).eq(objects.iter().copied()));
    assert!(a.join(&pool).map(|(key, a, item)| object((key, item, a))).eq(objects.iter().copied()));

    // Joins of all three, also from a join of two whose iteration has begun.
    let three: Vec<_> =
        both.iter().filter_map(|(key, a, b)| Some((*key, *a, b.clone(), *pool.get(*key)?))).collect();
    let flat = |(key, (a, b), item): (Handle<P>, (&u32, &String), &u32)| (key, *a, b.clone(), *item);
    assert!(a.join(&b).join(&pool).map(flat).eq(three.iter().cloned()));
    for begun in (0..=both.len()).step_by(miri_or(5, 1)) {
        let mut join = a.join(&b);
        let last = join.by_ref().take(begun).last().map(|(key, ..)| key);
        let rest = three.iter().filter(|entry| last.is_none_or(|last| entry.0 > last));
        assert!(join.clone().join(&pool).map(flat).eq(rest.cloned()));
        assert!(join.map(joined).eq(both[begun..].iter().cloned()));
    }

    // Mutable joins write to the joined values and to nothing else.
    for (key, a, b) in a.join_mut(&mut b) {
        *a += 1_000;
        b.push('!');
        let value = model_a.get_mut(&key).unwrap();
        *value += 1_000;
        assert_eq!(a, value);
        model_b.get_mut(&key).unwrap().push('!');
    }
    let mut model_pool: BTreeMap<_, _> = pool.iter().map(|(key, item)| (key, *item)).collect();
    for (key, item, a) in pool.join_mut(&mut a) {
        std::mem::swap(item, a);
        std::mem::swap(model_pool.get_mut(&key).unwrap(), model_a.get_mut(&key).unwrap());
    }
    let mut visited = Vec::new();
    for (key, (item, a), b) in pool.join_mut(&mut a).join(&mut b) {
        *item += *a;
        *a = 0;
        b.clear();
        *model_pool.get_mut(&key).unwrap() += model_a.insert(key, 0).unwrap();
        model_b.insert(key, String::new());
        visited.push(key);
    }
    assert_eq!(visited.len(), three.len());
    assert!(a.iter().map(|(key, a)| (key, *a)).eq(model_a));
    assert!(b.iter().map(|(key, b)| (key, b.clone())).eq(model_b));
    assert!(pool.iter().map(|(key, item)| (key, *item)).eq(model_pool));
}

proptest! {
    #![proptest_config(cases(1, 64))]

    #[test]
    fn joins(seeds in any::<[u64; 3]>()) {
        joins_as_the_model::<One>(seeds);
        joins_as_the_model::<Wide>(seeds);
        if !IS_SMALL {
            joins_as_the_model::<Word>(seeds);
            joins_as_the_model::<Aligned>(seeds);
            joins_as_the_model::<Bytes>(seeds);
            joins_as_the_model::<Words>(seeds);
            joins_as_the_model::<Retiring>(seeds);
            joins_as_the_model::<Live>(seeds);
        }
    }
}

#[cfg(feature = "rayon")]
#[test]
fn maps_are_walked_in_several_threads() {
    use rayon::prelude::*;
    pool! { Units: [u32; 300], quarantine = 0; }
    let mut units = UnitsPool::new();
    let mut map = HandleMap::<Units, u32>::new();
    for n in 0..250 {
        map.insert(units.insert(n).unwrap(), n);
    }
    map.par_iter_mut().for_each(|(handle, value)| *value += units[handle]);
    assert_eq!(map.par_values().sum::<u32>(), 2 * (0..250).sum::<u32>());
    let parts: Vec<Vec<_>> = map.parts(2).map(|part| part.map(|(_, value)| *value).collect()).collect();
    assert_eq!(parts.iter().map(Vec::len).collect::<Vec<_>>(), [128, 122]);
    assert!(parts.into_iter().flatten().eq((0..250).map(|n| 2 * n)));
}
