import { FALSE, not, TRUE, UNKNOWN, type Truth } from './Truth.ts'

/** A pair's standing, as two bits: left is not below, left is not above. Neither: one of them has no value. */
export const NOT_BELOW = 1
export const NOT_ABOVE = 2
export const ABOVE = NOT_BELOW
export const BELOW = NOT_ABOVE
const STANDINGS = [0, ABOVE, BELOW, NOT_BELOW | NOT_ABOVE] as const

/** The comparisons of a pair. */
export type Relation = '>' | '<' | '>=' | '<=' | 'crosses above' | 'crosses below'

/** The same for the pair the other way round. */
export const MIRRORED: Readonly<Record<Relation, Relation>> = {
  '>': '<',
  '<': '>',
  '>=': '<=',
  '<=': '>=',
  'crosses above': 'crosses below',
  'crosses below': 'crosses above',
}

/** The truth of each relation by the pair's standing now and, two bits higher, on the bar before. */
export const TABLES: Readonly<Record<Relation, Uint8Array>> = {
  '>': table((now) => is(now, ABOVE)),
  '<': table((now) => is(now, BELOW)),
  '>=': table((now) => not(is(now, BELOW))),
  '<=': table((now) => not(is(now, ABOVE))),
  'crosses above': table((now, before) => turned(is(now, ABOVE), is(before, ABOVE))),
  'crosses below': table((now, before) => turned(is(now, BELOW), is(before, BELOW))),
}

function is(standing: number, wanted: number): Truth {
  return standing === 0 ? UNKNOWN : standing === wanted ? TRUE : FALSE
}

/** Whether something is so and was not on the bar before; unknown when either is. */
function turned(now: Truth, before: Truth): Truth {
  return now === UNKNOWN || before === UNKNOWN ? UNKNOWN : now === TRUE && before === FALSE ? TRUE : FALSE
}

function table(truth: (now: number, before: number) => Truth): Uint8Array {
  const truths = new Uint8Array(16)
  for (const now of STANDINGS) for (const before of STANDINGS) truths[now | (before << 2)] = truth(now, before)
  return truths
}
