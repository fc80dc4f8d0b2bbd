/** 1.5 × 2^52: a sum with it is whole. */
const BESIDE_WHOLE = 6_755_399_441_055_744

/** A price in rupees as paise: a whole number, up to 2^51. Loops take twice as long with Math.round. */
export function wholePaise(rupees: number): number {
  return rupees * 100 + BESIDE_WHOLE - BESIDE_WHOLE
}
