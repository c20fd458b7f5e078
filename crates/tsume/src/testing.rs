//! Tests that look inside and search, as functions that the suite calls. In the binary of the other unit tests all searches would be
//! compiled a second time.

/// The tests, by the name of what they look into. Calls a macro with the list: this file makes functions of it, the suite tests.
#[macro_export]
macro_rules! tests_from_inside {
    ($make:ident) => {
        $make! {
            replay: replay {
                the_positions_are_what_they_are_said_to_be
                a_mate_needs_the_pieces_it_was_verified_with
                a_strategy_keeps_clear_of_what_it_does_not_come_to
                no_false_mate_comes_out_of_a_lying_table
            }
            certificate: certificate {
                the_positions_are_what_they_are_said_to_be
                no_false_certificate_comes_out_of_a_lying_table
                a_false_refutation_is_taken_back
                limits_hold_while_a_certificate_is_made
                hands_are_written_as_the_format_says
            }
            brinkmate: brinkmate::verify {
                the_positions_are_what_they_are_said_to_be
                no_false_brinkmate_comes_out_of_a_lying_table
            }
            checkpoint: checkpoint {
                what_was_saved_is_read_into_a_table_of_any_size
            }
            problem: problem {
                numbers_from_a_longer_limit_do_not_lengthen_a_shorter_one
            }
            solver: solver {
                the_table_leaves_room_for_shared_descendants
            }
            explain: explain::ruled {
                futile_answers_do_not_count
                lengths_are_those_of_the_solver
            }
        }
    };
}

macro_rules! functions {
    ($($name:ident: $($module:ident)::+ { $($test:ident)+ })+) => {
        $(
            #[allow(missing_docs, reason = "their names say it")]
            pub mod $name {
                use $crate::$($module)::+::tests;

                $(pub fn $test() {
                    tests::$test();
                })+
            }
        )+
    };
}

tests_from_inside!(functions);
