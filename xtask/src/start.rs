//! Serves the product on this machine, setting it up if necessary.

mod inbox;
mod payments;
mod transcriber;

use std::fs::{self, File};
use std::io::{self, Write};
use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use domain::keys::Keys;
use domain::pages::ADMIN_PAYMENT_SETUP;
use domain::schedule::SCHEDULES;
use domain::signed_url::{LinkPurpose, sign};
use payments::TestPayments;

use crate::run::{command, print_step};
use crate::{build, clock, paths, random, seed, setup};

const USUAL_PORT: u16 = 8787;
/// Default port of test payments.
const USUAL_PAYMENTS_PORT: u16 = 8797;
/// Default port of the inbox.
const USUAL_INBOX_PORT: u16 = 8807;
/// Default port of the speech recognition.
const USUAL_TRANSCRIBER_PORT: u16 = 8817;
/// Interval at which schedules are fired, since the local runtime fires none.
const SCHEDULE_PACE: Duration = Duration::from_secs(60);
/// Time limit for a server to answer after its start.
const START_TIMEOUT: Duration = Duration::from_secs(240);
/// Time limit for a server to stop before it is killed.
const STOP_TIMEOUT: Duration = Duration::from_secs(10);
/// Set once we are stopping, so that the end of the Worker is not an error.
static STOPPING: AtomicBool = AtomicBool::new(false);
const LINK_LIFE_MS: i64 = 30 * 24 * 60 * 60 * 1000;

/// Sets up, builds, migrates, seeds, serves until it is interrupted. `transcribes`: with speech recognition.
pub fn start(port: Option<u16>, fresh: bool, transcribes: bool) -> Result<()> {
    // Locked before the state is touched; the system releases the lock in any case.
    let _lock = lock_state()?;
    if !build::is_built() {
        print_step("The first start builds everything: up to six minutes on two cores. The next takes seconds.");
    }
    setup::for_building()?;
    build::all()?;
    if fresh {
        print_step("Throwing the local database and files away");
        let _ = fs::remove_dir_all(paths::state());
        payments::clear();
    }
    let (secret_key, has_own_account) = secrets()?;
    seed::migrate()?;
    seed::seed_if_empty()?;
    let port = free_port(port, USUAL_PORT)?;
    let origin = format!("http://127.0.0.1:{port}");
    let log = paths::state_file("start.log");
    let payments = if has_own_account {
        None
    } else {
        Some(payments::start(free_port(None, USUAL_PAYMENTS_PORT)?, &origin, &secret_key)?)
    };
    let speech = if transcribes { Some(transcriber::start(free_port(None, USUAL_TRANSCRIBER_PORT)?)?) } else { None };
    let vars = payments.as_ref().map(TestPayments::vars).into_iter().flatten();
    let vars = vars.chain(speech.as_ref().map(|engine| format!("TRANSCRIBER_URL:{}", engine.url)));
    let server = serve(port, &origin, vars.collect(), &log)?;
    let inbox = inbox::start(free_port(None, USUAL_INBOX_PORT)?, &origin)?;
    let besides = payments.as_ref().map(|payments| &payments.process).into_iter().chain([&inbox.process]);
    let besides = besides.chain(speech.as_ref().map(|engine| &engine.process));
    stop_on_exit(besides.chain([&server]).cloned().collect())?;
    wait_until_up(&origin, &server).with_context(|| format!("The Worker did not start; see {}", log.display()))?;
    if let Some(payments) = &payments {
        if let Err(error) = payments.set_up() {
            println!("    Nothing is sold yet ({error:#}). Press the button at {origin}{}.", ADMIN_PAYMENT_SETUP.path);
        } else if let Err(error) = payments.refer_demo_buyers() {
            println!("    Nobody was referred by the demo partner ({error:#}).");
        }
    }
    fire_schedules(&origin);
    let keys = Keys::derive(&secret_key, "").map_err(|_| anyhow::anyhow!("SECRET_KEY in .dev.vars is too short."))?;
    print_addresses(&origin, &keys, payments.as_ref(), &inbox.url, &log.display().to_string());
    let status = loop {
        let ended = server.lock().ok().and_then(|mut child| child.try_wait().ok().flatten());
        if let Some(status) = ended.filter(|_| !STOPPING.load(Ordering::SeqCst)) {
            break status;
        }
        thread::sleep(Duration::from_millis(300));
    };
    if status.success() { Ok(()) } else { bail!("The Worker stopped ({status}); see {}", log.display()) }
}

/// Locks the state for this process.
fn lock_state() -> Result<File> {
    let path = paths::state_file("lock");
    fs::create_dir_all(path.parent().unwrap_or(&path))?;
    let lock = File::create(&path)?;
    if lock.try_lock().is_err() {
        bail!(
            "Another `cargo xtask start` holds {}. End it first, or set SAYSO_STATE to another folder.",
            path.parent().unwrap_or(&path).display()
        );
    }
    Ok(lock)
}

/// Creates the local secrets once, in `.dev.vars`, which git ignores. Returns `SECRET_KEY`, and
/// whether it configures a Stripe account of your own.
fn secrets() -> Result<(String, bool)> {
    let file = paths::at(".dev.vars");
    let text = fs::read_to_string(&file).unwrap_or_default();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let secret_key = secret(&mut lines, "SECRET_KEY", "")?;
    secret(&mut lines, "DRIVE_KEYS", "local:")?;
    fs::write(file, lines.join("\n") + "\n")?;
    Ok((secret_key, payments::has_own_account(&lines)))
}

