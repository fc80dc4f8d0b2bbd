import type { Database } from '../../../prisma/client.ts'
import { createStrategy, type StrategyTerms } from '../../../prisma/createStrategy.ts'
import type { IndexSymbol } from '../../../schema/market/indices.ts'

/** Two lots, so that half of a leg can be sold by hand. */
const COMMON = { windowStart: '09:15', windowEnd: '15:10', maxTrades: 50, lots: 2, riskPerTradePaise: 5_000_000 }

const crossing = (period: number) => ({
  ...{ interval: '1min', long: ['close', 'crosses above', `ema(${period})`], short: ['close', 'crosses below', `ema(${period})`] },
})
const entering = (period: number) => ({ interval: '1min', enter: ['close', 'crosses above', `ema(${period})`] })
const bought = (option: 'CE' | 'PE', strike: string, levels: { readonly stop: string; readonly target: string }) => ({
  ...{ side: 'BUY', option, strike, expiry: 'this week', lots: 1, ...levels },
})

/** What the traders of the trial trade by: single options with near and far levels, stops that trail, and positions of several legs with stops of their own. */
const STRATEGIES: readonly (Pick<StrategyTerms, 'rules'> & Partial<StrategyTerms> & { readonly name: string })[] = [
  { name: 'Eager', rules: crossing(3), stopLossPercent: 4, takeProfitPercent: 5 },
  { name: 'Wide', rules: crossing(5), stopLossPercent: 25, takeProfitPercent: 60 },
  { name: 'Trailing', rules: crossing(8), stopLossPercent: 12, takeProfitPercent: 80, trailingStopPercent: 8 },
  { name: 'Patient', rules: crossing(13), stopLossPercent: 40, takeProfitPercent: 90 },
  {
    name: 'Straddle',
    rules: {
      ...entering(4),
      position: {
        legs: [bought('CE', 'ATM', { stop: '12%', target: '20%' }), bought('PE', 'ATM', { stop: '12%', target: '20%' })],
        stopsToCost: true,
      },
    },
  },
  {
    name: 'Strangle',
    rules: {
      ...entering(7),
      position: {
        legs: [bought('CE', 'ATM+1', { stop: '20%', target: '40%' }), bought('PE', 'ATM-1', { stop: '20%', target: '40%' })],
        ...{ stop: '15%', target: '25%' },
      },
    },
  },
]

/** Makes the strategies of the trial on an index, as an admin would. Returns their ids. */
export async function makeStrategies(db: Database, index: IndexSymbol): Promise<string[]> {
  const ids: string[] = []
  for (const { name, ...terms } of STRATEGIES) {
    const identity = { slug: name.toLowerCase(), name, description: `${name}, of the trial.`, type: 'custom', category: 'trial' }
    ids.push(await createStrategy(db, { ...identity, isActive: true, isPublic: true }, { ...COMMON, instruments: [index], ...terms }))
  }
  return ids
}
