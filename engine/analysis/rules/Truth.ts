/**
 * Three-valued logic (Kleene) in two bits, the lower one "not false", the upper one "true": "all" is then the bitwise and, "any" the or, for
 * as many bars at once as a word has bytes.
 */
export type Truth = typeof FALSE | typeof UNKNOWN | typeof TRUE

export const FALSE = 0b00
export const UNKNOWN = 0b01
export const TRUE = 0b11

export function not(truth: Truth): Truth {
  return truth === UNKNOWN ? UNKNOWN : truth === TRUE ? FALSE : TRUE
}