/// Returns a secret from the lines of `.dev.vars`; adds a random one if it is missing or too short.
fn secret(lines: &mut Vec<String>, name: &str, prefix: &str) -> Result<String> {
    let start = format!("{name}=");
    if let Some(value) = lines.iter().find_map(|line| line.strip_prefix(&start)).filter(|value| value.len() >= 32) {
        return Ok(value.to_owned());
    }
    let value = format!("{prefix}{}", random::hex()?);
    lines.retain(|line| !line.starts_with(&start));
    lines.push(format!("{start}{value}"));
    Ok(value)
}

fn free_port(chosen: Option<u16>, usual: u16) -> Result<u16> {
    let free = |port: u16| TcpListener::bind(("127.0.0.1", port)).and_then(|l| l.local_addr()).map(|a| a.port());
    match chosen {
        Some(port) => free(port).with_context(|| format!("Port {port} is taken. Please choose another one.")),
        None => free(usual).or_else(|_| free(0)).context("No free port."),
    }
}

fn serve(port: u16, origin: &str, vars: Vec<String>, log: &std::path::Path) -> Result<Arc<Mutex<Child>>> {
    print_step("Starting the Worker");
    let output = File::create(log)?;
    let mut wrangler = command("wrangler");
    wrangler.args(["dev", "--ip", "127.0.0.1", "--show-interactive-dev-session=false"]);
    wrangler.args(["--port", &port.to_string(), "--inspector-port", "0"]);
    wrangler
        .args(["--var", &format!("PUBLIC_ORIGIN:{origin}"), "ADMIN_TOTP:optional", "COOKIES:loopback"])
        .arg("DRIVE_NETWORKS:any")
        .args(vars)
        .arg("--persist-to")
        .arg(paths::state());
    let child = wrangler.stdin(Stdio::null()).stderr(output.try_clone()?).stdout(output).spawn()?;
    Ok(Arc::new(Mutex::new(child)))
}

/// Stops the child processes when we are stopped, even by a signal that reaches only us.
fn stop_on_exit(children: Vec<Arc<Mutex<Child>>>) -> Result<()> {
    ctrlc::set_handler(move || {
        STOPPING.store(true, Ordering::SeqCst);
        for child in children.iter().filter_map(|child| child.lock().ok()) {
            // SIGTERM lets them finish their work.
            let _ = Command::new("kill").args(["-TERM", &child.id().to_string()]).status();
        }
        let deadline = Instant::now() + STOP_TIMEOUT;
        let runs = |child: &Arc<Mutex<Child>>| child.lock().is_ok_and(|mut it| matches!(it.try_wait(), Ok(None)));
        while Instant::now() < deadline && children.iter().any(runs) {
            thread::sleep(Duration::from_millis(50));
        }
        for mut child in children.iter().filter_map(|child| child.lock().ok()) {
            let _ = child.kill();
        }
        // Whoever read it may be gone; `println!` would panic then, and nothing would end this process.
        let _ = writeln!(io::stdout(), "\nStopped. Everything is kept for the next start.");
        std::process::exit(0);
    })?;
    Ok(())
}

fn wait_until_up(origin: &str, server: &Arc<Mutex<Child>>) -> Result<()> {
    let deadline = Instant::now() + START_TIMEOUT;
    while Instant::now() < deadline {
        if ureq::get(format!("{origin}/")).call().is_ok() {
            return Ok(());
        }
        let ended = server.lock().ok().and_then(|mut child| child.try_wait().ok().flatten());
        if let Some(status) = ended.filter(|_| !STOPPING.load(Ordering::SeqCst)) {
            bail!("it ended at once ({status})");
        }
        thread::sleep(Duration::from_millis(200));
    }
    bail!("it did not answer within {} seconds", START_TIMEOUT.as_secs())
}

fn fire_schedules(origin: &str) {
    for schedule in &SCHEDULES {
        let address = format!("{origin}/cdn-cgi/handler/scheduled?cron={}", schedule.pattern.replace(' ', "+"));
        thread::spawn(move || {
            loop {
                thread::sleep(SCHEDULE_PACE);
                let _ = ureq::get(&address).call();
            }
        });
    }
}

fn print_addresses(origin: &str, keys: &Keys, payments: Option<&TestPayments>, inbox: &str, log: &str) {
    let expires = clock::now() + LINK_LIFE_MS;
    println!("\n\x1b[1mSayso is at {origin}\x1b[0m\n");
    println!("  Site     {origin}/   with {origin}/demo, {origin}/onboarding and the branded page {origin}/wpms\n");
    println!("Demo businesses. Open a record link, record, submit; then look in the portal, the folder and the mails.");
    for business in &seed::BUSINESSES {
        let signature = sign(keys, LinkPurpose::Folder, business.id, expires);
        println!("\n  {} ({})", business.name, business.shows);
        println!("    record  {origin}/record/{}", business.slug);
        println!("    portal  {origin}/clients/login   {}  {}", business.user, seed::CLIENT_PASSWORD);
        println!("    folder  {origin}/drive/folder/{}?expires={expires}&signature={signature}", business.id);
        if let Some(wall) = business.wall {
            println!("    wall    {origin}/w/{wall}");
        }
    }
    println!("\n  Admin    {origin}/clients/admin/login   {}  {}", seed::ADMIN.0, seed::ADMIN.1);
    println!("  Partner  {origin}/affiliates/login   {}  {}", seed::PARTNER.0, seed::PARTNER.1);
    if let Some(TestPayments { url, .. }) = payments {
        println!("\n  Payments {url}/   test payments: no money moves. Let one fail, refund it, let a month pass.");
        println!("    buy     {origin}/#pricing   card 4242 4242 4242 4242, any date to come, any CVC");
    }
    println!("\n  Mails    {inbox}/   everything that was sent, as HTML and text");
    println!("  Log      {log}");
    println!(
        "\nPress Ctrl+C to stop. `--fresh` begins anew, `--port` chooses the port, `--transcribe` writes down what is said."
    );
}
