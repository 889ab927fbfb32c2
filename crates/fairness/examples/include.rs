fn main() {
    let args: Vec<String> = std::env::args().collect();
    let t = std::time::Instant::now();
    let r = |p: &str| frontend_automata::read(&std::fs::read_to_string(p).unwrap()).unwrap();
    let pair = frontend_automata::pair(&r(&args[1]), &r(&args[2])).unwrap();
    eprintln!("read {:?}", t.elapsed());
    let budget = budget::Budget::unlimited();
    let e = fairness::decide(&pair.first, &pair.second, &budget).unwrap();
    eprintln!("decided {:?}", t.elapsed());
    {
        let c = checker::inclusion::check_inclusion(&pair.first, &pair.second, &e, &budget);
        eprintln!("{} {:?} {:?}", e.describe(), c, t.elapsed());
    }
}
