//! The unstable sort of Sakuta & Iida's program, to reproduce its node counts.
//!
//! The program sorted moves by mobility with the `qsort` of its C library, Microsoft's of the late nineties. How `qsort`
//! orders equal elements depends on its algorithm, and the node counts depend on that order. With this sort the counts of
//! their Table 4 are reproduced exactly; with a stable sort they are not.
//!
//! Up to eight elements are sorted by selection: the first of the largest is swapped to the end, repeatedly. With more, the
//! middle element is the pivot and is swapped to the front. Two pointers exchange elements on the wrong sides, skipping
//! those equal to the pivot. Then the pivot is swapped between the parts, which are sorted in the same way.

/// Up to this many elements are sorted by selection.
const SELECTION: usize = 8;

pub(crate) fn sort<T: Copy>(elements: &mut [(u32, T)]) {
    let len = elements.len();
    if len <= SELECTION {
        for last in (1..len).rev() {
            let mut largest = 0;
            for at in 1..=last {
                if elements[at].0 > elements[largest].0 {
                    largest = at;
                }
            }
            elements.swap(largest, last);
        }
        return;
    }
    elements.swap(0, len / 2);
    let pivot = elements[0].0;
    let (mut low, mut high) = (1, len - 1);
    loop {
        while low < len && elements[low].0 <= pivot {
            low += 1;
        }
        while high > 0 && elements[high].0 >= pivot {
            high -= 1;
        }
        if high < low {
            break;
        }
        elements.swap(low, high);
        low += 1;
        high -= 1;
    }
    elements.swap(0, high);
    sort(&mut elements[..high]);
    sort(&mut elements[low..]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sorts_and_keeps_everything() {
        for len in 0..40usize {
            for seed in 0..50 {
                let mut elements: Vec<(u32, usize)> =
                    (0..len).map(|at| ((at * at * 7 + at * seed + seed * seed) as u32 % 11, at)).collect();
                let mut expected = elements.clone();
                sort(&mut elements);
                assert!(elements.is_sorted_by_key(|element| element.0));
                elements.sort();
                expected.sort();
                assert_eq!(elements, expected);
            }
        }
    }

    #[test]
    fn equal_elements_move() {
        let mut elements = [(1, 'a'), (1, 'b'), (0, 'c'), (1, 'd')];
        sort(&mut elements);
        assert_eq!(elements.map(|element| element.1), ['c', 'b', 'd', 'a']);
    }
}
