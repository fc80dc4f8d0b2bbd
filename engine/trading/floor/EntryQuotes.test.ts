import { describe, expect, it } from 'vitest'
import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import { paise } from '../../../schema/money.ts'
import type { PositionRule } from '../../../schema/rules/PositionRule.ts'
import { DAY, istInstant, MINUTE } from '../../../schema/time.ts'
import { instrumentId } from '../../broker/instrumentId.ts'
import type { OptionContract } from '../../broker/port.ts'
import { EntryQuotes } from './EntryQuotes.ts'
import { legRule, positionRule } from '../testing/positions.ts'
import { contractOf, quoteOf } from '../testing/contracts.ts'

const NOW = istInstant('2026-07-01', 600)
const session = { open: istInstant('2026-07-01', 555), close: istInstant('2026-07-01', 930) }
const moment = { now: NOW, session, rules: SHIPPED_MARKET_RULES }
const strikes = Array.from({ length: 21 }, (_, i) => 24_000 + 50 * i)
const listed = ['2026-07-07', '2026-07-14'].flatMap((expiry) =>
  strikes.flatMap((strike) => [contractOf('NIFTY', strike, 'CE', expiry), contractOf('NIFTY', strike, 'PE', expiry)]),
)
const call = (strike: number) => contractOf('NIFTY', strike, 'CE')

/** Entry quotes with a watch that counts. */
function open() {
  const watches = new Map<string, number>()
  const count = (contracts: readonly OptionContract[], by: 1 | -1) => {
    for (const each of contracts) {
      const left = (watches.get(instrumentId(each)) ?? 0) + by
      if (left === 0) watches.delete(instrumentId(each))
      else watches.set(instrumentId(each), left)
    }
  }
  let real = 0
  const watch = {
    watch: (contracts: readonly OptionContract[]) => count(contracts, 1),
    unwatch: (contracts: readonly OptionContract[]) => count(contracts, -1),
  }
  const quotes = new EntryQuotes(watch, () => real)
  const follow = (price: number, contracts: readonly OptionContract[] = listed, opened = session.open, positions: PositionRule[] = []) =>
    quotes.follow('NIFTY', paise(price * 100), contracts, { ...moment, session: { ...session, open: opened } }, positions)
  const pass = (ms: number) => (real += ms)
  return { quotes, follow, watches, pass }
}

