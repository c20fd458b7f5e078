//! A value that is owned or borrowed.

use std::ops::{Deref, DerefMut};

/// A value that its holder owns, or one that it borrows.
#[derive(Debug)]
pub(crate) enum MaybeOwned<'a, T> {
    Owned(T),
    Borrowed(&'a mut T),
}

impl<T> Deref for MaybeOwned<'_, T> {
    type Target = T;

    #[inline(always)]
    fn deref(&self) -> &T {
        match self {
            MaybeOwned::Owned(value) => value,
            MaybeOwned::Borrowed(value) => value,
        }
    }
}

impl<T> DerefMut for MaybeOwned<'_, T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut T {
        match self {
            MaybeOwned::Owned(value) => value,
            MaybeOwned::Borrowed(value) => value,
        }
    }
}
