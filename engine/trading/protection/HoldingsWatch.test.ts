import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { paise } from '../../../schema/money.ts'
import { DAY, istInstant, MINUTE, SECOND } from '../../../schema/time.ts'
import type { BrokerFill, BrokerOrder, OrderByHand, OrderUpdate } from '../../broker/port.ts'
import type { ExitAtBroker } from './ExitAtBroker.ts'
import type { OpenLeg } from '../positions/legs.ts'
import { openLegOf } from '../testing/legs.ts'
import { lookAt } from '../testing/lookAt.ts'
import { ScriptedBroker } from '../testing/ScriptedBroker.ts'
import { HoldingsWatch } from './HoldingsWatch.ts'
import { tagOf } from '../orders/orders.ts'

const NOW = istInstant('2026-07-01', 10 * 60)
const leg = openLegOf({ mode: 'LIVE', quantity: 130 })

function open(...first: readonly OpenLeg[]) {
  let legs = first
  const broker = new ScriptedBroker(leg.contract)
  const [kept, booked, busy]: [ExitAtBroker[], OrderUpdate[], Set<string>] = [[], [], new Set()]
  const [stopped, closed, asked]: [Set<string>, string[], string[]] = [new Set(), [], []]
  let stored = Promise.resolve()
  const shrunk: (readonly [legId: string, units: number])[] = []
  /** Units of fills by hand that an earlier engine has booked. */
  const before = new Map<string, number>()
  const converted: string[] = []
  let decided = Promise.resolve()
  const log = pino({ level: 'silent' })
  const watch = new HoldingsWatch(
    {
      ...{ broker, legsOf: () => legs, isBusy: (legId) => busy.has(legId), log },
      stopsOf: () => [],
      isProtected: (legId) => stopped.has(legId),
      shrink: (legId, units) => shrunk.push([legId, units]),
      onConverted: async (legs) => {
        converted.push(...legs.map(({ id }) => id))
        expect(closed).toEqual([])
        await decided
      },
      close: ({ id }) => closed.push(id),
      records: {
        keepExitAtBroker: async (exit) => stored.then(() => kept.push(exit) > 0),
        bookedByHand: async (id) => before.get(id) ?? 0,
      },
      lane: {
        length: 0,
        add: async (_name, job) => {
          await job()
          return 'done'
        },
      },
      lookNow: (userId) => asked.push(userId),
      report: (update) => booked.push(update),
    },
    NOW,
  )
  let now = NOW
  return {
    ...{ broker, before, kept, booked, busy, stopped, closed, asked, shrunk, converted, watch },
    hold: (...next: readonly OpenLeg[]) => (legs = next),
    /** What is kept from now on takes until the answer is called. */
    setStoring() {
      let store = () => undefined as void
      stored = new Promise((resolve) => (store = resolve))
      return () => store()
    },
    /** What becomes of trades whose legs were moved is decided once the answer is called. */
    setDeciding() {
      let decide = () => undefined as void
      decided = new Promise((resolve) => (decide = resolve))
      return () => decide()
    },
    /** So many looks, each so long after the one before. */
    async look(times = 2, after = 2 * SECOND) {
      for (let i = 0; i < times; i++) {
        watch.onTime((now += after))
        watch.onLook(await lookAt(broker, { userId: leg.userId, mode: 'LIVE' }, now))
        await new Promise((resolve) => setImmediate(resolve))
      }
    },
  }
}

const fill = (fillId: string, quantity: number, rest: Partial<BrokerFill> = {}): BrokerFill => ({
  ...{ fillId, clientOrderId: '', contract: leg.contract, side: 'SELL', product: 'INTRADAY', quantity },
  ...{ price: paise(104_00), at: NOW + MINUTE },
  ...rest,
})

it('what its owner sells by hand closes a leg at the price he got', async () => {
  const { broker, kept, booked, look } = open(leg)
  broker.trades = [fill('F1', 130)]
  await look()
  expect(kept).toMatchObject([{ legId: leg.id, side: 'SELL', quantity: 130, reason: 'MANUAL' }])
  expect(booked).toEqual([
    { type: 'filled', clientOrderId: kept[0]?.clientOrderId, at: NOW + MINUTE, fillId: 'F1', quantity: 130, price: 104_00 },
  ])
})

