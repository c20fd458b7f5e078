//! Zeroed, growable memory for the tables of searches.
//!
//! A table is one large array that a search probes at random. A [`Buffer`] gives it memory that
//!
//! * is zero at first and takes no physical memory before it is written to, so that an empty table costs nothing;
//! * is backed by huge pages on Linux: otherwise most of the time of a probe is address translation;
//! * grows without a second copy of its content on Linux, where the pages move to a larger place in the address space;
//! * is never demanded: if the system refuses it, the caller gets an [`OutOfMemory`] and decides what to do.
//!
//! On Linux a buffer of more than a MiB is a memory mapping of its own. Others are zeroed allocations of the global allocator.

#[cfg(target_os = "linux")]
mod blocks;
mod byte_size;
mod heap;
#[cfg(target_os = "linux")]
mod mmap;

use std::ops::{Deref, DerefMut};
use std::ptr::NonNull;
use std::sync::atomic::AtomicU64;

#[cfg(target_os = "linux")]
use blocks::Block as System;
pub use byte_size::{ByteSize, ParseByteSizeError};
#[cfg(not(target_os = "linux"))]
use heap::Allocation as System;

/// Types for which zero bytes are a value. They need not be `Copy`, so that tables of atomic integers can be shared, but a buffer
/// drops none of its values.
///
/// # Safety
///
/// All-zero bytes must be a valid value of the type.
pub unsafe trait Zeroed {}

// SAFETY: an integer.
unsafe impl Zeroed for u32 {}
// SAFETY: an integer.
unsafe impl Zeroed for u64 {}
// SAFETY: an integer.
unsafe impl Zeroed for u128 {}

// SAFETY: it has the bytes of an integer.
unsafe impl Zeroed for AtomicU64 {}

// SAFETY: values one after the other, each of which may be zero.
unsafe impl<T: Zeroed, const N: usize> Zeroed for [T; N] {}

/// Fetches the cache line in which a value starts, because it will be asked for soon.
#[inline(always)]
pub fn prefetch<T>(value: &T) {
    let start: *const T = value;
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a prefetch has no effect that a program could notice, and the address is that of a value.
    unsafe {
        std::arch::x86_64::_mm_prefetch::<{ std::arch::x86_64::_MM_HINT_T0 }>(start.cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = start;
}

/// The system refuses memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the system refuses {} of memory", ByteSize(*.bytes as u64))]
pub struct OutOfMemory {
    /// How much was asked for.
    pub bytes: usize,
}

/// Where a buffer starts: a cache line, so that values of 32 or 64 bytes do not straddle two.
const ALIGNMENT: usize = 64;

/// A block of memory that the system gave.
///
/// # Safety
///
/// From `start` on, `bytes` bytes are readable and writable, belong to this value alone, and are zero until they are written
/// to. `start` is a multiple of [`ALIGNMENT`].
unsafe trait Memory: Sized {
    /// A new block, or `None` if the system refuses. `bytes` is not 0.
    fn zeroed(bytes: usize) -> Option<Self>;

    fn start(&self) -> NonNull<u8>;

    /// Makes the block larger. Its content stays, what is new is zero. Returns whether the system agreed; if it refuses, nothing
    /// changes. `bytes` is more than before.
    fn grow(&mut self, bytes: usize) -> bool;

    /// Sets the first `bytes` bytes to zero. If they are many, the system takes their memory back where it can.
    fn clear(&mut self, bytes: usize);
}

/// An array in zeroed memory that can grow; see the [crate].
#[derive(Debug)]
pub struct Buffer<T> {
    /// Where `memory` starts: an access does not have to ask whether there is any.
    start: NonNull<T>,
    len: usize,
    /// `None` if there is no value.
    memory: Option<System>,
}

impl<T> Default for Buffer<T> {
    /// A buffer without values, which takes no memory.
    fn default() -> Buffer<T> {
        Buffer { start: NonNull::dangling(), len: 0, memory: None }
    }
}

impl<T: Zeroed> Buffer<T> {
    /// A buffer of `len` zeroes.
    ///
    /// # Errors
    ///
    /// If the system refuses the memory.
    pub fn zeroed(len: usize) -> Result<Buffer<T>, OutOfMemory> {
        let mut buffer = Buffer::default();
        buffer.grow(len)?;
        Ok(buffer)
    }

    /// Makes the buffer longer: the values stay, the new ones are zero. A buffer that is long enough stays as it is.
    ///
    /// # Errors
    ///
    /// If the system refuses the memory; the buffer is then as it was.
    pub fn grow(&mut self, len: usize) -> Result<(), OutOfMemory> {
        const { assert!(align_of::<T>() <= ALIGNMENT && size_of::<T>() > 0 && !std::mem::needs_drop::<T>()) }
        if len <= self.len {
            return Ok(());
        }
        let bytes = len.checked_mul(size_of::<T>()).filter(|&bytes| isize::try_from(bytes).is_ok());
        let bytes = bytes.ok_or(OutOfMemory { bytes: usize::MAX })?;
        let refused = OutOfMemory { bytes };
        let memory = match &mut self.memory {
            Some(memory) => memory.grow(bytes).then_some(memory).ok_or(refused)?,
            none => none.insert(System::zeroed(bytes).ok_or(refused)?),
        };
        (self.start, self.len) = (memory.start().cast(), len);
        Ok(())
    }

    /// Sets the first `len` values to zero. If they are many, the system gets their memory back until they are written to again.
    ///
    /// # Panics
    ///
    /// If the buffer has less than `len` values.
    pub fn clear(&mut self, len: usize) {
        assert!(len <= self.len);
        if let Some(memory) = &mut self.memory {
            memory.clear(len * size_of::<T>());
        }
    }
}

impl<T: Zeroed> Deref for Buffer<T> {
    type Target = [T];

    #[inline(always)]
    fn deref(&self) -> &[T] {
        // SAFETY: the memory is aligned and has room for `len` values, each of which is zero, a valid value, or was written as
        // a `T`. Without memory `len` is 0.
        unsafe { std::slice::from_raw_parts(self.start.as_ptr(), self.len) }
    }
}

impl<T: Zeroed> DerefMut for Buffer<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: as in `deref`; the borrow of the buffer makes this the only reference.
        unsafe { std::slice::from_raw_parts_mut(self.start.as_ptr(), self.len) }
    }
}