describe('the quotes kept at hand for entries', () => {
  it('are of the call and the put at the money and of two strikes to each side, of the nearest expiry', () => {
    const { follow, watches } = open()
    follow(24_510)
    const near = [24_400, 24_450, 24_500, 24_550, 24_600].flatMap((strike) => [call(strike), contractOf('NIFTY', strike, 'PE')])
    expect(watches).toEqual(new Map(near.map((each) => [instrumentId(each), 1])))
  })

  it('are of the next expiry as well on the day of one: the agent buys nothing that expires today', () => {
    const { follow, watches } = open()
    const today = strikes.flatMap((strike) => [
      contractOf('NIFTY', strike, 'CE', '2026-07-01'),
      contractOf('NIFTY', strike, 'PE', '2026-07-01'),
    ])
    follow(24_510, [...today, ...listed])
    expect(watches.size).toBe(20)
    expect([watches.get(instrumentId(call(24_500))), watches.get(instrumentId(contractOf('NIFTY', 24_500, 'CE', '2026-07-01')))]).toEqual([
      1, 1,
    ])
  })

  it.each([
    { strike: { kind: 'ATM', strikes: 6 }, expiry: 'next week', wanted: ['24800CE2026-07-14', '24700CE2026-07-14', '24500CE2026-07-14'] },
    { strike: { kind: 'PREMIUM', premium: paise(20_00) }, expiry: 'next week', wanted: ['25000CE2026-07-14', '24300CE2026-07-14'] },
    { strike: { kind: 'DELTA', delta: 0.1 }, expiry: 'this week', wanted: ['25000CE2026-07-07'] },
  ] as const)('are of what a position’s leg may be opened in while a strategy opens it ($strike.kind)', ({ strike, expiry, wanted }) => {
    const { follow, watches } = open()
    follow(24_510)
    const without = new Set(watches.keys())
    follow(24_510, listed, session.open, [positionRule([legRule({ strike, expiry })])])
    const nameOf = ({ strike: paisa, optionType, expiry: day }: OptionContract) => `${paisa / 100}${optionType}${day}`
    const names = listed.filter((each) => watches.has(instrumentId(each))).map(nameOf)
    expect(names).toEqual(expect.arrayContaining([...wanted]))
    expect(watches.size).toBeLessThanOrEqual(without.size + 46)
    expect(new Set(watches.values())).toEqual(new Set([1]))
    follow(24_510)
    expect(new Set(watches.keys())).toEqual(without)
  })

  it('are watched once each wherever the index goes', () => {
    const { follow, watches } = open()
    for (const price of [24_510, 24_520, 24_560, 24_200, 24_990, 24_510]) {
      follow(price)
      expect(new Set(watches.values())).toEqual(new Set([1]))
    }
  })

  it('are watched to the end of the session where a signal would have chosen them, and those beside them no longer than they are near', () => {
    const { follow, watches } = open()
    follow(24_510)
    follow(24_900)
    const watched = (strike: number) => watches.has(instrumentId(call(strike)))
    expect([24_400, 24_450, 24_500, 24_550, 24_600].map(watched)).toEqual([false, false, true, false, false])
    follow(24_900, listed, session.open + DAY)
    expect(watched(24_500)).toBe(false)
    expect(watches.size).toBe(10)
  })

  /** Quotes of all listed calls: at 24,510 the one at the strike is at 100 rupees, each strike higher 5 less. */
  const quoteCalls = (quotes: EntryQuotes, atTheMoney = 24_500) => {
    for (const strike of strikes) quotes.onTick(quoteOf(call(strike), NOW, (100 - (strike - atTheMoney) / 10) * 100))
  }
  const BY_PREMIUM = positionRule([legRule({ strike: { kind: 'PREMIUM', premium: paise(80_00) } })])

  it('are watched to the end of the session where a leg would have been opened in them, and not all that it was chosen from', () => {
    const { quotes, follow, watches } = open()
    const watched = () => strikes.filter((strike) => watches.has(instrumentId(call(strike))))
    follow(24_510, listed, session.open, [BY_PREMIUM])
    quoteCalls(quotes)
    // 24,700 costs 80.
    follow(24_510, listed, session.open, [BY_PREMIUM])
    follow(24_010)
    expect(watched()).toEqual([24_000, 24_050, 24_100, 24_150, 24_200, 24_500, 24_700])
    follow(24_010, listed, session.open + DAY)
    expect(watched()).toEqual([24_000, 24_050, 24_100, 24_150, 24_200])
  })

  it('are of no leg whose position could not have been opened as a whole', () => {
    const { quotes, follow, watches } = open()
    const whole = positionRule([...BY_PREMIUM.legs, legRule({ optionType: 'PE', strike: { kind: 'PREMIUM', premium: paise(80_00) } })])
    follow(24_510, listed, session.open, [whole])
    quoteCalls(quotes)
    follow(24_510, listed, session.open, [whole])
    follow(24_010)
    expect(watches.has(instrumentId(call(24_700)))).toBe(false)
  })

  it('are at most two hundred of a session: those that were chosen last', () => {
    const { quotes, follow, watches } = open()
    const all = Array.from({ length: 401 }, (_, i) => contractOf('NIFTY', 14_000 + 50 * i, 'CE'))
    const position = [positionRule([legRule({ strike: { kind: 'ATM', strikes: 2 } })])]
    // In its middle it is back where it began.
    const walk = Array.from({ length: 300 }, (_, i) => (i === 150 ? 15_000 : 15_000 + 50 * i))
    for (const price of walk) {
      follow(price, all, session.open, position)
      for (const contract of all) quotes.onTick(quoteOf(contract, NOW, 100_00))
    }
    follow(walk.at(-1)!, all, session.open, position)
    const watched = all.filter((each) => watches.has(instrumentId(each))).map(({ strike }) => strike / 100)
    expect(watched).toHaveLength(202)
    expect(watched.slice(0, 3)).toEqual([15_000, 15_100, walk.at(-1)! + 100 - 197 * 50])
  })

  it('say what a unit costs to buy, from the first quote on', () => {
    const { quotes, follow } = open()
    quotes.onTick(quoteOf(call(24_500), NOW, 99_00))
    follow(24_510)
    expect(quotes.premiumOf(call(24_500))).toBeNull()
    quotes.onTick(quoteOf(call(24_500), NOW, 100_00))
    expect([quotes.premiumOf(call(24_500)), quotes.premiumOf(call(24_550))]).toEqual([100_05, null])
    quotes.onTick({ ...quoteOf(call(24_500), NOW + MINUTE, 101_00), ask: null })
    expect(quotes.premiumOf(call(24_500))).toBe(101_00)
  })

  it('are not bought by when the last one is over five seconds old', () => {
    const { quotes, follow, pass } = open()
    follow(24_510)
    quotes.onTick(quoteOf(call(24_500), NOW, 100_00))
    pass(5_000)
    expect(quotes.premiumOf(call(24_500))).toBe(100_05)
    pass(1)
    expect(quotes.premiumOf(call(24_500))).toBeNull()
    quotes.onTick(quoteOf(call(24_500), NOW + MINUTE, 101_00))
    expect(quotes.premiumOf(call(24_500))).toBe(101_05)
  })

  it('are kept while the index stays near, and forgotten in the next session', () => {
    const { quotes, follow } = open()
    follow(24_510)
    quotes.onTick(quoteOf(call(24_500), NOW, 100_00))
    follow(24_560)
    expect(quotes.premiumOf(call(24_500))).toBe(100_05)
    follow(24_900)
    follow(24_900, listed, session.open + DAY)
    follow(24_510, listed, session.open + DAY)
    expect(quotes.premiumOf(call(24_500))).toBeNull()
  })

  it('of one index leave those of another alone', () => {
    const { quotes, follow, watches } = open()
    follow(24_510)
    const sensex = contractOf('SENSEX', 80_500, 'CE', '2026-07-02', 20)
    quotes.follow('SENSEX', paise(80_510_00), [...listed, sensex], moment, [])
    expect(watches.size).toBe(11)
    follow(24_510)
    expect(watches.get(instrumentId(sensex))).toBe(1)
  })
})
