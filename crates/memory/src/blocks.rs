//! Blocks on Linux: small ones come from the global allocator, large ones are mappings.
//!
//! Mappings that come and go make the threads of a process wait for each other, because all of them share one address space. The
//! allocator uses its memory again instead.

use std::ptr::NonNull;

use super::Memory;
use super::heap::Allocation;
use super::mmap::Mapping;

/// Up to this size a block comes from the allocator. A block with huge pages is larger.
const SMALL: usize = 1 << 20;

/// A block of either kind.
#[derive(Debug)]
pub enum Block {
    Small(Allocation),
    Large(Mapping),
}

// SAFETY: both kinds keep the promises, and a block is one of them at any time.
unsafe impl Memory for Block {
    fn zeroed(bytes: usize) -> Option<Block> {
        if bytes <= SMALL {
            Allocation::zeroed(bytes).map(Block::Small)
        } else {
            Mapping::zeroed(bytes).map(Block::Large)
        }
    }

    fn start(&self) -> NonNull<u8> {
        match self {
            Block::Small(allocation) => allocation.start(),
            Block::Large(mapping) => mapping.start(),
        }
    }

    fn grow(&mut self, bytes: usize) -> bool {
        match self {
            Block::Small(allocation) if bytes <= SMALL => allocation.grow(bytes),
            Block::Small(allocation) => {
                let Some(larger) = Mapping::zeroed(bytes) else { return false };
                // SAFETY: the small block has this many bytes, the new one has more, and they are different memory.
                unsafe { larger.start().copy_from_nonoverlapping(allocation.start(), allocation.bytes()) };
                *self = Block::Large(larger);
                true
            }
            Block::Large(mapping) => mapping.grow(bytes),
        }
    }

    fn clear(&mut self, bytes: usize) {
        match self {
            Block::Small(allocation) => allocation.clear(bytes),
            Block::Large(mapping) => mapping.clear(bytes),
        }
    }
}
