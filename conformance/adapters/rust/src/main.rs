// An adapter in Rust: cargo run. Put a call of your implementation in place of is_allowed, which knows only "Disallow: /".
use serde_json::{json, Value};

fn is_allowed(robots: &[u8], _agents: &[&str], _url: &str) -> bool {
    !String::from_utf8_lossy(robots).to_lowercase().lines().any(|line| line.trim_end() == "disallow: /")
}

fn main() {
    for line in std::io::stdin().lines() {
        let question: Value = serde_json::from_str(&line.unwrap()).unwrap();
        let robots = match question["bodyBase64"].as_str() {
            Some(encoded) => base64::decode(encoded).unwrap(),
            None => question["body"].as_str().unwrap().as_bytes().to_vec(),
        };
        let agents: Vec<&str> = question["agents"].as_array().unwrap().iter().map(|agent| agent.as_str().unwrap()).collect();
        let allowed = is_allowed(&robots, &agents, question["url"].as_str().unwrap());
        println!("{}", json!({"id": question["id"], "allowed": allowed}));
    }
}
