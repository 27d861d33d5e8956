use quandary_prove::*;
use std::time::Instant;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let vp = args.iter().any(|a| a == "--veripb");
    for file in args[1..].iter().filter(|a| !a.starts_with("--")) {
        let text = std::fs::read_to_string(file).unwrap();
        let (mut n, mut bytes, mut maxb, mut tp, mut tc, mut bad, mut maxp, mut maxc) =
            (0, 0, 0, 0.0, 0.0, 0, 0.0f64, 0.0f64);
        let mut steps = 0;
        for (i, line) in text.lines().enumerate() {
            let v: serde_json::Value = serde_json::from_str(line).unwrap();
            let p = v["puzzle"].as_str().unwrap();
            let sols: Vec<String> =
                v["solutions"].as_array().unwrap().iter().map(|s| s.as_str().unwrap().to_owned()).collect();
            let f = match v["verdict"].as_str().unwrap() {
                "unique" => Finding::Unique(sols[0].clone()),
                "impossible" => Finding::Impossible,
                "multiple" => Finding::Several(sols),
                other => {
                    println!("skip {other}");
                    continue;
                }
            };
            let t = Instant::now();
            let stop = move || t.elapsed().as_secs_f64() > 120.0;
            if vp {
                match veripb(p, &f, &stop) {
                    Ok(Some(v)) => {
                        std::fs::write("/tmp/pf/t.opb", &v.formula).unwrap();
                        std::fs::write("/tmp/pf/t.pbp", &v.proof).unwrap();
                        tp += t.elapsed().as_secs_f64();
                        let t = Instant::now();
                        let o = std::process::Command::new("/work/wt/veripb/bin/veripb")
                            .args(["/tmp/pf/t.opb", "/tmp/pf/t.pbp"])
                            .output()
                            .unwrap();
                        let e = t.elapsed().as_secs_f64();
                        tc += e;
                        maxc = maxc.max(e);
                        n += 1;
                        bytes += v.proof.len();
                        maxb = maxb.max(v.proof.len());
                        let out = String::from_utf8_lossy(&o.stdout).to_string();
                        if !out.lines().any(|l| l == v.verdict) {
                            bad += 1;
                            println!("{i}: {out} {}", String::from_utf8_lossy(&o.stderr));
                        }
                    }
                    Ok(None) => {}
                    Err(e) => {
                        bad += 1;
                        println!("{i}: {e}");
                    }
                }
                continue;
            }
            match certify(p, &f, &stop) {
                Ok(c) => {
                    let e = t.elapsed().as_secs_f64();
                    tp += e;
                    maxp = maxp.max(e);
                    let t = Instant::now();
                    match quandary_check::check_certificate(p, &c, &Default::default()) {
                        Ok(s) => {
                            steps += s.steps;
                        }
                        Err(e) => {
                            bad += 1;
                            println!("{i}: {e}");
                        }
                    }
                    let e = t.elapsed().as_secs_f64();
                    tc += e;
                    maxc = maxc.max(e);
                    n += 1;
                    bytes += c.len();
                    maxb = maxb.max(c.len());
                }
                Err(e) => {
                    bad += 1;
                    println!("{i}: NOT {e}");
                }
            }
        }
        println!(
            "{file}: {n} ok, {bad} bad; bytes mean {:.1} max {maxb}; steps mean {:.1}; prove {:.3} s max {maxp:.4}; check {:.3} s max {maxc:.4}",
            bytes as f64 / n.max(1) as f64,
            steps as f64 / n.max(1) as f64,
            tp,
            tc
        );
    }
}
