/** Bars that are worked off at a time: few enough for what lies between the steps to stay in the processor's nearest memory. */
const BARS = 4_096
/** A whole word before the first bar, for the bar before it. */
const FIRST = 4

/** A byte for each bar of a block, also read four at a time. The order of bytes in a word does not matter to word operations. */
export class Register {
  static readonly BARS = BARS
  /** The byte of the first bar; the one before it is of the bar before. */
  static readonly FIRST = FIRST
  /** One in each byte of a word. */
  static readonly EACH = 0x01010101
  readonly bytes = new Uint8Array(FIRST + BARS)
  readonly signed = new Int8Array(this.bytes.buffer)
  readonly words = new Uint32Array(this.bytes.buffer)

  /** The number of the word after the last that holds one of so many bars. */
  static wordsOf(bars: number): number {
    return (FIRST + bars + 3) >> 2
  }

  /** Makes each truth the lesser of itself and the other's (Truth.ts). */
  and({ words }: Register, bars: number): void {
    const end = Register.wordsOf(bars)
    for (let i = FIRST / 4; i < end; i++) this.words[i]! &= words[i]!
  }

  /** Makes each truth the greater of itself and the other's. */
  or({ words }: Register, bars: number): void {
    const end = Register.wordsOf(bars)
    for (let i = FIRST / 4; i < end; i++) this.words[i]! |= words[i]!
  }

  /** Turns each truth round: its two bits change places and are inverted. */
  not(bars: number): void {
    const each = Register.EACH
    const end = Register.wordsOf(bars)
    for (let i = FIRST / 4; i < end; i++) {
      const word = this.words[i]!
      this.words[i] = (((word >> 1) & each) | ((word & each) << 1)) ^ (3 * each)
    }
  }

  /** 1 where of two truths the first alone is true, −1 where the second alone is, else 0. */
  difference(first: Register, second: Register, bars: number): void {
    const each = Register.EACH
    const end = Register.wordsOf(bars)
    for (let i = FIRST / 4; i < end; i++) {
      const ones = (first.words[i]! >> 1) & each
      const others = (second.words[i]! >> 1) & each
      // All bits of a byte are −1.
      this.words[i] = (ones & ~others) | ((others & ~ones) * 255)
    }
  }

  /** 2 where a truth is true, else 0: the upper one of its bits. */
  neutral({ words }: Register, bars: number): void {
    const end = Register.wordsOf(bars)
    for (let i = FIRST / 4; i < end; i++) this.words[i] = words[i]! & (2 * Register.EACH)
  }
}
