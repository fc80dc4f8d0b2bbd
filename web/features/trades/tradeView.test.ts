import { describe, expect, it } from 'vitest'
import { testTrade } from './testTrade.ts'
import { contractName, grossProfit, tradeView } from './tradeView.ts'

const trade = testTrade()

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
  it('has what was bought, which way the signal went, and the status in words, as the specification does', () => {
    expect(tradeView(trade, 121)).toMatchObject({ optionType: 'PE', signal: 'SHORT', status: 'ACTIVE' })
    expect(tradeView({ ...trade, signal: 'LONG', status: 'TARGET_HIT' }, null)).toMatchObject({ signal: 'LONG', status: 'TARGET HIT' })
    expect(tradeView({ ...trade, status: 'STOPLOSS_HIT' }, null).status).toBe('STOP LOSS')
  })
})
