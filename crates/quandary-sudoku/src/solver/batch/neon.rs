//! Registers of 64-bit ARM: 128 boards in NEON, which every such machine has.
//!
//! This has been compiled, but not been run: [`super::vector::Width::usual`] makes it prove itself before it is used.

#![expect(unsafe_code, reason = "vector registers are reached through intrinsics")]

use std::arch::aarch64::{
    uint32x4_t, vandq_u32, vbicq_u32, vbslq_u32, vdupq_n_s32, vdupq_n_u32, veorq_u32, vld1q_u32, vorrq_u32,
    vreinterpretq_u32_u64, vreinterpretq_u64_u32, vshlq_u32, vst1q_u32, vtrn1q_u32, vtrn1q_u64, vtrn2q_u32, vtrn2q_u64,
};

use super::turn::MOST_GROUPS;
use super::vector::Vector;

/// A NEON register.
#[derive(Clone, Copy)]
pub(super) struct Neon(uint32x4_t);

#[inline(always)]
unsafe fn first_halves(a: uint32x4_t, b: uint32x4_t) -> uint32x4_t {
    // SAFETY: every 64-bit ARM has NEON.
    unsafe { vreinterpretq_u32_u64(vtrn1q_u64(vreinterpretq_u64_u32(a), vreinterpretq_u64_u32(b))) }
}

#[inline(always)]
unsafe fn second_halves(a: uint32x4_t, b: uint32x4_t) -> uint32x4_t {
    // SAFETY: every 64-bit ARM has NEON.
    unsafe { vreinterpretq_u32_u64(vtrn2q_u64(vreinterpretq_u64_u32(a), vreinterpretq_u64_u32(b))) }
}

impl Vector for Neon {
    const GROUPS: usize = 4;

    #[inline(always)]
    fn splat(bit: bool) -> Self {
        Self::splat_group(if bit { u32::MAX } else { 0 })
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        // SAFETY: every 64-bit ARM has NEON; so in all of these.
        Neon(unsafe { vandq_u32(self.0, other.0) })
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        // SAFETY: as above.
        Neon(unsafe { vorrq_u32(self.0, other.0) })
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        // SAFETY: as above.
        Neon(unsafe { veorq_u32(self.0, other.0) })
    }

    #[inline(always)]
    fn but_not(self, other: Self) -> Self {
        // SAFETY: as above.
        Neon(unsafe { vbicq_u32(self.0, other.0) })
    }

    #[inline(always)]
    fn mix_bytes(self, other: Self, mask: Self) -> Self {
        // SAFETY: as above.
        Neon(unsafe { vbslq_u32(mask.0, other.0, self.0) })
    }

    #[inline(always)]
    fn up<const N: i32>(self) -> Self {
        // SAFETY: as above.
        Neon(unsafe { vshlq_u32(self.0, vdupq_n_s32(N)) })
    }

    #[inline(always)]
    fn down<const N: i32>(self) -> Self {
        // SAFETY: as above. Up by a negative number is down.
        Neon(unsafe { vshlq_u32(self.0, vdupq_n_s32(-N)) })
    }

    #[inline(always)]
    fn splat_group(bits: u32) -> Self {
        // SAFETY: as above.
        Neon(unsafe { vdupq_n_u32(bits) })
    }

    #[inline(always)]
    fn turn_groups(registers: &mut [Self; MOST_GROUPS]) {
        let [Neon(a), Neon(b), Neon(c), Neon(d), ..] = *registers;
        // SAFETY: as above.
        unsafe {
            let (even, odd) = (vtrn1q_u32(a, b), vtrn2q_u32(a, b));
            let (next_even, next_odd) = (vtrn1q_u32(c, d), vtrn2q_u32(c, d));
            registers[0] = Neon(first_halves(even, next_even));
            registers[1] = Neon(first_halves(odd, next_odd));
            registers[2] = Neon(second_halves(even, next_even));
            registers[3] = Neon(second_halves(odd, next_odd));
        }
    }

    #[inline(always)]
    fn load(groups: &[u32]) -> Self {
        let groups = &groups[..4];
        // SAFETY: as above, and the slice is as long as the register.
        Neon(unsafe { vld1q_u32(groups.as_ptr()) })
    }

    #[inline(always)]
    fn store(self, groups: &mut [u32]) {
        let groups = &mut groups[..4];
        // SAFETY: as above, and the slice is as long as the register.
        unsafe { vst1q_u32(groups.as_mut_ptr(), self.0) }
    }
}
