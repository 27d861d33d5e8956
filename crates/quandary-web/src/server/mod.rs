//! `quandary serve`: the page and the JSON interface on this machine.
//!
//! `answers` passes a request to the library and its answer back; `lanes` schedules: hard requests do not delay easy ones,
//! no more work is accepted than can be done, and work ends when the client has gone; `headers` sets the security headers
//! and rejects cross-site requests; `peer` is the connection; this file accepts connections, limits their number and shuts
//! down gracefully.
//!
//! The accept loop is our own because `axum::serve` has no limit on connections, no timeout for reading a request head, and
//! no access to the connection, which is needed to see that a browser has gone.

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
use quandary::api::Families;
use tokio::net::TcpListener;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use lanes::Lanes;
use peer::Peer;

/// How the server runs.
#[derive(Clone)]
pub struct Settings {
    /// The families that can be asked about.
    pub families: Families,
    /// Where it listens.
    pub listen: SocketAddr,
    /// The most time that one request may take.
    pub time_limit: Duration,
    /// The most memory that the tables of one search may take, in bytes.
    pub memory: u64,
    /// The largest request, in bytes.
    pub body: usize,
    /// The most connections at one time.
    pub connections: usize,
    /// How many hard requests run at one time; as many again for easy ones.
    pub workers: usize,
    /// The most requests that wait.
    pub waiting: usize,
    /// The most requests of one address at one time.
    pub per_address: usize,
}

impl Default for Settings {
    /// This machine only, and modest limits.
    fn default() -> Self {
        Settings {
            families: quandary::ALL,
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

/// What all requests share.
#[derive(Clone)]
struct AppState {
    settings: Arc<Settings>,
    lanes: Arc<Lanes>,
}

/// How long the head of a request, or its body, may take to arrive.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(10);

/// How long running answers may take to finish once the server is asked to stop.
const SHUTDOWN_GRACE: Duration = Duration::from_secs(3);

/// Listens and serves until `stop` is raised; calls `ready` with the address once it listens.
pub fn serve(settings: Settings, stop: &Cancel, ready: impl FnOnce(SocketAddr)) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let served = runtime.block_on(async {
        let listener = TcpListener::bind(settings.listen).await?;
        ready(listener.local_addr()?);
        accept(listener, settings, raised(stop)).await;
        Ok(())
    });
    // Requests that are still running have been cancelled; nothing waits for them.
    runtime.shutdown_background();
    served
}

/// Waits until the server has to stop.
async fn raised(stop: &Cancel) {
    while !stop.is_cancelled() {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// Accepts connections until `stop` completes, then lets those that are open finish.
async fn accept(listener: TcpListener, settings: Settings, stop: impl Future<Output = ()>) {
    let room = Arc::new(Semaphore::new(settings.connections));
    let lanes = Arc::new(Lanes::new(&settings));
    let app = AppState { settings: Arc::new(settings), lanes };
    let graceful = GracefulShutdown::new();
    tokio::pin!(stop);
    loop {
        let (stream, from) = tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok(accepted) => accepted,
                // Out of file descriptors, or a client that has gone already: the next one may succeed.
                Err(_) => { tokio::time::sleep(Duration::from_millis(20)).await; continue }
            },
            () = &mut stop => break,
        };
        // At the limit the connection is closed without an answer.
        let Ok(place) = Arc::clone(&room).try_acquire_owned() else { continue };
        // Small answers are sent at once.
        let _ = stream.set_nodelay(true);
        let peer = Peer::new(stream);
        let connection = connection(peer.clone(), router(&app, from.ip(), peer));
        let watched = graceful.watch(connection);
        tokio::spawn(async move {
            // Connections that break off need no report.
            let _ = watched.await;
            drop::<OwnedSemaphorePermit>(place);
        });
    }
    drop(listener);
    app.lanes.close();
    let _ = tokio::time::timeout(SHUTDOWN_GRACE, graceful.shutdown()).await;
}

type Connection = http1::Connection<TokioIo<Peer>, TowerToHyperService<Router>>;

fn connection(peer: Peer, router: Router) -> Connection {
    http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(REQUEST_TIMEOUT)
        .max_buf_size(64 << 10)
        // A client that has sent its request and closed that direction still gets the answer.
        .half_close(true)
        .serve_connection(TokioIo::new(peer), TowerToHyperService::new(router))
}

/// The routes. A router is made for each connection, which is part of its state.
fn router(app: &AppState, from: IpAddr, peer: Peer) -> Router {
    let context = answers::RequestContext { app: app.clone(), from, peer };
    Router::new()
        .route("/api/openapi.json", get(answers::openapi))
        .route("/api/{action}", post(answers::action).fallback(answers::wrong_method))
        .fallback(answers::page)
        .layer(axum::middleware::from_fn_with_state(context.clone(), headers::guarded))
        .with_state(context)
}

#[cfg(test)]
mod tests;
