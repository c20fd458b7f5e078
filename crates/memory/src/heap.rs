//! Memory of the global allocator: for small blocks, and for systems without mappings that grow.

use std::alloc::{self, Layout};
use std::ptr::NonNull;

use super::{ALIGNMENT, Memory};

/// A zeroed allocation.
#[derive(Debug)]
pub struct Allocation {
    start: NonNull<u8>,
    layout: Layout,
}

impl Allocation {
    /// Its size.
    #[cfg(target_os = "linux")]
    pub fn bytes(&self) -> usize {
        self.layout.size()
    }
}

// SAFETY: the allocation has the size and the alignment of its layout and belongs to the block until it is dropped.
unsafe impl Memory for Allocation {
    fn zeroed(bytes: usize) -> Option<Allocation> {
        let layout = Layout::from_size_align(bytes, ALIGNMENT).ok()?;
        // SAFETY: the size is not 0.
        let start = unsafe { alloc::alloc_zeroed(layout) };
        Some(Allocation { start: NonNull::new(start)?, layout })
    }

    #[inline(always)]
    fn start(&self) -> NonNull<u8> {
        self.start
    }

    fn grow(&mut self, bytes: usize) -> bool {
        let Ok(layout) = Layout::from_size_align(bytes, ALIGNMENT) else { return false };
        // SAFETY: the allocation was made with this layout, and the new size is neither 0 nor too large for a layout.
        let start = unsafe { alloc::realloc(self.start.as_ptr(), self.layout, bytes) };
        let Some(start) = NonNull::new(start) else { return false };
        // SAFETY: the allocation has `bytes` bytes now, of which those up to the old size have a value.
        unsafe { start.add(self.layout.size()).write_bytes(0, bytes - self.layout.size()) };
        (self.start, self.layout) = (start, layout);
        true
    }

    fn clear(&mut self, bytes: usize) {
        assert!(bytes <= self.layout.size());
        // SAFETY: the block has that many bytes.
        unsafe { self.start.write_bytes(0, bytes) };
    }
}

impl Drop for Allocation {
    fn drop(&mut self) {
        // SAFETY: this is the allocation of `zeroed` or `grow`, and nothing refers to it any more.
        unsafe { alloc::dealloc(self.start.as_ptr(), self.layout) };
    }
}
