import type { TradePartsFragment } from '../../gql/generated/graphql.ts'

/** A running trade: 75 units of a Nifty put bought at ₹120.35. For tests only. */
export function testTrade(changes: Partial<TradePartsFragment> = {}): TradePartsFragment {
  return {
    id: '1',
    option: 'NIFTY26NOV24500PE',
    index: 'NIFTY',
    strike: 24_500,
    optionType: 'PE',
    expiry: '2026-11-24',
    strategy: 'RSI Reversal',
    signal: 'SHORT',
    mode: 'PAPER',
    entryPrice: 120.35,
    exitPrice: null,
    target: 180.5,
    sl: 90.3,
    trailingStopPercent: null,
    lots: 1,
    quantity: 75,
    fundUsed: 9_026.25,
    profitLossRs: null,
    charges: 24.1,
    netProfitLossRs: null,
    status: 'RUNNING',
    exitReason: null,
    closing: false,
    handedOver: false,
    opened: null,
    closed: null,
    entryTime: '2026-11-20T05:02:00.000Z',
    exitTime: null,
    ltp: 121,
    ...changes,
  }
}
