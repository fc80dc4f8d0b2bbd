import { IndexSymbol } from '../market/indices.ts'

/** The only real quarter that the agent was walked through, and the result. README and page quote it; a test walks it again. */
export const REAL_QUARTER = {
  indices: [IndexSymbol.NIFTY, IndexSymbol.BANKNIFTY],
  /** Sessions before the first scan: fewer than the model's own, for the quarter has no more. */
  warmUp: 20,
  /** Sessions that were scanned. */
  days: 39,
  /** None of them opened. */
  gates: 14,
  /** What buying at every scan lost, the least and the most of any key: shares of what was paid. */
  lost: { least: 0.008, most: 0.016 },
} as const

const percent = (share: number) => (share * 100).toFixed(1)

export const REAL_QUARTER_TEXT = `On the only real quarter it was walked through (January to March 2024, Nifty and Bank Nifty, ${REAL_QUARTER.days} days after a short warm-up) none of ${REAL_QUARTER.gates} gates opened, and buying at every scan lost ${percent(REAL_QUARTER.lost.least)} to ${percent(REAL_QUARTER.lost.most)} per cent a trade.`
