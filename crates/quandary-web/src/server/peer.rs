//! The connection to a client, and whether the client is still there.
//!
//! A client may close its half of a connection once its request is sent, and still wait for the answer. To the server that
//! looks the same as a client that has gone. Programs do the former, so their requests are always worked on to the end.
//! Browsers never do, so there the end of what they send means that the page was closed or the request withdrawn, and
//! [`Peer::gone`] says so.

use std::future::pending;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;

/// A connection that the protocol reads and writes, and that an answer in the making can watch.
#[derive(Clone)]
pub(super) struct Peer(Arc<TcpStream>);

impl Peer {
    pub(super) fn new(stream: TcpStream) -> Self {
        Peer(Arc::new(stream))
    }

    /// Waits until nothing more can come from the other side. While requests are waiting to be read this never ends.
    pub(super) async fn gone(&self) {
        match self.0.peek(&mut [0]).await {
            Ok(0) | Err(_) => {}
            Ok(_) => pending().await,
        }
    }
}

impl AsyncRead for Peer {
    fn poll_read(self: Pin<&mut Self>, context: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        loop {
            ready!(self.0.poll_read_ready(context))?;
            match self.0.try_read(buffer.initialize_unfilled()) {
                Ok(count) => {
                    buffer.advance(count);
                    return Poll::Ready(Ok(()));
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) => return Poll::Ready(Err(error)),
            }
        }
    }
}

impl AsyncWrite for Peer {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        loop {
            ready!(self.0.poll_write_ready(context))?;
            match self.0.try_write(bytes) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                written => return Poll::Ready(written),
            }
        }
    }

    fn poll_flush(self: Pin<&mut Self>, _context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    /// The connection is closed when its last owner is dropped, right after this.
    fn poll_shutdown(self: Pin<&mut Self>, _context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}