it('it takes two looks: a fill of ours may not be booked yet', async () => {
  const { broker, booked, look } = open(leg)
  broker.trades = [fill('F1', 130)]
  await look(1)
  expect(booked).toEqual([])
  broker.held = 130
  await look(1)
  broker.held = 0
  await look(1)
  expect(booked).toEqual([])
  await look(1)
  expect(booked).toHaveLength(1)
})

it('looks in between, which may have the same readings, are no second one', async () => {
  const { broker, booked, look } = open(leg)
  broker.trades = [fill('F1', 130)]
  await look(5, 400)
  expect(booked).toEqual([])
  await look(1, 400)
  expect(booked).toHaveLength(1)
})

it('it is booked once, however long storing that takes and whatever looks find meanwhile', async () => {
  const { booked, broker, look, setStoring } = open(leg)
  broker.trades = [fill('F1', 130)]
  const store = setStoring()
  await look(9)
  expect(booked).toEqual([])
  store()
  await look(3)
  expect(booked).toHaveLength(1)
})

it('what is sold of units that he bought himself closes nothing', async () => {
  const { broker, booked, look } = open(leg)
  broker.held = 130
  broker.trades = [fill('F1', 65, { side: 'BUY' }), fill('F2', 65)]
  await look()
  expect(booked).toEqual([])
})

it('a part of it closes a part, the latest of his fills says which, and it is booked once', async () => {
  const { broker, booked, hold, look } = open(leg)
  broker.held = 65
  broker.trades = [fill('F1', 65, { side: 'BUY' }), fill('F2', 65), fill('F3', 65, { price: paise(99_00) })]
  await look()
  // Not booked yet.
  await look(3)
  hold({ ...leg, exitQuantity: 65 })
  await look(3)
  expect(booked).toMatchObject([{ fillId: 'F3', quantity: 65, price: 99_00 }])
})

it('what an exit of ours sells makes up for no unit that a look found missing: no stop is placed for it', async () => {
  const { broker, hold, watch, look } = open(leg)
  broker.held = 65
  broker.trades = [fill('F1', 65)]
  await look(1)
  expect([watch.heldOf(leg), watch.misses(leg)]).toEqual([null, true])
  const rest = { ...leg, exitQuantity: 65 }
  hold(rest)
  broker.held = 0
  expect([watch.heldOf(rest), watch.misses(rest)]).toEqual([null, true])
  await look(1)
  expect(watch.heldOf(rest)).toBe(0)
})

it('until it is booked, what was sold of a leg is no more its own: no stop covers it, no exit takes one, and units of another leg are not its', async () => {
  const other = openLegOf({ id: 'other', mode: 'LIVE', quantity: 65, entryTime: leg.entryTime + MINUTE })
  const { broker, hold, watch, look } = open(leg, other)
  broker.held = 65
  broker.trades = [fill('F1', 130)]
  await look()
  expect([watch.unitsOf(leg), watch.heldOf(leg), watch.misses(leg), watch.isBeyond(leg, 65)]).toEqual([0, 0, true, true])
  expect([watch.unitsOf(other), watch.heldOf(other), watch.misses(other)]).toEqual([65, 65, false])
  const [bought, sold] = [
    { ...leg, quantity: 195 },
    { ...leg, exitQuantity: 130 },
  ]
  expect([watch.unitsOf(bought), watch.unitsOf(sold)]).toEqual([65, 0])
  hold(other)
  await look(1)
  expect(watch.heldOf(other)).toBe(65)
})

it('one fill by hand may close several legs, each by its own part', async () => {
  const { broker, booked, kept, look } = open(openLegOf({ id: 'l1', mode: 'LIVE' }), openLegOf({ id: 'l2', mode: 'LIVE' }))
  broker.trades = [fill('F1', 130)]
  await look()
  expect(kept.map(({ legId, quantity }) => [legId, quantity])).toEqual([
    ['l1', 65],
    ['l2', 65],
  ])
  expect(booked).toMatchObject([{ fillId: 'F1' }, { fillId: 'F1/65' }])
})

