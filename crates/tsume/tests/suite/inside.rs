//! Tests that look inside the crate; see `src/testing.rs`.

macro_rules! tests {
    ($($name:ident: $($module:ident)::+ { $($test:ident)+ })+) => {
        $(mod $name {
            $(#[test]
            fn $test() {
                yomikiri_tsume::testing::$name::$test();
            })+
        })+
    };
}

yomikiri_tsume::tests_from_inside!(tests);
