//! Large zeroed memory that costs nothing until it is touched.

use std::ops::{Deref, DerefMut};

/// Types for which zero bytes are a value.
///
/// # Safety
///
/// All-zero bytes must be a valid value, and the type must not need dropping.
pub unsafe trait Zeroed: Copy {}

/// A fixed number of values, all zero at first, in pages of their own: aligned to cache lines, backed by huge pages where
/// the system has them (most of a random probe's time is address translation otherwise), and not touched before they are used.
#[derive(Debug)]
pub struct Buffer<T: Zeroed> {
    start: *mut T,
    len: usize,
    mapped: (*mut libc::c_void, usize),
}

const HUGE: usize = 2 << 20;

impl<T: Zeroed> Buffer<T> {
    /// A buffer of `len` zeroes.
    ///
    /// # Panics
    ///
    /// If the system has no memory left, as any allocation.
    pub fn new(len: usize) -> Buffer<T> {
        assert!(align_of::<T>() <= 64 && size_of::<T>() > 0);
        let bytes = len.checked_mul(size_of::<T>()).expect("a size that fits the address space").max(1);
        // Room to start at a huge page.
        let mapped_bytes = bytes + if bytes >= HUGE { HUGE } else { 0 };
        // SAFETY: an anonymous private mapping touches nothing that exists; the result is checked.
        let mapped = unsafe {
            libc::mmap(
                std::ptr::null_mut(),
                mapped_bytes,
                libc::PROT_READ | libc::PROT_WRITE,
                libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE,
                -1,
                0,
            )
        };
        assert!(mapped != libc::MAP_FAILED, "no memory for a table of {bytes} bytes");
        let mut start = mapped as usize;
        if bytes >= HUGE {
            start = start.next_multiple_of(HUGE);
            #[cfg(target_os = "linux")]
            // SAFETY: the range lies within the mapping; the advice changes no contents, and a refusal is harmless.
            let _ = unsafe { libc::madvise(start as *mut libc::c_void, bytes, libc::MADV_HUGEPAGE) };
        }
        Buffer { start: start as *mut T, len, mapped: (mapped, mapped_bytes) }
    }
}

impl<T: Zeroed> Drop for Buffer<T> {
    fn drop(&mut self) {
        // SAFETY: this is the mapping made in `new`, and nothing can refer to it any more.
        let _ = unsafe { libc::munmap(self.mapped.0, self.mapped.1) };
    }
}

impl<T: Zeroed> Deref for Buffer<T> {
    type Target = [T];

    #[inline(always)]
    fn deref(&self) -> &[T] {
        // SAFETY: `start` is aligned and has room for `len` values, which were zero, a valid value, or written since.
        unsafe { std::slice::from_raw_parts(self.start, self.len) }
    }
}

impl<T: Zeroed> DerefMut for Buffer<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: as in `deref`; the borrow of the buffer makes this the only reference.
        unsafe { std::slice::from_raw_parts_mut(self.start, self.len) }
    }
}

// SAFETY: the buffer owns its memory like a `Vec` does.
unsafe impl<T: Zeroed + Send> Send for Buffer<T> {}
// SAFETY: as above; shared references only read.
unsafe impl<T: Zeroed + Sync> Sync for Buffer<T> {}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Copy, PartialEq, Debug)]
    struct Pair(u32, u32);

    // SAFETY: two integers.
    unsafe impl Zeroed for Pair {}

    #[test]
    fn zeroed_aligned_and_writable() {
        for len in [0, 1, 1000, 3 << 20] {
            let mut buffer = Buffer::<Pair>::new(len);
            assert_eq!(buffer.len(), len);
            assert!((buffer.as_ptr() as usize).is_multiple_of(64));
            if let Some(last) = buffer.last_mut() {
                assert_eq!(*last, Pair(0, 0));
                *last = Pair(1, 2);
            }
            assert_eq!(buffer.iter().rev().take(1).map(|pair| pair.1).sum::<u32>(), 2 * u32::from(len > 0));
        }
    }
}