it('what is missing because of our own orders, or while one is under way, is none of it', async () => {
  const { broker, booked, busy, look } = open(leg)
  broker.trades = [fill('F1', 130, { clientOrderId: tagOf('S', '0198') })]
  await look(3)
  broker.trades = [fill('F2', 130)]
  busy.add(leg.id)
  await look(3)
  expect(booked).toEqual([])
})

it('what was sold is bought back by hand in the same way', async () => {
  const { broker, booked, look } = open(openLegOf({ mode: 'LIVE', side: 'SELL' }))
  broker.held = -65
  await look()
  expect(booked).toEqual([])
  broker.held = 0
  broker.trades = [fill('F1', 65, { side: 'BUY' })]
  await look()
  expect(booked).toMatchObject([{ fillId: 'F1', quantity: 65 }])
})

describe('units that no fill explains', () => {
  const bought = (units: number) => fill('E1', units, { side: 'BUY', clientOrderId: tagOf('E', '0198'), at: NOW })
  const entry: BrokerOrder = {
    ...{
      clientOrderId: tagOf('E', '0198'),
      brokerOrderId: 'b',
      exchangeOrderId: null,
      contract: leg.contract,
      side: 'BUY',
      product: 'INTRADAY',
    },
    ...{ quantity: 130, filledQuantity: 0, pricing: { kind: 'LIMIT', limit: paise(100_00) }, state: 'FILLED', reason: null },
  }

  it('are gone when both books have lacked them for twelve seconds, in seven looks; until then nothing new is placed for their leg', async () => {
    const { broker, booked, closed, watch, look } = open(leg)
    expect(watch.heldOf(leg)).toBe(130)
    broker.book = [entry]
    await look(6)
    expect([watch.heldOf(leg), closed]).toEqual([null, []])
    await look(1)
    expect([watch.heldOf(leg), closed, booked]).toEqual([0, [leg.id], []])
  })

  it('in part leave their leg open, protected for the rest', async () => {
    const { broker, closed, watch, look } = open(leg)
    ;[broker.book, broker.held, broker.trades] = [[entry], 65, [bought(65)]]
    await look(7)
    expect([watch.heldOf(leg), closed]).toEqual([65, []])
    broker.held = 130
    await look(1)
    expect(watch.heldOf(leg)).toBe(130)
  })

  it('close no leg while its stop may still sell', async () => {
    const { broker, closed, stopped, look } = open(leg)
    broker.book = [entry]
    stopped.add(leg.id)
    await look(7)
    expect(closed).toEqual([])
    stopped.clear()
    await look(1)
    expect(closed).toEqual([leg.id])
  })

  it('are not gone by one book alone, nor by books without anything of the day', async () => {
    const { broker, closed, watch, look } = open(leg)
    await look(9)
    expect([watch.heldOf(leg), closed]).toEqual([null, []])
    ;[broker.book, broker.trades] = [[entry], [bought(130)]]
    await look(9)
    expect([watch.heldOf(leg), closed]).toEqual([null, []])
  })

  it('of an earlier day are gone with all books empty', async () => {
    const old = { ...leg, entryTime: NOW - DAY }
    const { closed, watch, look } = open(old)
    await look(7)
    expect([watch.heldOf(old), closed]).toEqual([0, [old.id]])
  })

  it('of two legs are those of the older one first', async () => {
    const [older, newer] = [openLegOf({ id: 'l1', mode: 'LIVE' }), openLegOf({ id: 'l2', mode: 'LIVE' })]
    const { broker, closed, watch, look } = open(older, newer)
    ;[broker.book, broker.held, broker.trades] = [[entry], 65, [bought(65)]]
    await look(7)
    expect([watch.heldOf(older), watch.heldOf(newer), closed]).toEqual([0, 65, ['l1']])
  })

  it('of a leg that is over say nothing of the next one of the same option, which another account may hold', async () => {
    const { broker, closed, hold, watch, look } = open(leg)
    broker.book = [entry]
    await look(7)
    expect(closed).toEqual([leg.id])
    const next = { ...leg, id: 'next' }
    hold(next)
    await look(6)
    expect([watch.heldOf(next), closed]).toEqual([null, [leg.id]])
    broker.held = 130
    await look(1)
    expect(watch.heldOf(next)).toBe(130)
  })

  it('are looked for anew when an order of their leg was under way in between', async () => {
    const { broker, closed, busy, look } = open(leg)
    broker.book = [entry]
    await look(6)
    busy.add(leg.id)
    await look(1)
    busy.clear()
    await look(6)
    expect(closed).toEqual([])
    await look(1)
    expect(closed).toEqual([leg.id])
  })
})