// SAFETY: the buffer owns its memory as a `Vec` does.
unsafe impl<T: Send> Send for Buffer<T> {}
// SAFETY: as above; a shared buffer gives out shared references only.
unsafe impl<T: Sync> Sync for Buffer<T> {}

#[cfg(test)]
mod tests {
    use std::ops::Range;

    use super::*;

    #[derive(Clone, Copy, PartialEq, Debug)]
    struct Pair(u32, u32);

    // SAFETY: two integers.
    unsafe impl Zeroed for Pair {}

    #[test]
    fn zeroed_aligned_and_writable() {
        for len in [0, 1, 1000, 3 << 20] {
            let mut buffer = Buffer::<Pair>::zeroed(len).unwrap();
            assert_eq!(buffer.len(), len);
            if let Some(last) = buffer.last_mut() {
                assert_eq!(*last, Pair(0, 0));
                *last = Pair(1, 2);
                assert!(buffer.as_ptr().addr().is_multiple_of(ALIGNMENT));
            }
            assert_eq!(buffer.iter().rev().take(1).map(|pair| pair.1).sum::<u32>(), 2 * u32::from(len > 0));
        }
    }

    #[test]
    fn growing_keeps_the_values_and_adds_zeroes() {
        let mut buffer = Buffer::<Pair>::default();
        let lengths = [1, 10, 5000, 5000, 300_000, 1 << 20, 3 << 20];
        for (index, &len) in lengths.iter().enumerate() {
            let before = buffer.len();
            buffer.grow(len).unwrap();
            assert!(buffer[before..].iter().all(|&pair| pair == Pair(0, 0)), "{len}");
            if len > before {
                buffer[len - 1] = Pair(index as u32 + 1, len as u32);
            }
            for (index, &len) in lengths[..=index].iter().enumerate() {
                assert!(buffer[len - 1].1 == len as u32 && buffer[len - 1].0 <= index as u32 + 1);
            }
        }
        buffer.grow(3).unwrap();
        assert_eq!(buffer.len(), 3 << 20, "nothing shrinks");
    }

    #[test]
    fn what_is_cleared_is_zero_and_the_rest_stays() {
        // A few values, then enough that clearing returns their memory to the system.
        for len in [100, 20 << 20] {
            let mut buffer = Buffer::<Pair>::zeroed(len).unwrap();
            for index in (0..len).step_by(97) {
                buffer[index] = Pair(7, 7);
            }
            buffer[len - 1] = Pair(1, 2);
            buffer.clear(len - 1);
            assert!(buffer[..len - 1].iter().all(|&pair| pair == Pair(0, 0)));
            assert_eq!(buffer[len - 1], Pair(1, 2));
        }
    }

    #[test]
    fn too_much_is_an_error() {
        for len in [usize::MAX, usize::MAX / 16, usize::MAX / 64] {
            let refused = Buffer::<Pair>::zeroed(len).unwrap_err();
            assert!(refused.bytes > 1 << 30, "{refused}");
        }
        let mut buffer = Buffer::<Pair>::zeroed(5).unwrap();
        buffer[4] = Pair(3, 4);
        assert!(buffer.grow(usize::MAX / 64).is_err());
        assert_eq!((buffer.len(), buffer[4]), (5, Pair(3, 4)), "as it was");
        assert_eq!(OutOfMemory { bytes: 3 << 29 }.to_string(), "the system refuses 1.5 GiB of memory");
    }

    /// What every kind of memory must do, also the one that this system does not use.
    fn behaves<M: Memory>() {
        let mut memory = M::zeroed(100).unwrap();
        let bytes = |memory: &M, range: Range<usize>| -> Vec<u8> {
            // SAFETY: the ranges below lie within the block.
            range.map(|at| unsafe { memory.start().add(at).read() }).collect()
        };
        let write = |memory: &mut M, at: usize| {
            // SAFETY: as above.
            unsafe { memory.start().add(at).write(at as u8) }
        };
        assert_eq!(bytes(&memory, 0..100), [0; 100]);
        write(&mut memory, 99);
        for (before, after) in [(100, 101), (101, 10_000), (10_000, 5 << 20), (5 << 20, 9 << 20)] {
            assert!(memory.grow(after));
            assert!(memory.start().addr().get().is_multiple_of(ALIGNMENT));
            assert_eq!(bytes(&memory, before - 1..before), [(before - 1) as u8]);
            assert!(bytes(&memory, before..after).iter().all(|&byte| byte == 0));
            write(&mut memory, after - 1);
        }
        assert!(!memory.grow(isize::MAX as usize / 2));
        memory.clear((9 << 20) - 1);
        assert!(bytes(&memory, 0..(9 << 20) - 1).iter().all(|&byte| byte == 0));
        assert_eq!(bytes(&memory, (9 << 20) - 1..9 << 20), [255]);
    }

    #[test]
    fn allocations_behave() {
        behaves::<heap::Allocation>();
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn mappings_behave() {
        behaves::<mmap::Mapping>();
    }

    #[test]
    fn what_this_system_uses_behaves() {
        behaves::<System>();
    }
}
