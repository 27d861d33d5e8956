//! `quandary serve`: the page and the JSON interface on this machine.
//!
//! Five rooms. `answers` takes a request to the library and its answer back; `lanes` sees to it that hard questions do
//! not make easy ones wait, that no more work is taken on than there is room for, and that work ends when whoever asked
//! has gone; `headers` says what a browser may do with what it gets; `peer` is the connection; this file opens the door, counts who is inside and
//! closes it gently.

mod answers;
mod headers;
mod lanes;
mod peer;

use std::future::Future;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::routing::{get, post};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use quandary::Cancel;
use quandary::puzzle::Families;
use tokio::net::TcpListener;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use lanes::Lanes;
use peer::Peer;

/// How the server runs.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Where it listens.
    pub listen: SocketAddr,
    /// The most time that one question may take.
    pub time_limit: Duration,
    /// The most memory that the tables of one search may take, in bytes.
    pub memory: u64,
    /// The largest request, in bytes.
    pub body: usize,
    /// The most connections at one time.
    pub connections: usize,
    /// How many hard questions are worked on at one time; as many again for easy ones.
    pub workers: usize,
    /// The most questions that wait for their turn.
    pub waiting: usize,
    /// The most questions of one address at one time.
    pub per_address: usize,
}

impl Default for Settings {
    /// This machine only, and modest limits.
    fn default() -> Self {
        Settings {
            listen: SocketAddr::from(([127, 0, 0, 1], 7878)),
            time_limit: Duration::from_secs(10),
            memory: 64 << 20,
            body: 1 << 20,
            connections: 512,
            workers: std::thread::available_parallelism().map_or(2, usize::from),
            waiting: 64,
            per_address: 96,
        }
    }
}

/// What every request sees.
#[derive(Clone)]
struct House {
    families: Families,
    settings: Arc<Settings>,
    lanes: Arc<Lanes>,
}

/// How long a head of a request, or its body, may take to arrive.
const PATIENCE: Duration = Duration::from_secs(10);

/// How long running answers may take to finish once the server is asked to stop.
const FAREWELL: Duration = Duration::from_secs(3);

/// Listens and serves until `stop` is raised; calls `ready` with the address once it listens.
pub fn serve(settings: Settings, stop: &Cancel, ready: impl FnOnce(SocketAddr)) -> io::Result<()> {
    serve_families(quandary::ALL, settings, stop, ready)
}

/// The same for a registry of one's own.
pub fn serve_families(
    families: Families,
    settings: Settings,
    stop: &Cancel,
    ready: impl FnOnce(SocketAddr),
) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let served = runtime.block_on(async {
        let listener = TcpListener::bind(settings.listen).await?;
        ready(listener.local_addr()?);
        accept(listener, families, settings, raised(stop)).await;
        Ok(())
    });
    // Answers that still run on threads of their own have been asked to stop; nobody waits for them.
    runtime.shutdown_background();
    served
}

/// Waits until somebody asks to stop.
async fn raised(stop: &Cancel) {
    while !stop.is_cancelled() {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// Takes connections in until `stop` is over, then lets those inside finish.
async fn accept(listener: TcpListener, families: Families, settings: Settings, stop: impl Future<Output = ()>) {
    let room = Arc::new(Semaphore::new(settings.connections));
    let lanes = Arc::new(Lanes::new(&settings));
    let house = House { families, settings: Arc::new(settings), lanes };
    let graceful = GracefulShutdown::new();
    tokio::pin!(stop);
    loop {
        let (stream, from) = tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok(accepted) => accepted,
                // Out of file descriptors, or a visitor who left at the door: the next one may have more luck.
                Err(_) => { tokio::time::sleep(Duration::from_millis(20)).await; continue }
            },
            () = &mut stop => break,
        };
        // Where there is no room, the door closes: there is not even room to say why.
        let Ok(place) = Arc::clone(&room).try_acquire_owned() else { continue };
        // Small answers should not wait for company.
        let _ = stream.set_nodelay(true);
        let peer = Peer::new(stream);
        let connection = connection(peer.clone(), router(&house, from.ip(), peer));
        let watched = graceful.watch(connection);
        tokio::spawn(async move {
            // Visitors who break off are not worth a word.
            let _ = watched.await;
            drop::<OwnedSemaphorePermit>(place);
        });
    }
    drop(listener);
    house.lanes.close();
    let _ = tokio::time::timeout(FAREWELL, graceful.shutdown()).await;
}

type Connection = http1::Connection<TokioIo<Peer>, TowerToHyperService<Router>>;

fn connection(peer: Peer, router: Router) -> Connection {
    http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(PATIENCE)
        .max_buf_size(64 << 10)
        // Who has sent a whole request and closed that direction still gets the answer.
        .half_close(true)
        .serve_connection(TokioIo::new(peer), TowerToHyperService::new(router))
}

/// What is found at which address. The router is made for one connection, which stands in it.
fn router(house: &House, from: IpAddr, peer: Peer) -> Router {
    let visit = answers::Visit { house: house.clone(), from, peer };
    Router::new()
        .route("/api/openapi.json", get(answers::openapi))
        .route("/api/{action}", post(answers::action).fallback(answers::wrong_method))
        .fallback(answers::page)
        .layer(axum::middleware::from_fn_with_state(visit.clone(), headers::guarded))
        .with_state(visit)
}

#[cfg(test)]
mod tests;
