/** Three-valued logic (Kleene), ordered so that "all" is the least, "any" the greatest and "not" the mirror image. */
export type Truth = typeof FALSE | typeof UNKNOWN | typeof TRUE

export const FALSE = 0
export const UNKNOWN = 1
export const TRUE = 2

/** Whether one value is above another; unknown when either is NaN. */
export function above(a: number, b: number): Truth {
  return a > b ? TRUE : a <= b ? FALSE : UNKNOWN
}

/** Whether one value is at or above another; unknown when either is NaN. */
export function notBelow(a: number, b: number): Truth {
  return a >= b ? TRUE : a < b ? FALSE : UNKNOWN
}

/** Whether a bar is above and the one before it was not; unknown when either is. */
export function crossed(now: Truth, before: Truth): Truth {
  return now === UNKNOWN || before === UNKNOWN ? UNKNOWN : now > before ? TRUE : FALSE
}

export function not(truth: Truth): Truth {
  return truth === UNKNOWN ? UNKNOWN : truth === TRUE ? FALSE : TRUE
}
