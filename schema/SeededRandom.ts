/**
 * A stream of pseudo-random numbers that depends on nothing but its seed text: the same text gives the same stream on every machine.
 * Generator: xoshiro128** (Blackman and Vigna, 2018), its state filled by splitmix32 from an FNV-1a hash of the text.
 */
export class SeededRandom {
  readonly #state = new Uint32Array(4)
  #spareNormal: number | null = null

  constructor(seed: string) {
    let hash = 0x811c9dc5
    for (let i = 0; i < seed.length; i++) hash = Math.imul(hash ^ seed.charCodeAt(i), 0x01000193)
    for (let i = 0; i < 4; i++) {
      hash = (hash + 0x9e3779b9) | 0
      let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
      mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
      this.#state[i] = mixed ^ (mixed >>> 16)
    }
  }

  /** Uniform in [0, 1), 32 bits. */
  uniform(): number {
    const s = this.#state
    const scrambled = rotateLeft(Math.imul(s[1]!, 5), 7)
    const shifted = s[1]! << 9
    s[2]! ^= s[0]!
    s[3]! ^= s[1]!
    s[1]! ^= s[2]!
    s[0]! ^= s[3]!
    s[2]! ^= shifted
    s[3] = rotateLeft(s[3]!, 11)
    return (Math.imul(scrambled, 9) >>> 0) / 2 ** 32
  }

  /** Whole number in [low, high], both included. */
  integer(low: number, high: number): number {
    return low + Math.floor(this.uniform() * (high - low + 1))
  }

  /** Standard normal (Box–Muller). */
  normal(): number {
    if (this.#spareNormal !== null) {
      const spare = this.#spareNormal
      this.#spareNormal = null
      return spare
    }
    const radius = Math.sqrt(-2 * Math.log(1 - this.uniform()))
    const angle = 2 * Math.PI * this.uniform()
    this.#spareNormal = radius * Math.sin(angle)
    return radius * Math.cos(angle)
  }
}

function rotateLeft(value: number, bits: number): number {
  return (value << bits) | (value >>> (32 - bits))
}
