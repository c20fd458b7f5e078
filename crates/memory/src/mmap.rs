//! Mappings of anonymous pages, on Linux.

use std::ptr::{self, NonNull};

use libc::c_void;

use super::Memory;

/// The size of a huge page on x86-64 and, with pages of 4 KiB, on AArch64.
const HUGE: usize = 2 << 20;
/// From here on, giving pages back to the system is quicker than writing zeroes, although it has to clear them when they are
/// used again: a search that used this much memory took seconds.
const RETURNED: usize = 64 << 20;

/// A private mapping. A mapping of a huge page or more starts at a huge page and asks for huge pages.
#[derive(Debug)]
pub struct Mapping {
    start: NonNull<u8>,
    /// The length of the mapping: a multiple of the page size.
    bytes: usize,
}

/// The size of a page.
fn page_size() -> usize {
    // SAFETY: reads a constant of the system.
    let size = unsafe { libc::sysconf(libc::_SC_PAGESIZE) };
    usize::try_from(size).ok().filter(|size| size.is_power_of_two()).unwrap_or(4096)
}

impl Mapping {
    /// Untouched pages without advice.
    fn map(bytes: usize) -> Option<Mapping> {
        let bytes = bytes.checked_next_multiple_of(page_size())?;
        // Room to start at a huge page; what is before and behind is given back below.
        let room = if bytes < HUGE { bytes } else { bytes.checked_add(HUGE)? };
        let protection = libc::PROT_READ | libc::PROT_WRITE;
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
        // SAFETY: a new anonymous mapping touches nothing that exists.
        let mapped = unsafe { libc::mmap(ptr::null_mut(), room, protection, flags, -1, 0) };
        if mapped == libc::MAP_FAILED {
            return None;
        }
        let mapped = mapped.cast::<u8>();
        let before = if bytes < HUGE { 0 } else { mapped.addr().next_multiple_of(HUGE) - mapped.addr() };
        // SAFETY: the three parts lie within the mapping; the first and the last are not used. If the system refuses to split
        // the mapping, they remain as addresses without memory.
        let start = unsafe {
            unmap(mapped, before);
            unmap(mapped.add(before + bytes), room - before - bytes);
            mapped.add(before)
        };
        Some(Mapping { start: NonNull::new(start)?, bytes })
    }

    /// Asks for huge pages, if there is room for one. A refusal is harmless.
    fn advise(&self) {
        if self.bytes >= HUGE {
            // SAFETY: the range is the mapping, and the advice does not change its content.
            let _ = unsafe {
                libc::madvise(self.start.as_ptr().cast::<c_void>(), self.bytes, libc::MADV_HUGEPAGE)
            };
        }
    }
}

/// Gives addresses back.
///
/// # Safety
///
/// They belong to the caller, who does not use them again.
unsafe fn unmap(start: *mut u8, bytes: usize) {
    if bytes > 0 {
        // SAFETY: the caller's promise. The only failure, a mapping that cannot be split, leaves everything as it is.
        let _ = unsafe { libc::munmap(start.cast::<c_void>(), bytes) };
    }
}

// SAFETY: an anonymous mapping is zeroed, starts at a page, and belongs to this value until it is dropped.
unsafe impl Memory for Mapping {
    fn zeroed(bytes: usize) -> Option<Mapping> {
        let mapping = Mapping::map(bytes)?;
        mapping.advise();
        Some(mapping)
    }

    #[inline(always)]
    fn start(&self) -> NonNull<u8> {
        self.start
    }

    /// Moves the pages to a larger range of addresses. Both ranges start at a huge page if the old one has any, so that huge
    /// pages move as they are.
    fn grow(&mut self, bytes: usize) -> bool {
        if bytes <= self.bytes {
            return true;
        }
        let Some(larger) = Mapping::map(bytes) else { return false };
        // The pages replace `larger`, or the call fails after it has unmapped `larger`, or before. In the last two cases its
        // addresses may belong to someone else already, so they are never unmapped here: a failure costs addresses, no memory.
        let larger = std::mem::ManuallyDrop::new(larger);
        // SAFETY: the old range is this mapping, the new one is that of `larger`, and no reference into either exists.
        let moved = unsafe {
            libc::mremap(
                self.start.as_ptr().cast::<c_void>(),
                self.bytes,
                larger.bytes,
                libc::MREMAP_MAYMOVE | libc::MREMAP_FIXED,
                larger.start.as_ptr().cast::<c_void>(),
            )
        };
        if moved == libc::MAP_FAILED {
            return false;
        }
        (self.start, self.bytes) = (larger.start, larger.bytes);
        self.advise();
        true
    }

    fn clear(&mut self, bytes: usize) {
        assert!(bytes <= self.bytes);
        let start = self.start.as_ptr();
        let whole_pages = bytes / page_size() * page_size();
        // SAFETY: the range lies within the mapping and consists of whole pages. Private anonymous pages that are given back read
        // as zero afterwards.
        let returned = bytes >= RETURNED
            && unsafe { libc::madvise(start.cast::<c_void>(), whole_pages, libc::MADV_DONTNEED) } == 0;
        let cleared = if returned { whole_pages } else { 0 };
        // SAFETY: the mapping has that many bytes.
        unsafe { start.add(cleared).write_bytes(0, bytes - cleared) };
    }
}

impl Drop for Mapping {
    fn drop(&mut self) {
        // SAFETY: the mapping belongs to this value, and nothing refers to it any more.
        unsafe { unmap(self.start.as_ptr(), self.bytes) };
    }
}
