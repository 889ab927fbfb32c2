//! Counts Z3's work, and limits it.
//!
//! Z3 counts what it does in a unit of its own, the resource count, which is the same on every run
//! and on every machine: a limit on it ends a call always at the same point.

use budget::Budget;
use z3_sys::*;

use super::context::{c_string, text};
use super::{Error, Z3};

/// What a call of Z3 may still do, and what had been done before it.
pub(super) struct Metered<'a> {
    z3: &'a Z3,
    budget: &'a Budget,
    before: u32,
}

impl<'a> Metered<'a> {
    /// Begins a call; `None` where its work is not limited.
    pub(super) fn begin(z3: &'a Z3, budget: &'a Budget) -> Result<Option<Self>, Error> {
        let Some(left) = budget.work_left() else {
            return Ok(None);
        };
        let before = z3.work()?;
        z3.limit_work(left)?;
        Ok(Some(Metered { z3, budget, before }))
    }

    /// Ends the call and counts what it has done; says whether that was too much.
    pub(super) fn end(self) -> bool {
        let Metered { z3, budget, before } = self;
        let after = z3.limit_work(0).and_then(|()| z3.work());
        let done = after.map_or(0, |after| after.wrapping_sub(before));
        // A call that does nothing that Z3 counts still takes a moment.
        budget.spend(u64::from(done) + 1);
        budget.work_left() == Some(0)
    }
}

impl Z3 {
    /// The work that was done in this context so far, as a count that begins again at the end of
    /// its range.
    fn work(&self) -> Result<u32, Error> {
        // SAFETY: see the module; the statistics keep their reference while they are read.
        unsafe {
            let meter = match self.meter.get() {
                Some(meter) => meter,
                None => {
                    let meter = self.result(Z3_mk_simple_solver(self.raw))?;
                    Z3_solver_inc_ref(self.raw, meter);
                    self.meter.set(Some(meter));
                    meter
                }
            };
            let statistics = self.result(Z3_solver_get_statistics(self.raw, meter))?;
            Z3_stats_inc_ref(self.raw, statistics);
            let count = (0..Z3_stats_size(self.raw, statistics))
                .find(|i| text(Z3_stats_get_key(self.raw, statistics, *i)) == "rlimit count")
                .map(|i| Z3_stats_get_uint_value(self.raw, statistics, i));
            Z3_stats_dec_ref(self.raw, statistics);
            count.ok_or_else(|| Error::Other("Z3 does not count its work".to_owned()))
        }
    }

    /// Limits the work of each call that follows; zero for no limit.
    fn limit_work(&self, left: u64) -> Result<(), Error> {
        let name = c_string("rlimit");
        let value = c_string(&u32::try_from(left).unwrap_or(u32::MAX).to_string());
        // SAFETY: see the module; Z3 copies both texts.
        unsafe { Z3_update_param_value(self.raw, name.as_ptr(), value.as_ptr()) };
        self.check()
    }
}
