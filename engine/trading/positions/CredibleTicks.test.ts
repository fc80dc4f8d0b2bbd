import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { paise } from '../../../schema/money.ts'
import { istInstant } from '../../../schema/time.ts'
import { contractOf, quoteOf } from '../testing/contracts.ts'
import { CredibleTicks } from './CredibleTicks.ts'

const NOW = istInstant('2026-07-01', 10 * 60)
const [call, put] = [contractOf('NIFTY', 24_500, 'CE'), contractOf('NIFTY', 24_500, 'PE')]
/** A tick with its bid and ask, in rupees; null: that side is empty. */
const tick = (last: number, bid: number | null, ask: number | null, contract = call) => ({
  ...quoteOf(contract, NOW, Math.round(last * 100)),
  bid: bid === null ? null : paise(Math.round(bid * 100)),
  ask: ask === null ? null : paise(Math.round(ask * 100)),
})

describe('a tick', () => {
  it.each([
    ['within its book', tick(100, 99.9, 100.1)],
    ['of a trade just outside of it', tick(98, 99.9, 100.1)],
    ['that fell with its bid', tick(80, 79.9, 80.1)],
    ['without a book', tick(0.05, null, null)],
    ['below an empty side', tick(0.05, null, 0.1)],
  ])('%s is acted on', (_, seen) => {
    expect(new CredibleTicks().isCredible(seen)).toBe(true)
  })

  it.each([
    ['far below its bid', tick(0.05, 99.9, 100.1)],
    ['far above its ask', tick(250, 99.9, 100.1)],
    ['far below the only side it has', tick(50, 99.9, null)],
  ])('%s is acted on only when the next one of its contract says so, too', (_, seen) => {
    const ticks = new CredibleTicks()
    expect(ticks.isCredible(seen)).toBe(false)
    expect(ticks.isCredible({ ...tick(100, 99.9, 100.1, put) })).toBe(true)
    expect(ticks.isCredible(seen)).toBe(true)
    expect(ticks.isCredible(tick(100, 99.9, 100.1))).toBe(true)
    expect(ticks.isCredible(seen)).toBe(false)
  })

  it('that contradicts its book otherwise than the one before is not acted on', () => {
    const ticks = new CredibleTicks()
    expect([tick(0.05, 99.9, 100.1), tick(50, 99.9, 100.1), tick(49, 99.9, 100.1)].map((each) => ticks.isCredible(each))).toEqual([
      ...[false, false, true],
    ])
  })

  it('between its bid and its ask is always acted on, whatever came before', () => {
    const price = fc.double({ min: 0.05, max: 900, noNaN: true })
    fc.assert(
      fc.property(fc.array(fc.tuple(price, price, price)), fc.tuple(price, price, price), (before, last) => {
        const ticks = new CredibleTicks()
        for (const [one, two, three] of before) ticks.isCredible(tick(one, two, three))
        const [bid, traded, ask] = last.toSorted((one, other) => one - other)
        expect(ticks.isCredible(tick(traded!, bid!, ask!))).toBe(true)
      }),
    )
  })
})