it('of a leg that was taken up from the books nothing is known to be held before a look', async () => {
  const { broker, watch, look } = open(leg)
  watch.takeUp(leg)
  expect(watch.heldOf(leg)).toBeNull()
  broker.held = 130
  await look(1)
  expect(watch.heldOf(leg)).toBe(130)
})

describe('what an account has in another product', () => {
  const positions = (intraday: number, carried: number) => () =>
    Promise.resolve([
      { contract: leg.contract, product: 'INTRADAY' as const, netQuantity: intraday },
      { contract: leg.contract, product: 'CARRYFORWARD' as const, netQuantity: carried },
    ])
  const entry = fill('E1', 130, { side: 'BUY', clientOrderId: tagOf('E', '0198'), at: NOW })

  it('makes no leg of ours missing', async () => {
    const { broker, closed, watch, look } = open(leg)
    broker.trades = [entry]
    broker.positions = positions(130, -130)
    await look(9)
    expect([watch.heldOf(leg), closed]).toEqual([130, []])
  })

  it('since a leg of ours lacks as much was moved there: it is its owner’s, two looks later, once it is decided what becomes of its trade', async () => {
    const { broker, booked, closed, converted, shrunk, watch, look } = open(leg)
    broker.trades = [entry]
    broker.positions = positions(130, 65)
    await look(1)
    broker.positions = positions(0, 195)
    await look(1)
    expect([watch.heldOf(leg), closed, shrunk]).toEqual([null, [], [[leg.id, 0]]])
    await look(1)
    expect([watch.heldOf(leg), closed, booked, converted]).toEqual([0, [leg.id], [], [leg.id]])
  })

  it('and was sold on there before anybody had counted is the owner’s all the same', async () => {
    const { broker, closed, converted, watch, look } = open(leg)
    broker.trades = [entry]
    broker.positions = positions(130, 65)
    await look(1)
    broker.trades = [entry, fill('F9', 130, { product: 'CARRYFORWARD' })]
    broker.positions = positions(0, 65)
    await look(2)
    expect([watch.heldOf(leg), closed, converted]).toEqual([0, [leg.id], [leg.id]])
  })

  it('from before is no explanation of what a leg lacks, and what was never seen before takes twelve seconds', async () => {
    const { broker, closed, look } = open(leg)
    broker.trades = [entry]
    broker.positions = positions(130, 130)
    await look(1)
    broker.positions = positions(0, 130)
    await look(9)
    expect(closed).toEqual([])
    const restarted = open(leg)
    restarted.broker.trades = [entry]
    restarted.broker.positions = positions(0, 130)
    await restarted.look(6)
    expect(restarted.closed).toEqual([])
    await restarted.look(1)
    expect(restarted.closed).toEqual([leg.id])
  })

  it('and is hidden for one look by an entry that is filled between the readings of two books is its owner’s all the same', async () => {
    const { broker, closed, converted, look } = open(leg)
    broker.trades = [entry]
    broker.positions = positions(130, 0)
    await look(1)
    broker.positions = positions(0, 130)
    await look(1)
    broker.positions = positions(130, 130)
    await look(1)
    broker.positions = positions(0, 130)
    await look(2)
    expect([closed, converted]).toEqual([[leg.id], [leg.id]])
  })

  it('and what its owner has there changes when two looks agree', async () => {
    const { broker, closed, look } = open(leg)
    broker.trades = [entry]
    broker.positions = positions(130, 0)
    await look(1)
    broker.positions = positions(130, 130)
    await look(2)
    broker.positions = positions(0, 130)
    await look(6)
    expect(closed).toEqual([])
    // Twelve seconds later nothing else explains it.
    await look(1)
    expect(closed).toEqual([leg.id])
  })

  it('from the beginning is never an explanation, however long the positions lack a leg that the trade book has', async () => {
    const { broker, closed, converted, look } = open(leg)
    broker.trades = [entry]
    broker.positions = positions(130, 130)
    await look(2)
    broker.positions = positions(0, 130)
    await look(60)
    expect([closed, converted]).toEqual([[], []])
  })

  it('is no stop’s to sell from the first look after a start on', async () => {
    const { broker, shrunk, watch, look } = open(leg)
    watch.takeUp(leg)
    broker.trades = [entry]
    broker.positions = positions(0, 130)
    await look(1)
    expect(shrunk).toEqual([[leg.id, 0]])
  })

  it('is decided on once, of the legs that lack it alone, and no leg is closed before that', async () => {
    const [older, newer] = [openLegOf({ id: 'l1', mode: 'LIVE' }), openLegOf({ id: 'l2', mode: 'LIVE' })]
    const { broker, closed, converted, setDeciding, look } = open(older, newer)
    broker.trades = [entry]
    broker.positions = positions(130, 0)
    await look(1)
    broker.positions = positions(65, 65)
    const decide = setDeciding()
    await look(5)
    expect([converted, closed]).toEqual([['l1'], []])
    decide()
    await look(5)
    expect([converted, closed]).toEqual([['l1'], expect.arrayContaining(['l1'])])
    expect(closed).not.toContain('l2')
  })

  it('is written off only if that is what is missing once it is decided', async () => {
    const [older, newer] = [openLegOf({ id: 'l1', mode: 'LIVE' }), openLegOf({ id: 'l2', mode: 'LIVE' })]
    const { broker, closed, watch, setDeciding, look } = open(older, newer)
    broker.trades = [entry]
    broker.positions = positions(130, 0)
    await look(1)
    broker.positions = positions(65, 65)
    const decide = setDeciding()
    await look(2)
    broker.positions = positions(0, 65)
    await look(1)
    decide()
    await new Promise((resolve) => setImmediate(resolve))
    expect([closed, watch.heldOf(older), watch.heldOf(newer)]).toEqual([[], null, null])
  })

  it('and was sold there by hand closes nothing', async () => {
    const { broker, booked, look } = open(leg)
    broker.held = 65
    broker.trades = [entry, fill('F1', 65, { product: 'CARRYFORWARD' })]
    await look(3)
    expect(booked).toEqual([])
  })
})

