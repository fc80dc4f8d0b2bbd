import { describe, expect, it } from 'vitest'
import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import { paise } from '../../../schema/money.ts'
import { istInstant, MINUTE } from '../../../schema/time.ts'
import type { Leg } from './legs.ts'
import { OpenLegs } from './OpenLegs.ts'
import { contractOf, quoteOf } from '../testing/contracts.ts'
import { openLegOf, TERMS } from '../testing/legs.ts'

const NOW = istInstant('2026-07-01', 600)
const call = contractOf('NIFTY', 24_500, 'CE')
const put = contractOf('NIFTY', 24_500, 'PE')
const session = { open: istInstant('2026-07-01', 555), close: istInstant('2026-07-01', 930) }
const none: ReadonlySet<string> = new Set()
const trailing = { ...TERMS, trailingStopPercent: 10 }

function openTrades(...legs: Parameters<typeof openLegOf>[0][]): OpenLegs {
  const open = new OpenLegs()
  for (const leg of legs) open.keep(openLegOf(leg))
  return open
}

describe('open legs', () => {
  it('are those taken in and not dropped, each once', () => {
    const open = openTrades({ id: 'a' }, { id: 'b' })
    expect(open.keep(openLegOf({ id: 'a', stop: paise(90_00) }))).toBe(false)
    expect([open.size, [...open].map(({ id, stop }) => [id, stop])]).toEqual([
      2,
      [
        ['a', 90_00],
        ['b', 88_00],
      ],
    ])
    expect([open.drop(openLegOf({ id: 'a' })), open.drop(openLegOf({ id: 'a' }))]).toEqual([true, false])
    expect([open.has('a'), open.has('b'), open.size]).toEqual([false, true, 1])
  })

  it('are asked to close by a quote of their contract that reaches their level, and by no other', () => {
    const open = openTrades({ id: 'a' }, { id: 'b', target: paise(110_00) }, { id: 'c', contract: put })
    expect(open.onTick(quoteOf(call, NOW + MINUTE, 112_00), none)).toEqual([{ legId: 'b', reason: 'TARGET', at: NOW + MINUTE }])
    expect(open.onTick(quoteOf(put, NOW + MINUTE, 87_00), none)).toEqual([{ legId: 'c', reason: 'STOP', at: NOW + MINUTE }])
    expect(open.onTick(quoteOf(contractOf('NIFTY', 24_550, 'CE'), NOW + MINUTE, 1_00), none)).toEqual([])
    open.drop(openLegOf({ id: 'b' }))
    expect(open.onTick(quoteOf(call, NOW + 2 * MINUTE, 112_00), none)).toEqual([])
  })

  it('are not asked twice while they exit, nor by a quote from before they were bought', () => {
    const open = openTrades({ id: 'a' })
    expect(open.onTick(quoteOf(call, NOW + MINUTE, 120_00), new Set(['a']))).toEqual([])
    expect(open.onTick(quoteOf(call, NOW - 1, 120_00), none)).toEqual([])
    expect(open.onTick(quoteOf(call, NOW, 120_00), none)).toHaveLength(1)
  })

  it('are due when their time is up, unless they exit already', () => {
    const open = openTrades(
      { id: 'a' },
      { id: 'b', terms: { ...TERMS, windowEndsAt: NOW + MINUTE } },
      { id: 'c', terms: { ...TERMS, windowEndsAt: NOW } },
    )
    expect(open.due(NOW + MINUTE, session, SHIPPED_MARKET_RULES, new Set(['c']))).toEqual([
      { legId: 'b', reason: 'WINDOW_END', at: NOW + MINUTE },
    ])
  })
})

