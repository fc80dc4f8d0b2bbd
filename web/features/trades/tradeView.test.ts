import { describe, expect, it } from 'vitest'
import { testPosition, testTrade } from './testing/testTrade.ts'
import { grossProfit, netProfit, tradeName, tradeView } from './tradeView.ts'

const trade = testTrade()

describe('tradeName', () => {
  it('says index, strike and right as people do, and leaves an index it does not know as it is', () => {
    expect(tradeName(trade)).toBe('Nifty 50 · 24,500 PE')
    expect(tradeName({ ...trade, index: 'FINNIFTY' })).toBe('FINNIFTY · 24,500 PE')
  })
})

describe('grossProfit', () => {
  it('of a running trade is exact to the paisa', () => {
    expect(grossProfit(trade, () => 120.45)).toBe(7.5)
    expect(grossProfit(trade, () => 119.05)).toBe(-97.5)
  })

  it('of a running trade without a price is unknown, not zero', () => {
    expect(grossProfit(testTrade({ ltp: null }), () => null)).toBeNull()
  })

  it('of a closed trade is what the server booked', () => {
    expect(grossProfit({ ...trade, status: 'COMPLETED', profitLossRs: -412.5, netProfitLossRs: -465 }, () => 500)).toBe(-412.5)
  })
})

describe('a trade of the agent', () => {
  const standing = { evidence: 1.3, threshold: 560, control: -0.013, text: '' }

  it('that is unproven says on its card what its record came to, and what buying at every scan did', () => {
    const trade = testTrade({ strategy: 'AI Trading Agent (UNPROVEN)', unproven: true, standing })
    expect(tradeView(trade, () => null).strategy).toBe('AI Trading Agent (UNPROVEN) · ×1.30 of ×560 · always −1.30%')
    const unknown = { ...standing, control: null }
    expect(tradeView({ ...trade, standing: unknown }, () => null).strategy).toBe('AI Trading Agent (UNPROVEN) · ×1.30 of ×560')
  })

  it('that is proven goes by its strategy alone', () => {
    const trade = testTrade({ strategy: 'AI Trading Agent', standing })
    expect(tradeView(trade, () => null).strategy).toBe('AI Trading Agent')
  })
})

describe('several legs', () => {
  const position = testPosition()

  it('are called as their strategy', () => {
    expect(tradeName(position)).toBe('Short Straddle')
  })

  it('come to what the closed ones made and the open ones would: what was sold gains when it falls', () => {
    expect(grossProfit(position, () => null)).toBe(75 * 9.5 - 2_062.5 - 75 * 2)
    expect(grossProfit(position, (symbol) => (symbol.endsWith('CE') ? 100 : null))).toBe(75 * 20 - 2_062.5 - 75 * 2)
    // Three entries and the stopped one's exit: 72.30 + 24.10 booked here; two orders buy back for 27.33 and 27.38.
    expect(netProfit(position, () => null)).toBe(-1_500 - 3 * 24.1 - 54.71)
  })

  it('come to nothing known while one open leg has no price', () => {
    const [call, ...puts] = position.legs
    expect(grossProfit(testPosition({ legs: [{ ...call!, ltp: null }, ...puts] }), () => null)).toBeNull()
  })

  it('say when they expire together where they do, and each for itself where they do not', () => {
    expect(tradeView(position, () => null)).toMatchObject({ expiry: '24 Nov expiry', legs: [{ expiry: null }, {}, {}] })
    const [call, ...puts] = position.legs
    const calendar = testPosition({ legs: [{ ...call!, expiry: '2026-12-29' }, ...puts] })
    expect(tradeView(calendar, () => null)).toMatchObject({ expiry: null, legs: [{ expiry: '2026-12-29' }, { expiry: '2026-11-24' }, {}] })
  })
})

describe('tradeView', () => {
  it('has what was bought, which way the signal went, and the status in words, as the specification does', () => {
    expect(tradeView(trade, () => 121)).toMatchObject({ optionType: 'PE', signal: 'SHORT', status: 'ACTIVE' })
    expect(tradeView({ ...trade, signal: 'LONG', status: 'TARGET_HIT' }, () => null)).toMatchObject({
      signal: 'LONG',
      status: 'TARGET HIT',
    })
    expect(tradeView({ ...trade, status: 'STOPLOSS_HIT' }, () => null).status).toBe('STOP LOSS')
    expect(tradeView({ ...trade, status: 'STOPLOSS_HIT', exitReason: 'TRAILING_STOP' }, () => null).status).toBe('TRAILING STOP')
  })
})

describe('a trade that was let go', () => {
  it('shows no level at which it would be closed, nor a profit that is kept', () => {
    const price = () => 100
    expect(tradeView(testTrade({ letGo: true }), price)).toMatchObject({ entry: testTrade().entryPrice, target: null, stopLoss: null })
    const position = tradeView(testPosition({ letGo: true, kept: 500 }), price)
    expect(position).toMatchObject({ kept: null, legs: testPosition().legs.map(() => ({ target: null, stopLoss: null })) })
  })
})
