import { ANALOGUES, HORIZON, SESSION_MINUTES, thinningGap } from './agentModel.ts'
import { BLOCK, correlate, forward } from './fourier.ts'
import type { SessionIndex } from './SessionIndex.ts'
import { Shortlist } from './Shortlist.ts'

/** A window of a finished session. */
export interface Match {
  /** Place of the session in the index. */
  readonly session: number
  /** Last minute of the window. */
  readonly minute: number
  readonly correlation: number
}

/** Candidates checked for each analogue wanted; when thinning leaves too few, three times as many. */
const CANDIDATES = 16
const MORE = 3
/** More than the transform's rounding can move a correlation by. */
const ROUNDING = 1e-4
/** Less than this is no likeness. */
const LEAST_CORRELATION = 0.1
/** Below this sum of squares a window is flat, and matches nothing. */
const FLAT = 1e-14

/**
 * The windows of the finished sessions that correlate best with a window, best first: at most fifty, each with a whole horizon behind it
 * in its session, none nearer to a better one than the thinning gap. Exactly those that comparing every window one by one gives: the
 * transform only finds the candidates, and its rounding cannot hide one. `window`: logs of prices; must move.
 */
export function searchAnalogues(index: SessionIndex, window: Float64Array): readonly Match[] {
  const query = normalised(window)
  for (let wanted = CANDIDATES * ANALOGUES; ; wanted *= MORE) {
    const shortlist = new Shortlist(wanted, LEAST_CORRELATION - ROUNDING)
    compareAll(index, query, shortlist)
    const candidates = shortlist.places().map((place): Match => {
      const [session, minute] = [Math.floor(place / SESSION_MINUTES), place % SESSION_MINUTES]
      return { session, minute, correlation: correlationAt(index, session, minute, query) }
    })
    const matches = bestOf(candidates, query.length)
    // Anything not on the list is below its threshold, and so below the last match.
    if (!shortlist.isCut || (matches.length === ANALOGUES && matches.at(-1)!.correlation > shortlist.threshold + ROUNDING)) return matches
  }
}

/** Less its mean, and of length 1: the sum of its products with a window is their correlation times the window's deviation. */
export function normalised(window: Float64Array): Float64Array {
  const mean = window.reduce((sum, value) => sum + value, 0) / window.length
  const centred = window.map((value) => value - mean)
  const length = Math.sqrt(centred.reduce((sum, value) => sum + value * value, 0))
  return centred.map((value) => value / length)
}

/** The correlation of a normalised query with the window that ends at a minute, 0 where that is flat. */
export function correlationAt(index: SessionIndex, session: number, minute: number, query: Float64Array): number {
  const { sums, squares } = index.sumsOf(session)
  const start = minute - query.length + 1
  const sum = sums[minute + 1]! - sums[start]!
  const spread = squares[minute + 1]! - squares[start]! - (sum * sum) / query.length
  if (!(spread > FLAT)) return 0
  const logs = index.logsOf(session)
  let product = 0
  for (let k = 0; k < query.length; k++) product += query[k]! * logs[start + k]!
  return product / Math.sqrt(spread)
}

/** The matches among windows: best first, those nearer to a better one of their session than the gap left out, at most fifty. */
export function bestOf(windows: readonly Match[], lookback: number): readonly Match[] {
  const ranked = windows
    .filter(({ correlation }) => correlation >= LEAST_CORRELATION)
    .sort((a, b) => b.correlation - a.correlation || a.session - b.session || a.minute - b.minute)
  const gap = thinningGap(lookback)
  const matches: Match[] = []
  for (const window of ranked) {
    if (matches.some(({ session, minute }) => session === window.session && Math.abs(minute - window.minute) < gap)) continue
    matches.push(window)
    if (matches.length === ANALOGUES) break
  }
  return matches
}

/** Offers every window that has a horizon behind it, by the place of its end: session × 375 + minute. */
function compareAll(index: SessionIndex, query: Float64Array, shortlist: Shortlist): void {
  const [queryRe, queryIm] = [new Float64Array(BLOCK), new Float64Array(BLOCK)]
  // The transform and its inverse together multiply by the length of the block.
  queryRe.set(query.map((value) => value / BLOCK))
  forward(queryRe, queryIm)
  const [first, second] = [new Float64Array(BLOCK), new Float64Array(BLOCK)]
  for (let session = 0; session < index.count; session += 2) {
    const isPair = session + 1 < index.count
    correlate(isPair ? index.spectra : index.lastSpectrum, isPair ? session * BLOCK : 0, queryRe, queryIm, first, second)
    offerSession(index, session, query.length, first, shortlist)
    if (isPair) offerSession(index, session + 1, query.length, second, shortlist)
  }
}

function offerSession(index: SessionIndex, session: number, lookback: number, products: Float64Array, shortlist: Shortlist): void {
  const { sums, squares } = index.sumsOf(session)
  const windows = index.lengthOf(session) - HORIZON - lookback
  const end = session * SESSION_MINUTES + lookback - 1
  let least = shortlist.square
  for (let start = 0; start < windows; start++) {
    const product = products[start]!
    if (product <= 0) continue
    const sum = sums[start + lookback]! - sums[start]!
    const spread = squares[start + lookback]! - squares[start]! - (sum * sum) / lookback
    // Nearly all windows end here, without a root or a division.
    if (product * product > least * spread && spread > FLAT) least = shortlist.add(end + start, (product * product) / spread)
  }
}
