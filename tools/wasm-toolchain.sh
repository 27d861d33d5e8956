#!/usr/bin/env bash
# A Rust compiler for WebAssembly from Debian's packages, unpacked into a folder of its own: no root, nothing installed.
# Only needed where `rustup target add wasm32-unknown-unknown` is not possible. About 150 MB to download.
set -euo pipefail
cd "$(dirname "$0")/.."
root=${1:-target/wasm-toolchain}

for tool in apt-get apt-cache dpkg-deb; do
  command -v "$tool" >/dev/null || { echo "this needs Debian's $tool; elsewhere: rustup target add wasm32-unknown-unknown" >&2; exit 1; }
done

needed=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)
candidate() { apt-cache policy rustc-web | awk '/Candidate/{print $2}'; }
is_new_enough() { dpkg --compare-versions "$1" ge "$needed"; }
version=$(candidate)
if ! is_new_enough "$version" && [ "$(id -u)" = 0 ]; then
  apt-get update >/dev/null
  version=$(candidate)
fi
if ! is_new_enough "$version"; then
  echo "Rust $needed is needed, and Debian's package lists here have ${version:-none}: is bookworm-security among the" >&2
  echo "sources, and are the lists fresh ('apt-get update')?" >&2
  exit 1
fi
std=$(apt-cache depends "libstd-rust-web-dev=$version" | awk '/Depends: libstd-rust-web-/{print $2; exit}')
llvm=$(apt-cache depends "$std" | awk '/Depends: libllvm/{print $2; exit}')
number=${llvm#libllvm}

mkdir -p "$root/packages"
root=$(cd "$root" && pwd)
(cd "$root/packages" && apt-get download "rustc-web=$version" "rust-web-src=$version" "libstd-rust-web-dev=$version" \
  "$std" "$llvm" "lld-$number" libz3-4 libedit2 libbsd0 libmd0)
for package in "$root"/packages/*.deb; do dpkg-deb -x "$package" "$root"; done
rm -r "$root/packages"
# rustc looks for its linker under this name, and cargo xtask for the folder of LLVM's tools.
ln -sf "../lib/llvm-$number/bin/lld" "$root/usr/bin/rust-lld"
ln -sfn "usr/lib/llvm-$number/bin" "$root/lld"
echo "ready: cargo xtask site"
