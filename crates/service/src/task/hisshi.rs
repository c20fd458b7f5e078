//! `hisshi`: is there a mate or a brinkmate?

use serde::{Deserialize, Serialize};
use yomikiri_pns::{Algorithm, LambdaScheme, Order};
use yomikiri_tsume::{BrinkmateOptions, SolveOptions};

use super::key::Key;
use super::values::text;
use super::{Between, Hisshi, OptionError};
use crate::bilingual::BilingualText;
use crate::defender_hand::DefenderHand;

/// `order`
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct OrderArgs {
    /// Threats up to this order: 1 for mates, 2 for brinkmates as well, 3 for threats of those
    #[cfg_attr(
        feature = "clap",
        arg(long, value_name = "N", default_value_t = OrderArgs::default().order, allow_negative_numbers = true)
    )]
    pub order: Between<1, 3>,
}

impl Default for OrderArgs {
    fn default() -> OrderArgs {
        OrderArgs { order: Between::nearest(2) }
    }
}

impl OrderArgs {
    /// The order.
    pub fn order(self) -> Order {
        Order::new(self.order.as_u32() as u8)
    }
}

/// The options of brinkmates
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(default)]
#[cfg_attr(feature = "clap", derive(clap::Args), command(next_help_heading = "Brinkmates"))]
pub struct BrinkmateArgs {
    /// In which order the orders of threats are searched: nagai, nagai+, stronger-first, widening
    #[cfg_attr(feature = "clap", arg(long, value_name = "NAME", default_value_t = LambdaScheme::default()))]
    #[serde(with = "text")]
    pub scheme: LambdaScheme,
    /// List every legal answer to the first move, and how it is met
    #[cfg_attr(feature = "clap", arg(long))]
    pub all_defences: bool,
}

impl Hisshi {
    /// What a defender holds whose hand is empty.
    pub fn hands(&self) -> DefenderHand {
        self.hands.hands.unwrap_or(DefenderHand::Written)
    }

    /// The options of the solver, but for limits and threads.
    ///
    /// # Errors
    ///
    /// If an option has a wrong value.
    pub fn query(&self) -> Result<BrinkmateOptions, OptionError> {
        let Hisshi { algorithm, order, first, hands: _, rules, brinkmate } = self;
        let &BrinkmateArgs { scheme, all_defences: _ } = brinkmate;
        let algorithm = algorithm.algorithm()?;
        if !matches!(algorithm, Algorithm::DfPn { .. }) {
            let fault = BilingualText::new(
                "brinkmates take a depth-first search, such as dfpn+tca",
                "必至には dfpn+tca のような深さ優先の探索が必要です",
            );
            return Err(OptionError { option: "algorithm", fault });
        }
        let solve =
            SolveOptions { algorithm, goal: first.goal(), rules: rules.rules, ..SolveOptions::default() };
        Ok(BrinkmateOptions { order: order.order(), scheme, solve })
    }

    /// The command and those of its options that change rows, beside the algorithm and `first`.
    pub fn key(&self) -> String {
        let Hisshi { algorithm: _, order: OrderArgs { order }, first: _, hands: _, rules, brinkmate } = self;
        let &BrinkmateArgs { scheme, all_defences } = brinkmate;
        let others = BrinkmateArgs { all_defences, ..BrinkmateArgs::default() };
        // Files of rows have the order and the scheme even if they are the default.
        Key::new(format!("hisshi --order {order} --scheme {scheme}")).changed(rules).changed(&others).finish()
    }
}
