//! Lists, trees and queues of handles.

use super::{each, seen};
use crate::operations;
use stackpool::{Change, HandleList, HandleLists, HandleMap, HandleQueue, HandleTree, SideTables};

stackpool::pool! {
    pub(crate) Member: [u32; 200];
    pub(crate) Owner: [u32; 20];
}

type List = HandleList<Member>;
type Lists = HandleLists<Owner, Member>;
type Tree = HandleTree<Member>;
type Queue = HandleQueue<Member, u32>;

/// A table of each kind.
#[derive(SideTables)]
#[tables(of = Member)]
pub(crate) struct Tables {
    map: HandleMap<Member, u32>,
    list: List,
    lists: Lists,
    tree: Tree,
    queue: Queue,
}

/// The methods that lists of one owner and of many share.
macro_rules! of_lists {
    ($row:literal as $module:ident of $List:ty) => {
        operations! {
            $row as $module {
                fn clear(list: &mut $List) { list.clear() }
                fn contains(list: &$List, member: MemberHandle) -> bool { list.contains(member) }
                fn ended(list: &$List, change: &Change<Member, ()>) -> Option<MemberHandle> { list.ended(change) }
                fn insert_after(list: &mut $List, place: MemberHandle, member: MemberHandle) -> bool {
                    list.insert_after(place, member)
                }
                fn insert_before(list: &mut $List, place: MemberHandle, member: MemberHandle) -> bool {
                    list.insert_before(place, member)
                }
                fn is_empty(list: &$List) -> bool { list.is_empty() }
                fn len(list: &$List) -> usize { list.len() }
                fn next(list: &$List, member: MemberHandle) -> Option<MemberHandle> { list.next(member) }
                fn previous(list: &$List, member: MemberHandle) -> Option<MemberHandle> { list.previous(member) }
                fn remove(list: &mut $List, member: MemberHandle) { seen(list.remove(member)) }
                fn retain(list: &mut $List) { list.retain(|member| member.index() > 5) }
            }
        }
    };
}

of_lists!("public.HandleList" as of_list of List);
of_lists!("public.HandleLists" as of_lists of Lists);

