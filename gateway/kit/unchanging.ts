const UNCHANGING = Symbol('unchanging')

/** Vouches that nothing in an object or a list will ever change, and freezes it: what answers show of it is then made once, and kept as long as it is. */
export function markUnchanging(source: object): void {
  Object.freeze(Object.defineProperty(source, UNCHANGING, { value: true }))
}

/** Whether somebody has vouched for it; copies of it may change. */
export function isUnchanging(source: object): boolean {
  return UNCHANGING in source
}
