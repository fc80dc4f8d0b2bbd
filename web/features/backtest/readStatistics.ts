import * as z from 'zod/mini'

const known = z.nullable(z.number())
const group = z.object({ trades: z.number(), net: z.number(), winRate: known, expectancy: known })

/** A backtest's trade statistics beyond its metrics: amounts in rupees, shares fractions, null where there is no value. */
export const statistics = z.object({
  verdict: z.string(),
  expectancyInterval: z.nullable(z.object({ low: z.number(), high: z.number(), confidence: z.number() })),
  randomEntries: z.nullable(z.object({ trades: z.number(), expectancy: z.number(), percentile: z.number() })),
  cagr: known,
  calmar: known,
  drawdownDays: z.number(),
  intratradeDrawdown: z.object({ amount: z.number(), share: z.number() }),
  averageWin: known,
  averageLoss: known,
  payoff: known,
  winStreak: z.number(),
  lossStreak: z.number(),
  holdingMinutes: z.nullable(z.object({ mean: z.number(), median: z.number() })),
  costShare: known,
  adverse: z.object({ mean: known, ofWins: known }),
  favourable: z.object({ mean: known, ofLosses: known }),
  expiryDays: z.nullable(z.object({ on: group, off: group })),
})

export type BacktestStatistics = z.infer<typeof statistics>