it('legs of both sides of one option are both held, and what is sold by hand closes the bought one', async () => {
  const [bought, sold] = [openLegOf({ id: 'l1', mode: 'LIVE' }), openLegOf({ id: 'l2', mode: 'LIVE', side: 'SELL' })]
  const { broker, booked, kept, watch, look } = open(bought, sold)
  await look(5)
  expect([watch.heldOf(bought), watch.heldOf(sold), booked]).toEqual([65, 65, []])
  broker.held = -65
  broker.trades = [fill('F1', 65)]
  await look()
  expect([kept.map(({ legId }) => legId), watch.heldOf(sold)]).toEqual([['l1'], 65])
})

describe('news of an order by hand', () => {
  const news = (filled: number, rest: Partial<OrderByHand> = {}): OrderByHand => ({
    ...{ brokerOrderId: 'H1', clientOrderId: '', contract: leg.contract, side: 'SELL', product: 'INTRADAY', filled, filledInAll: filled },
    ...rest,
  })
  const row = (filledQuantity: number): BrokerOrder => ({
    ...{ brokerOrderId: 'H1', clientOrderId: '', exchangeOrderId: null, contract: leg.contract, side: 'SELL', product: 'INTRADAY' },
    ...{ quantity: 130, filledQuantity, pricing: { kind: 'LIMIT', limit: paise(100_00) }, state: 'FILLED', reason: null },
  })

  it('leaves stops only what is left, until a look has seen it, whatever lagging books say', async () => {
    const { broker, shrunk, watch, look } = open(leg)
    broker.held = 130
    await look(1)
    watch.hear(leg, news(65))
    expect([shrunk, watch.heldOf(leg)]).toEqual([[[leg.id, 65]], 65])
    await look(1)
    expect(watch.heldOf(leg)).toBe(65)
    broker.held = 65
    broker.book = [row(65)]
    await look(1)
    // Now the look’s: missing, and not settled why.
    expect(watch.heldOf(leg)).toBeNull()
  })

  it('asks for a look at its account, unless it is of no contract of a leg', () => {
    const { asked, watch } = open(leg)
    watch.hear(leg, news(0, { contract: { exchange: 'NFO', token: 'another' } }))
    expect(asked).toEqual([])
    watch.hear(leg, news(0))
    expect(asked).toEqual([leg.userId])
  })

  it('is disproved by a look that shows the order and as many units as before', async () => {
    const { broker, watch, look } = open(leg)
    broker.held = 130
    await look(1)
    watch.hear(leg, news(130))
    expect(watch.heldOf(leg)).toBe(0)
    broker.book = [row(130)]
    await look(1)
    expect(watch.heldOf(leg)).toBe(130)
  })

  it('of an order that no book ever shows counts for half a minute', async () => {
    const { broker, watch, look } = open(leg)
    broker.held = 130
    watch.hear(leg, news(130))
    await look(14)
    expect(watch.heldOf(leg)).toBe(0)
    await look(1)
    expect(watch.heldOf(leg)).toBe(130)
  })

  it('closes the oldest leg first, and before that what its owner has beside his legs', async () => {
    const [first, second] = [openLegOf({ id: 'l1', mode: 'LIVE' }), openLegOf({ id: 'l2', mode: 'LIVE' })] as const
    const { broker, shrunk, watch, look } = open(first, second)
    broker.held = 130 + 65
    await look(1)
    watch.hear(leg, news(65))
    watch.hear(leg, news(65, { brokerOrderId: 'H2', side: 'BUY' }))
    watch.hear(leg, news(130, { brokerOrderId: 'H3' }))
    expect([watch.heldOf(first), watch.heldOf(second)]).toEqual([0, 65])
    expect(shrunk.at(-2)).toEqual(['l1', 0])
    expect(shrunk.at(-1)).toEqual(['l2', 65])
  })

  it('takes nothing off a stop by a tag of ours, in another product or in another contract', async () => {
    const { broker, shrunk, watch, look } = open(leg)
    broker.held = 130
    await look(1)
    watch.hear(leg, news(130, { clientOrderId: tagOf('X', '0197c0f0-0000-7000-8000-000000000001') }))
    watch.hear(leg, news(130, { product: 'CARRYFORWARD' }))
    watch.hear(leg, news(130, { contract: { exchange: 'NFO', token: 'another' } }))
    expect([shrunk, watch.heldOf(leg)]).toEqual([[], 130])
  })
})

