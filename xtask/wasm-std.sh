#!/usr/bin/env bash
# Builds the standard library of wasm32-unknown-unknown into the folder $1, from the rust-src package of the
# Debian mirror that apt is set up with. For machines that reach that mirror but not rustup's servers.
set -euo pipefail
into=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
version=$(rustc --version | awk '{print $2}')
sysroot=$(rustc --print sysroot)

mkdir -p "$work/lists/partial"
mirror=$(apt-get indextargets --format '$(SITE)' | grep -v security | grep -m1 debian)
for suite in trixie-backports forky sid experimental; do
  echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror $suite main"
done > "$work/sources.list"
options=(-o Dir::Etc::sourcelist="$work/sources.list" -o Dir::Etc::sourceparts=- -o Dir::State::lists="$work/lists"
  -o Dir::Cache::pkgcache= -o Dir::Cache::srcpkgcache=)
apt-get "${options[@]}" update -qq
package=$(apt-cache "${options[@]}" madison rust-src | awk '{print $3}' | grep -m1 "^$version+" || true)
[ -n "$package" ] || { echo "Debian has no rust-src $version." >&2; exit 1; }
(cd "$work" && apt-get "${options[@]}" download "rust-src=$package" && dpkg -x rust-src_*.deb unpacked)

# The compiler looks for the library's sources in one place only.
source_link=$sysroot/lib/rustlib/src/rust
if [ ! -e "$source_link" ]; then
  mkdir -p "$(dirname "$source_link")"
  cp -r "$(find "$work/unpacked/usr/src" -maxdepth 1 -name 'rustc-*' | head -1)" "$source_link"
  trap 'rm -rf "$work" "$source_link"' EXIT
fi

mkdir -p "$work/empty/src"
echo '#![no_std]' > "$work/empty/src/lib.rs"
cat > "$work/empty/Cargo.toml" <<'TOML'
[package]
name = "empty"
version = "0.0.0"
edition = "2021"
[profile.release]
panic = "abort"
TOML
(cd "$work/empty" && RUSTC_BOOTSTRAP=1 CARGO_PROFILE_RELEASE_LTO=off \
  RUSTFLAGS="-Cembed-bitcode=yes -Zforce-unstable-if-unmarked" \
  cargo build --quiet --release --target wasm32-unknown-unknown -Zbuild-std=std,panic_abort --target-dir "$work/target")
mkdir -p "$into"
for library in "$work"/target/wasm32-unknown-unknown/release/deps/*.rlib; do
  case $(basename "$library") in libempty-*) ;; *) cp "$library" "$into/" ;; esac
done
