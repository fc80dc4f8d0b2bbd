import { pino } from 'pino'
import { expect, it } from 'vitest'
import { paise } from '../../../schema/money.ts'
import { istInstant, MINUTE } from '../../../schema/time.ts'
import type { BasketOrder } from '../../broker/port.ts'
import type { OpenLeg } from '../positions/legs.ts'
import { openLegOf } from '../testing/legs.ts'
import { ScriptedBroker } from '../testing/ScriptedBroker.ts'
import { StopPlacement } from './StopPlacement.ts'

const NOW = istInstant('2026-11-20', 600)
const of = (id: string, side: 'BUY' | 'SELL', tradeId = 't'): OpenLeg => openLegOf({ id, side, tradeId, mode: 'LIVE' })
const [sold, hedge, otherSold] = [of('sold', 'SELL'), of('hedge', 'BUY'), of('other', 'SELL')] as const

/** Brokers' figures: a sold lot alone takes ₹1,50,000, one with a bought lot beside it ₹40,000. */
const marginOf = (basket: readonly BasketOrder[]) => {
  const [sells, buys] = (['SELL', 'BUY'] as const).map((side) => basket.filter((order) => order.side === side).length) as [number, number]
  return paise(Math.min(sells, buys) * 40_000_00 + Math.max(0, sells - buys) * 1_50_000_00)
}

function open(...first: readonly OpenLeg[]) {
  let [legs, asked] = [first, 0]
  const broker = new ScriptedBroker(sold.contract)
  broker.marginOf = (basket) => {
    asked++
    return marginOf(basket)
  }
  const resting = new Set<string>()
  const placement = new StopPlacement(
    { broker, legsOf: () => legs, protects: (legId) => resting.has(legId), log: pino({ level: 'silent' }) },
    NOW,
  )
  let now = NOW
  return {
    ...{ broker, resting, placement, asked: () => asked },
    hold: (...next: readonly OpenLeg[]) => (legs = next),
    /** What is said once the broker was asked. */
    async judge(leg: OpenLeg, after = 0) {
      placement.onTime((now += after), new Set(legs.map(({ id }) => id)))
      placement.mayRest(leg)
      await new Promise((resolve) => setImmediate(resolve))
      return [placement.mayRest(leg), placement.isWatched(leg)]
    },
  }
}

it.each([
  ['a bought leg by itself', [hedge]],
  ['a sold leg by itself', [sold]],
  ['bought legs', [hedge, of('more', 'BUY')]],
  ['legs of other trades', [sold, of('hedge', 'BUY', 'another')]],
])('the stop of %s rests, and the broker is not asked', async (_, legs) => {
  const { judge, asked } = open(...legs)
  expect([...(await judge(legs[0]!)), asked()]).toEqual([true, false, 0])
})

it('the stop of a hedged leg rests where the account has the margin that the hedge saves, and not a paisa less', async () => {
  const { broker, judge } = open(sold, hedge)
  broker.available = paise(1_10_000_00)
  expect(await judge(sold)).toEqual([true, false])
  const poor = open(sold, hedge)
  poor.broker.available = paise(1_10_000_00 - 1)
  expect(await poor.judge(sold)).toEqual([false, true])
})

it('a stop of the hedge takes the benefit away, too', async () => {
  const { broker, judge } = open(sold, hedge)
  broker.available = paise(1_00_000_00)
  expect(await judge(hedge)).toEqual([false, true])
})

it('two stops of a position do not count on the same money', async () => {
  const { broker, placement, judge, resting } = open(sold, hedge, otherSold, of('hedge 2', 'BUY'))
  broker.available = paise(1_20_000_00)
  for (const leg of [sold, otherSold]) placement.mayRest(leg)
  expect([await judge(sold), await judge(otherSold)]).toEqual([
    [true, false],
    [false, true],
  ])
  // Once the first rests, the account’s funds are without its margin.
  resting.add('sold')
  broker.available = paise(10_000_00)
  expect(await judge(otherSold, MINUTE)).toEqual([false, true])
})

it('a watched leg is decided upon again after a minute, and at once when its position changes', async () => {
  const { broker, judge, asked } = open(sold, hedge)
  broker.available = paise(0)
  expect(await judge(sold)).toEqual([false, true])
  broker.available = paise(5_00_000_00)
  const before = asked()
  expect([await judge(sold, MINUTE - 1), asked()]).toEqual([[false, true], before])
  expect(await judge(sold, 1)).toEqual([true, false])
  const another = open(sold, hedge)
  another.broker.available = paise(0)
  await another.judge(sold)
  another.hold(sold)
  expect(await another.judge(sold)).toEqual([true, false])
})

it('where the broker cannot be asked the stop is placed: the broker decides', async () => {
  const { broker, judge } = open(sold, hedge)
  broker.marginOf = () => {
    throw new Error('busy')
  }
  expect(await judge(sold)).toEqual([true, false])
})
