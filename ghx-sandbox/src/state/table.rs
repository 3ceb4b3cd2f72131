//! Rows of one kind and the keys that name them.

use super::Refusal;

use std::{collections::BTreeMap, fmt, hash::Hash, marker::PhantomData};

/// The key of a row of `T`; keys of different kinds are different types.
pub(crate) struct Key<T>(u32, PhantomData<fn() -> T>);

impl<T> Key<T> {
    pub(crate) fn new(index: u32) -> Self {
        Self(index, PhantomData)
    }

    pub(crate) fn index(self) -> u32 {
        self.0
    }
}

impl<T> Clone for Key<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Key<T> {}

impl<T> PartialEq for Key<T> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl<T> Eq for Key<T> {}

impl<T> PartialOrd for Key<T> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl<T> Ord for Key<T> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.cmp(&other.0)
    }
}

impl<T> Hash for Key<T> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}

impl<T> fmt::Debug for Key<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}

/// Rows in the order of their creation. Keys are never reused, so that a deleted node stays deleted.
#[derive(Debug)]
pub(crate) struct Table<T> {
    rows: BTreeMap<u32, T>,
    next: u32,
}

impl<T> Default for Table<T> {
    fn default() -> Self {
        Self { rows: BTreeMap::new(), next: 1 }
    }
}

impl<T> Table<T> {
    pub(crate) fn insert(&mut self, row: T) -> Key<T> {
        let index = self.next;
        self.next += 1;
        self.rows.insert(index, row);
        Key::new(index)
    }

    pub(crate) fn get(&self, key: Key<T>) -> Result<&T, Refusal> {
        self.rows.get(&key.0).ok_or_else(Refusal::gone)
    }

    pub(crate) fn get_mut(&mut self, key: Key<T>) -> Result<&mut T, Refusal> {
        self.rows.get_mut(&key.0).ok_or_else(Refusal::gone)
    }

    pub(crate) fn remove(&mut self, key: Key<T>) -> Option<T> {
        self.rows.remove(&key.0)
    }

    pub(crate) fn contains(&self, key: Key<T>) -> bool {
        self.rows.contains_key(&key.0)
    }

    pub(crate) fn iter(&self) -> impl DoubleEndedIterator<Item = (Key<T>, &T)> {
        self.rows.iter().map(|(index, row)| (Key::new(*index), row))
    }

    /// The keys of the rows that `pick` accepts, in the order of their creation.
    pub(crate) fn keys_where(&self, mut pick: impl FnMut(&T) -> bool) -> Vec<Key<T>> {
        self.iter().filter(|(_, row)| pick(row)).map(|(key, _)| key).collect()
    }

    /// The first row that `pick` accepts.
    pub(crate) fn find(&self, mut pick: impl FnMut(&T) -> bool) -> Option<(Key<T>, &T)> {
        self.iter().find(|(_, row)| pick(row))
    }
}
