import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import { paise } from '../../../schema/money.ts'
import { istInstant } from '../../../schema/time.ts'
import type { Account, Candidate, Moment, TradeSettings } from '../risk/assess.ts'
import { contractOf } from './contracts.ts'
import { TERMS } from './legs.ts'

const at = (hour: number, minute: number) => istInstant('2026-07-01', hour * 60 + minute)

/** Two lots, three trades a day, from 09:20 to 15:10. For tests. */
export const SETTINGS: TradeSettings = {
  ...{ windowStart: 9 * 60 + 20, windowEnd: 15 * 60 + 10, maxTrades: 3, lots: 2, risk: paise(5_000_00), sizeByRisk: false },
  ...{ takeProfit: TERMS.takeProfit, stopLoss: TERMS.stopLoss, trailingStopPercent: null },
}

/** A subscription with nothing against an entry, and one trade of its day left. For tests. */
export const CANDIDATE: Candidate = {
  ...{
    subscriptionId: 's',
    userId: 'u',
    strategyId: 'st',
    version: 1,
    mode: 'PAPER',
    unmetGates: [],
    killed: null,
    tradesToday: 2,
    openTrades: 0,
  },
  settings: SETTINGS,
}

/** A lakh free, one of five trades open, nothing lost. For tests. */
export const ACCOUNT: Account = {
  ...{
    available: paise(1_00_000_00),
    openTrades: 1,
    maxOpenTrades: 5,
    lossToday: paise(0),
    lossThatStopped: null,
    maxDailyLoss: paise(10_000_00),
  },
  ...{ entriesLastMinute: 1, entriesToday: 2 },
}

/** Ten in the morning of a trading day, the call at the money at 100.00 rupees. For tests. */
export const MOMENT: Moment = {
  ...{
    rules: SHIPPED_MARKET_RULES,
    now: at(10, 0),
    closedAt: at(10, 0),
    session: { open: at(9, 15), close: at(15, 30) },
    dayCovered: true,
  },
  ...{ paused: null, shortage: null },
  ...{ indexPrice: paise(24_510_00), listedContracts: 488, contract: contractOf('NIFTY', 24_500, 'CE'), premium: paise(100_00) },
}