operations! {
    "public.HandleList" as list {
        fn first(list: &List) -> Option<MemberHandle> { list.first() }
        fn iter(list: &List) { each(list.iter()) }
        fn last(list: &List) -> Option<MemberHandle> { list.last() }
        fn move_to_back(list: &mut List, member: MemberHandle) -> bool { list.move_to_back(member) }
        fn move_to_front(list: &mut List, member: MemberHandle) -> bool { list.move_to_front(member) }
        fn pop_back(list: &mut List) -> Option<MemberHandle> { list.pop_back() }
        fn pop_front(list: &mut List) -> Option<MemberHandle> { list.pop_front() }
        fn push_back(list: &mut List, member: MemberHandle) -> bool { list.push_back(member) }
        fn push_front(list: &mut List, member: MemberHandle) -> bool { list.push_front(member) }
    }
    "public.HandleLists" as lists {
        fn clear_list(lists: &mut Lists, owner: OwnerHandle) { lists.clear_list(owner) }
        fn ended_owner(lists: &Lists, change: &Change<Owner, ()>) -> Option<OwnerHandle> { lists.ended_owner(change) }
        fn first(lists: &Lists, owner: OwnerHandle) -> Option<MemberHandle> { lists.first(owner) }
        fn iter(lists: &Lists, owner: OwnerHandle) { each(lists.iter(owner)) }
        fn iter_owners(lists: &Lists) { each(lists.iter_owners()) }
        fn last(lists: &Lists, owner: OwnerHandle) -> Option<MemberHandle> { lists.last(owner) }
        fn owner_of(lists: &Lists, member: MemberHandle) -> Option<OwnerHandle> { lists.owner_of(member) }
        fn pop_back(lists: &mut Lists, owner: OwnerHandle) -> Option<MemberHandle> { lists.pop_back(owner) }
        fn pop_front(lists: &mut Lists, owner: OwnerHandle) -> Option<MemberHandle> { lists.pop_front(owner) }
        fn push_back(lists: &mut Lists, owner: OwnerHandle, member: MemberHandle) -> Option<OwnerHandle> {
            lists.push_back(owner, member)
        }
        fn push_front(lists: &mut Lists, owner: OwnerHandle, member: MemberHandle) -> Option<OwnerHandle> {
            lists.push_front(owner, member)
        }
        fn retain_owners(lists: &mut Lists) { lists.retain_owners(|owner| owner.index() > 5) }
    }
    "public.SideTables" as side_tables {
        fn forget(tables: &mut Tables, member: MemberHandle) -> bool { tables.forget(member) }
        fn forget_all(tables: &mut Tables) { tables.forget_all() }
        fn remove_from(tables: &mut Tables, pool: &mut MemberPool, member: MemberHandle) -> Option<u32> {
            tables.remove_from(pool, member)
        }
        fn retain_handles(tables: &mut Tables) { tables.retain_handles(|member| member.index() > 5) }
    }
    "public.HandleTree" as tree {
        fn ancestors(tree: &Tree, node: MemberHandle) { each(tree.ancestors(node)) }
        fn append(tree: &mut Tree, parent: MemberHandle, node: MemberHandle) -> bool {
            tree.append(parent, node).is_ok()
        }
        fn append_root(tree: &mut Tree, node: MemberHandle) -> bool { tree.append_root(node) }
        fn children(tree: &Tree, node: MemberHandle) { each(tree.children(node)) }
        fn clear(tree: &mut Tree) { tree.clear() }
        fn contains(tree: &Tree, node: MemberHandle) -> bool { tree.contains(node) }
        fn descendants(tree: &Tree, node: MemberHandle) { each(tree.descendants(node)) }
        fn descendants_post_order(tree: &Tree, node: MemberHandle) { each(tree.descendants_post_order(node)) }
        fn detach(tree: &mut Tree, node: MemberHandle) -> bool { tree.detach(node) }
        fn ended(tree: &Tree, change: &Change<Member, ()>) -> Option<MemberHandle> { tree.ended(change) }
        fn first_child(tree: &Tree, node: MemberHandle) -> Option<MemberHandle> { tree.first_child(node) }
        fn insert_after(tree: &mut Tree, sibling: MemberHandle, node: MemberHandle) -> bool {
            tree.insert_after(sibling, node).is_ok()
        }
        fn insert_before(tree: &mut Tree, sibling: MemberHandle, node: MemberHandle) -> bool {
            tree.insert_before(sibling, node).is_ok()
        }
        fn is_empty(tree: &Tree) -> bool { tree.is_empty() }
        fn iter(tree: &Tree) { each(tree.iter()) }
        fn last_child(tree: &Tree, node: MemberHandle) -> Option<MemberHandle> { tree.last_child(node) }
        fn len(tree: &Tree) -> usize { tree.len() }
        fn next_sibling(tree: &Tree, node: MemberHandle) -> Option<MemberHandle> { tree.next_sibling(node) }
        fn parent(tree: &Tree, node: MemberHandle) -> Option<MemberHandle> { tree.parent(node) }
        fn prepend(tree: &mut Tree, parent: MemberHandle, node: MemberHandle) -> bool {
            tree.prepend(parent, node).is_ok()
        }
        fn prepend_root(tree: &mut Tree, node: MemberHandle) -> bool { tree.prepend_root(node) }
        fn previous_sibling(tree: &Tree, node: MemberHandle) -> Option<MemberHandle> { tree.previous_sibling(node) }
        fn remove(tree: &mut Tree, node: MemberHandle) { each(tree.remove(node)) }
        fn retain(tree: &mut Tree) { tree.retain(|node| node.index() > 5) }
        fn roots(tree: &Tree) { each(tree.roots()) }
    }
    "public.HandleQueue" as queue {
        fn change_key(queue: &mut Queue, member: MemberHandle, key: u32) -> Option<u32> {
            queue.change_key(member, key)
        }
        fn clear(queue: &mut Queue) { queue.clear() }
        fn contains(queue: &Queue, member: MemberHandle) -> bool { queue.contains(member) }
        fn ended(queue: &Queue, change: &Change<Member, ()>) -> Option<MemberHandle> { queue.ended(change) }
        fn is_empty(queue: &Queue) -> bool { queue.is_empty() }
        fn iter(queue: &Queue) { each(queue.iter()) }
        fn key(queue: &Queue, member: MemberHandle) -> Option<&u32> { queue.key(member) }
        fn len(queue: &Queue) -> usize { queue.len() }
        fn peek(queue: &Queue) -> Option<(MemberHandle, &u32)> { queue.peek() }
        fn pop(queue: &mut Queue) -> Option<(MemberHandle, u32)> { queue.pop() }
        fn pop_if(queue: &mut Queue) -> Option<(MemberHandle, u32)> { queue.pop_if(|_, key| *key <= 5) }
        fn push(queue: &mut Queue, member: MemberHandle, key: u32) -> Option<u32> { queue.push(member, key) }
        fn remove(queue: &mut Queue, member: MemberHandle) -> Option<u32> { queue.remove(member) }
        fn retain(queue: &mut Queue) { queue.retain(|member, _| member.index() > 5) }
    }
}