it('sales by hand of one leg that are found together are exits of their own: no two have one number', async () => {
  const { broker, kept, booked, look } = open(leg)
  broker.trades = [fill('F1', 65), fill('F2', 65, { at: NOW + MINUTE + 125 })]
  await look()
  expect(booked.map((update) => update.type === 'filled' && update.fillId)).toEqual(['F2', 'F1'])
  expect(new Set(kept.map(({ slice }) => slice)).size).toBe(2)
})

it('a leg of which the broker’s books had less than an exit was to close is held by nobody’s word but a later look’s', async () => {
  const { asked, broker, look, watch } = open(leg)
  broker.held = 130
  await look(1)
  expect(watch.heldOf(leg)).toBe(130)
  expect(watch.misses(leg)).toBe(false)
  watch.doubt(leg.userId, leg.id)
  expect(asked).toEqual([leg.userId])
  expect([watch.heldOf(leg), watch.misses(leg)]).toEqual([null, true])
  // One that had begun before says nothing.
  await look(1, 0)
  expect(watch.heldOf(leg)).toBeNull()
  await look(1)
  expect([watch.heldOf(leg), watch.misses(leg)]).toEqual([130, false])
})

it('a leg that an earlier engine has left is missed until a look has counted it: no exit takes its stop before', async () => {
  const { broker, look, watch } = open(leg)
  broker.held = 130
  watch.takeUp(leg)
  expect(watch.misses(leg)).toBe(true)
  await look(1)
  expect(watch.misses(leg)).toBe(false)
})

it('a fill by hand that an earlier engine has booked explains nothing else that is missing', async () => {
  const { before, broker, booked, look } = open(leg)
  before.set('F1', 130)
  broker.trades = [fill('F1', 130)]
  await look(5)
  expect(booked).toEqual([])
})
