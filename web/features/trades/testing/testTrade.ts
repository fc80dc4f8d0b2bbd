import type { LegPartsFragment, TradePartsFragment } from '../../../gql/generated/graphql.ts'

/** A running trade: 75 units of a Nifty put bought at ₹120.35. For tests only. */
export function testTrade(changes: Partial<TradePartsFragment> = {}): TradePartsFragment {
  const trade = {
    id: '1',
    option: 'NIFTY26NOV24500PE',
    index: 'NIFTY',
    strike: 24_500,
    optionType: 'PE',
    expiry: '2026-11-24',
    strategy: 'RSI Reversal',
    strategyId: 's1',
    unproven: false,
    standing: null,
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
    letGo: false,
    opened: null,
    closed: null,
    warnings: [],
    entryTime: '2026-11-20T05:02:00.000Z',
    exitTime: null,
    ltp: 121,
    estimatedMargin: null,
    kept: null,
    ...changes,
  } satisfies Omit<TradePartsFragment, 'legs'>
  return { ...trade, legs: changes.legs ?? [legOf(trade)] }
}

/** The books of 75 units of Nifty that one order opened, by the rates of November 2026. */
function ifClosed(side: 'BUY' | 'SELL', entryPrice: number, charges: number): NonNullable<LegPartsFragment['ifClosed']> {
  return {
    ...{ received: (side === 'BUY' ? -1 : 1) * entryPrice * 75, chargedPaise: charges * 100, orders: [75] },
    ...{ brokerage: 20, transaction: 0.03553, sebiFee: 0.0001, gst: 18, stampDutyOnPurchase: 0.003, sttOnSale: 0.15 },
  }
}

/** The only leg of a trade of one bought option. */
function legOf(trade: Omit<TradePartsFragment, 'legs'>): LegPartsFragment {
  const { option, lots, quantity, exitPrice, target, sl, ltp, charges, profitLossRs, status, entryTime, exitReason, exitTime } = trade
  return {
    ...{
      id: `leg of ${trade.id}`,
      side: 'BUY',
      option,
      lots,
      quantity,
      exitPrice,
      target,
      sl,
      ltp,
      charges,
      profitLossRs,
      ifClosed: status === 'RUNNING' ? ifClosed('BUY', trade.entryPrice ?? 0, charges) : null,
      status,
      entryTime,
      exitReason,
      exitTime,
    },
    ...{ strike: trade.strike ?? 0, optionType: trade.optionType ?? 'CE', expiry: trade.expiry ?? '', entryPrice: trade.entryPrice ?? 0 },
  }
}

/** A leg of `testPosition`. For tests only. */
export function testLeg(changes: Partial<LegPartsFragment> = {}): LegPartsFragment {
  const { side, entryPrice, charges, status, ...leg } = { ...SOLD_CALL, ...changes }
  return {
    ifClosed: status === 'RUNNING' ? ifClosed(side, entryPrice, charges) : null,
    ...{ side, entryPrice, charges, status, ...leg },
  }
}

const SOLD_CALL: Omit<LegPartsFragment, 'ifClosed'> = {
  ...{
    id: 'ce',
    option: 'NIFTY24NOV2624500CE',
    strike: 24_500,
    optionType: 'CE',
    expiry: '2026-11-24',
    side: 'SELL',
    lots: 1,
    quantity: 75,
    entryPrice: 120,
    exitPrice: null,
    target: null,
    sl: 150,
    ltp: 110.5,
    charges: 24.1,
    profitLossRs: null,
    status: 'RUNNING',
    entryTime: '2026-11-20T05:02:00.000Z',
    exitReason: null,
    exitTime: null,
  },
}

/** A running short straddle: a lot of each of a Nifty call and a put, sold at ₹120 and ₹110, the put stopped and opened again. For tests only. */
export function testPosition(changes: Partial<TradePartsFragment> = {}): TradePartsFragment {
  const put = { option: 'NIFTY24NOV2624500PE', optionType: 'PE', entryPrice: 110, sl: 137.5, ltp: 112 } as const
  const stopped = {
    status: 'STOPLOSS_HIT',
    exitReason: 'STOP',
    exitPrice: 137.5,
    exitTime: '2026-11-20T05:32:00.000Z',
    profitLossRs: -2_062.5,
  } as const
  return testTrade({
    ...{
      id: 'p',
      option: 'NIFTY24NOV2624500CE NIFTY24NOV2624500PE',
      strike: null,
      optionType: null,
      expiry: null,
      strategy: 'Short Straddle',
    },
    ...{ signal: 'NEUTRAL', entryPrice: null, target: null, sl: null, quantity: 225, fundUsed: 182_450, estimatedMargin: 182_450 },
    ...{ charges: 96.4, ltp: null },
    legs: [testLeg(), testLeg({ ...put, id: 'pe', ltp: null, ...stopped }), testLeg({ ...put, id: 'pe again' })],
    ...changes,
  })
}