describe('stops that trail', () => {
  it('rise with the quotes of their contract, and close the leg when the price comes back', () => {
    const open = openTrades({ id: 'a', terms: trailing }, { id: 'b' })
    expect(open.onTick(quoteOf(call, NOW + MINUTE, 110_00), none)).toEqual([])
    expect([...open].map(({ stop }) => stop)).toEqual([99_00, 88_00])
    open.onTick(quoteOf(call, NOW + 2 * MINUTE, 105_00), none)
    expect(open.onTick(quoteOf(call, NOW + 3 * MINUTE, 99_00), none)).toEqual([
      { legId: 'a', reason: 'TRAILING_STOP', at: NOW + 3 * MINUTE },
    ])
  })

  it('are told once each, at their highest', () => {
    const open = openTrades({ id: 'a', terms: trailing }, { id: 'b' })
    for (const last of [110_00, 115_00, 112_00]) open.onTick(quoteOf(call, NOW + MINUTE, last), none)
    expect(open.takeRaisedStops()).toEqual([{ legId: 'a', stop: 103_50 }])
    expect(open.takeRaisedStops()).toEqual([])
    open.onTick(quoteOf(call, NOW + MINUTE, 116_00), none)
    open.drop(openLegOf({ id: 'a', terms: trailing }))
    expect(open.takeRaisedStops()).toEqual([])
  })

  it('stay where they are when the books say what they knew before, and rise when the books know better', () => {
    const open = openTrades({ id: 'a', terms: trailing })
    open.onTick(quoteOf(call, NOW + MINUTE, 110_00), none)
    open.keep(openLegOf({ id: 'a', terms: trailing, charges: paise(99_00) }))
    expect([...open]).toMatchObject([{ stop: 99_00, charges: 99_00 }])
    open.keep(openLegOf({ id: 'a', terms: trailing, stop: paise(105_00) }))
    expect([...open]).toMatchObject([{ stop: 105_00 }])
  })
})

describe('what a user has lost', () => {
  const every = () => true
  const lossOf = (open: OpenLegs, userId: string, counts: (leg: Leg) => boolean = every) =>
    open.lossOf(userId, NOW, SHIPPED_MARKET_RULES, counts)
  /** Charges of the entry, and of a sale of 65 at 95 or at 107: brokerage with GST 23.60, STT of whole rupees, and fees. */
  const AT_95 = 26_53 + 35_20
  const AT_107 = 26_53 + 36_52

  it('is counted at the last prices of the user’s own open legs, with what their orders cost and closing them would; a gain is negative', () => {
    const open = openTrades({ id: 'a' }, { id: 'b', contract: put }, { id: 'c', userId: 'v' })
    open.onTick(quoteOf(call, NOW + MINUTE, 95_00), none)
    expect(lossOf(open, 'u')).toBe(325_00 + AT_95)
    open.onTick(quoteOf(put, NOW + MINUTE, 107_00), none)
    expect([lossOf(open, 'u'), lossOf(open, 'v'), lossOf(open, 'nobody')]).toEqual([-130_00 + AT_95 + AT_107, 325_00 + AT_95, 0])
  })

  it('is counted of certain trades alone when asked so', () => {
    const open = openTrades({ id: 'a', tradeId: 'of a' }, { id: 'b', tradeId: 'of b' })
    open.onTick(quoteOf(call, NOW + MINUTE, 95_00), none)
    expect([lossOf(open, 'u'), lossOf(open, 'u', ({ tradeId }) => tradeId === 'of b'), lossOf(open, 'u', () => false)]).toEqual([
      2 * (325_00 + AT_95),
      325_00 + AT_95,
      0,
    ])
  })

  it('is counted on paper and live apart when asked so', () => {
    const open = openTrades({ id: 'a' }, { id: 'b', mode: 'LIVE' }, { id: 'c', mode: 'LIVE' })
    open.onTick(quoteOf(call, NOW + MINUTE, 95_00), none)
    expect([lossOf(open, 'u', ({ mode }) => mode === 'PAPER'), lossOf(open, 'u', ({ mode }) => mode === 'LIVE')]).toEqual([
      325_00 + AT_95,
      2 * (325_00 + AT_95),
    ])
  })

  it('counts what is sold at what it was sold for', () => {
    const open = openTrades({ id: 'a', quantity: 130, exitQuantity: 65, exitValue: paise(90_00 * 65) })
    open.onTick(quoteOf(call, NOW + MINUTE, 95_00), none)
    expect(lossOf(open, 'u')).toBe(65 * (10_00 + 5_00) + AT_95)
  })

  it('forgets the price of a contract with the last leg of it', () => {
    const open = openTrades({ id: 'a' })
    open.onTick(quoteOf(call, NOW + MINUTE, 95_00), none)
    open.drop(openLegOf({ id: 'a' }))
    open.keep(openLegOf({ id: 'b' }))
    expect(lossOf(open, 'u')).toBe(0)
  })
})
