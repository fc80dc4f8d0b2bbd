import { paise } from '../../schema/money.ts'
import { istInstant } from '../../schema/time.ts'
import type { EntryTerms } from './orders.ts'
import { levelsFor, type OpenTrade, type TradeOrigin } from './trades.ts'
import { contractOf } from './testContracts.ts'

/** Target 18 per cent, stop 12 per cent of the premium, no trailing. For tests. */
export const TERMS: EntryTerms = {
  takeProfit: { unit: 'PERCENT', value: 18 },
  stopLoss: { unit: 'PERCENT', value: 12 },
  trailingStopPercent: null,
  windowEndsAt: istInstant('2026-07-01', 15 * 60 + 10),
}

/** Whose trade it is and of what, for tests: a call of Nifty on paper. */
export function originOf(rest: Partial<TradeOrigin> = {}): TradeOrigin {
  return {
    ...{
      id: 't',
      userId: 'u',
      subscriptionId: 's',
      strategyId: 'st',
      version: 1,
      market: 'm',
      mode: 'PAPER',
      index: 'NIFTY',
      side: 'LONG',
    },
    contract: contractOf('NIFTY', 24_500, 'CE'),
    terms: TERMS,
    ...rest,
  }
}

/** An open trade of one lot bought at 100.00 rupees at ten, for tests. */
export function openTradeOf(rest: Partial<OpenTrade> = {}): OpenTrade {
  const origin = originOf(rest)
  const quantity = rest.quantity ?? origin.contract.lotSize
  return {
    ...origin,
    ...{ quantity, entryValue: paise(100_00 * quantity), exitQuantity: 0, exitValue: paise(0), charges: paise(26_53) },
    entryTime: istInstant('2026-07-01', 600),
    ...levelsFor(paise(100_00), quantity, origin.contract.tick, origin.terms),
    closing: null,
    ...rest,
  }
}
