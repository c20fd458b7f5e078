//! Blocks on Linux: small ones come from the global allocator, large ones are mappings.
//!
//! Mappings that come and go make the threads of a process wait for each other, because all of them share one address space. The
//! allocator uses its memory again instead.

use std::ptr::NonNull;

use super::Memory;
use super::pages::Pages;
use super::plain;

/// Up to this size a block comes from the allocator. A block with huge pages is larger.
const SMALL: usize = 1 << 20;

/// A block of either kind.
#[derive(Debug)]
pub enum Block {
    Small(plain::Block),
    Large(Pages),
}

// SAFETY: both kinds keep the promises, and a block is one of them at any time.
unsafe impl Memory for Block {
    fn zeroed(bytes: usize) -> Option<Block> {
        if bytes <= SMALL {
            plain::Block::zeroed(bytes).map(Block::Small)
        } else {
            Pages::zeroed(bytes).map(Block::Large)
        }
    }

    fn start(&self) -> NonNull<u8> {
        match self {
            Block::Small(block) => block.start(),
            Block::Large(pages) => pages.start(),
        }
    }

    fn grow(&mut self, bytes: usize) -> bool {
        match self {
            Block::Small(block) if bytes <= SMALL => block.grow(bytes),
            Block::Small(block) => {
                let Some(larger) = Pages::zeroed(bytes) else { return false };
                // SAFETY: the small block has this many bytes, the new one has more, and they are different memory.
                unsafe { larger.start().copy_from_nonoverlapping(block.start(), block.bytes()) };
                *self = Block::Large(larger);
                true
            }
            Block::Large(pages) => pages.grow(bytes),
        }
    }

    fn clear(&mut self, bytes: usize) {
        match self {
            Block::Small(block) => block.clear(bytes),
            Block::Large(pages) => pages.clear(bytes),
        }
    }
}
