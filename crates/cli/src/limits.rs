//! Limits on time and memory as the user writes them.

use std::time::Duration;

/// How much of the available memory is used where the user says nothing. The rest is for the
/// answer itself, and for everybody else.
const SHARE_PERCENT: u64 = 80;

/// The shortest limit on time.
const SHORTEST: Duration = Duration::from_millis(1);

/// Reads a number of seconds, a fraction allowed; zero stands for no limit.
pub(crate) fn parse_timeout(text: &str) -> Result<Duration, String> {
    let number = text.strip_suffix('s').unwrap_or(text).trim_end();
    let seconds: f64 = number
        .parse()
        .map_err(|_| "expected a number of seconds".to_owned())?;
    let time = Duration::try_from_secs_f64(seconds);
    let time = time.map_err(|_| "expected a number of seconds".to_owned())?;
    // The least time is not the same as none, which stands for no limit.
    Ok(match seconds > 0.0 {
        true => time.max(SHORTEST),
        false => time,
    })
}

/// Reads a number of bytes, with K, M, G or T for powers of 1024.
pub(crate) fn parse_memory(text: &str) -> Result<u64, String> {
    let expected = || "expected a size such as 512M or 4G".to_owned();
    let upper = text.trim().to_ascii_uppercase();
    let upper = upper
        .strip_suffix("IB")
        .or(upper.strip_suffix('B'))
        .unwrap_or(&upper);
    let (number, shift) = match upper.char_indices().last() {
        Some((end, 'K')) => (&upper[..end], 10),
        Some((end, 'M')) => (&upper[..end], 20),
        Some((end, 'G')) => (&upper[..end], 30),
        Some((end, 'T')) => (&upper[..end], 40),
        _ => (upper, 0),
    };
    let number: f64 = number.trim().parse().map_err(|_| expected())?;
    let bytes = number * (1u64 << shift) as f64;
    if !(bytes.is_finite() && bytes >= 0.0) {
        return Err(expected());
    }
    Ok(bytes as u64)
}

/// The limit on memory where the user says nothing; `None` where the system does not tell how much
/// there is.
pub(crate) fn default_memory() -> Option<u64> {
    let machine = meminfo_available(&std::fs::read_to_string("/proc/meminfo").ok()?)?;
    let available = machine.min(control_group_available().unwrap_or(u64::MAX));
    Some(available / 100 * SHARE_PERCENT)
}

fn meminfo_available(text: &str) -> Option<u64> {
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kilobytes.checked_mul(1024)
}

/// What the control group of a container leaves.
fn control_group_available() -> Option<u64> {
    let read = |name: &str| -> Option<u64> {
        let text = std::fs::read_to_string(format!("/sys/fs/cgroup/{name}")).ok()?;
        text.trim().parse().ok()
    };
    read("memory.max")?.checked_sub(read("memory.current")?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_suffixes() {
        assert_eq!(parse_memory("1000"), Ok(1000));
        assert_eq!(parse_memory("2k"), Ok(2048));
        assert_eq!(parse_memory("1.5M"), Ok(3 << 19));
        assert_eq!(parse_memory("4GiB"), Ok(4 << 30));
        for wrong in ["", "G", "-1G", "many", "1X", "inf"] {
            assert!(parse_memory(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn times_may_be_fractions() {
        assert_eq!(parse_timeout("0.5"), Ok(Duration::from_millis(500)));
        assert_eq!(parse_timeout("60s"), Ok(Duration::from_secs(60)));
        assert_eq!(parse_timeout("1e-10"), Ok(SHORTEST));
        assert_eq!(parse_timeout("0"), Ok(Duration::ZERO));
        for wrong in ["", "-1", "NaN", "soon", "1e400"] {
            assert!(parse_timeout(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_available_memory_is_read() {
        let text = "MemTotal:  100 kB\nMemAvailable:     50 kB\n";
        assert_eq!(meminfo_available(text), Some(50 * 1024));
    }
}
