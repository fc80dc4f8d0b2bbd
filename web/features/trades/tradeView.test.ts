import { describe, expect, it } from 'vitest'
import type { TradePartsFragment } from '../../gql/generated/graphql.ts'
import { contractName, grossProfit, tradeView } from './tradeView.ts'

const trade: TradePartsFragment = {
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
  opened: null,
  closed: null,
  entryTime: '2026-11-20T05:02:00.000Z',
  exitTime: null,
  ltp: 121,
}

describe('contractName', () => {
  it('says index, strike and right as people do, and leaves an index it does not know as it is', () => {
    expect(contractName(trade)).toBe('Nifty 50 · 24,500 PE')
    expect(contractName({ ...trade, index: 'FINNIFTY' })).toBe('FINNIFTY · 24,500 PE')
  })
})

describe('grossProfit', () => {
  it('of a running trade is exact to the paisa', () => {
    expect(grossProfit(trade, 120.45)).toBe(7.5)
    expect(grossProfit(trade, 119.05)).toBe(-97.5)
  })

  it('of a running trade without a price is unknown, not zero', () => {
    expect(grossProfit(trade, null)).toBeNull()
  })

  it('of a closed trade is what the server booked', () => {
    expect(grossProfit({ ...trade, status: 'COMPLETED', profitLossRs: -412.5 }, 500)).toBe(-412.5)
  })
})

describe('tradeView', () => {
  it('words side and status as the specification does', () => {
    expect(tradeView(trade, 121)).toMatchObject({ side: 'SELL', status: 'ACTIVE' })
    expect(tradeView({ ...trade, signal: 'LONG', status: 'TARGET_HIT' }, null)).toMatchObject({ side: 'BUY', status: 'TARGET HIT' })
    expect(tradeView({ ...trade, status: 'STOPLOSS_HIT' }, null).status).toBe('STOP LOSS')
  })
})
