import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ok } from '../../schema/errors.ts'
import { MINUTE, SECOND, type Instant } from '../../schema/time.ts'
import type { OrderUpdate } from '../broker/port.ts'
import type { EntryOrder } from '../trading/orders/orders.ts'
import { paise } from '../../schema/money.ts'
import type { Judge } from '../trading/signals/takeSignals.ts'
import { contractOf } from '../trading/testing/contracts.ts'
import { planOf } from '../trading/testing/legs.ts'
import { expectBooksInOrder } from './testing/expectBooksInOrder.ts'
import type { Store } from './Store.ts'
import { CONTRACT, filled, NOW, TERMS, useTestStore, type TestStore } from './testing/useTestStore.ts'

const current = useTestStore()
const USERS = 6

/** An order's fate: what its subscriber's settings ask for, whether it was sent, and what the broker reports. */
interface Course {
  readonly lots: number
  readonly trails: boolean
  readonly sent: boolean
  readonly price: number
  /** Whether the broker's acknowledgement is booked before the rest. */
  readonly apart: boolean
  readonly says: 'fill' | 'accept, fill' | 'fill twice' | 'fill in parts' | 'too many' | 'reject' | 'accept' | 'cancel, fill' | 'nothing'
}

const courses: fc.Arbitrary<Course> = fc.record({
  ...{
    lots: fc.constantFrom(1, 1, 2),
    trails: fc.boolean(),
    sent: fc.constantFrom(true, true, true, false),
    ...{ price: fc.constantFrom(100_00, 100_05), apart: fc.boolean() },
  },
  says: fc.constantFrom<Course['says'][]>(
    ...(['fill', 'accept, fill', 'accept, fill', 'accept, fill', 'fill twice', 'fill in parts'] as const),
    ...(['too many', 'reject', 'accept', 'cancel, fill', 'nothing'] as const),
  ),
})

/** Columns that always differ between two signals. */
const TIMES_AND_SIGNALS = ['createdAt', 'updatedAt', 'intendedAt', 'signalId']

const terms = { fixed: TERMS, trailing: { ...TERMS, trailingStopPercent: 10 } }

function updatesOf({ clientOrderId, quantity }: EntryOrder, { says, price }: Course, at: Instant): OrderUpdate[] {
  const accepted: OrderUpdate = { type: 'accepted', clientOrderId, at }
  const fill = (units: number, place = 0) => filled(clientOrderId, price, at + SECOND, units, `${clientOrderId}-${place}`)
  switch (says) {
    case 'fill':
      return [fill(quantity)]
    case 'accept, fill':
      return [accepted, fill(quantity)]
    case 'fill twice':
      return [fill(quantity), fill(quantity)]
    case 'fill in parts':
      return [accepted, fill(65), ...(quantity > 65 ? [fill(quantity - 65, 65)] : [])]
    case 'too many':
      return [fill(quantity + 65)]
    case 'reject':
      return [{ type: 'rejected', clientOrderId, at, reason: 'of a test' }]
    case 'accept':
      return [accepted]
    case 'cancel, fill':
      return [{ type: 'cancelled', clientOrderId, at, reason: 'of a test' }, fill(quantity)]
    case 'nothing':
      return []
  }
}

const isPlain = ({ says }: Course) => says === 'fill' || says === 'accept, fill'

/**
 * Makes another signal of the strategy, plays out its orders, and returns the rows that `booker` made of it, by subscription and without
 * their ids.
 */
async function play(testStore: TestStore, booker: Store, round: number, wanted: readonly Course[]) {
  const at = NOW + round * MINUTE
  const bySubscription = new Map<string, Course>()
  const judge: Judge = (_side, { subscriptionId }) => {
    const course = wanted[bySubscription.size]
    if (!course) throw new RangeError('one more subscription than there are courses')
    bySubscription.set(subscriptionId, course)
    const chosen = course.trails ? terms.trailing : terms.fixed
    return ok(
      planOf({ contract: CONTRACT, quantity: course.lots * CONTRACT.lotSize, terms: chosen, reserved: paise(course.lots * 6_900_00) }),
    )
  }
  const { entries } = await testStore.store.decisions.decide(testStore.batchAt(at - MINUTE), at, judge)
  const course = ({ subscriptionId }: EntryOrder) => bySubscription.get(subscriptionId)!
  await testStore.store.trades.markSubmitted(entries.filter((entry) => course(entry).sent).map(({ id }) => id))
  const updates = entries.flatMap((entry) => updatesOf(entry, course(entry), NOW))
  const apart = new Set(entries.flatMap((entry) => (course(entry).apart ? entry.clientOrderId : [])))
  await booker.trades.book(updates.filter(({ type, clientOrderId }) => type === 'accepted' && apart.has(clientOrderId)))
  // Plain ones alone, as a popular signal has them, then the others.
  const plain = new Set(entries.flatMap((entry) => (isPlain(course(entry)) ? entry.clientOrderId : [])))
  const parts = [true, false].map((wanted) => updates.filter(({ clientOrderId }) => plain.has(clientOrderId) === wanted))
  const outcomes = []
  for (const part of parts) outcomes.push(await booker.trades.book(part))
  const [legUpdates, changes, strangers] = [
    outcomes.flatMap((booked) => booked.legUpdates),
    outcomes.flatMap((booked) => booked.changes),
    outcomes.flatMap((booked) => booked.strangers),
  ]
  await booker.trades.book(updates.slice(0, 3))
  const ids = entries.flatMap(({ id, clientOrderId, tradeId, legId, subscriptionId }) =>
    [id, clientOrderId, tradeId, legId].map((each) => [each, subscriptionId] as const),
  )
  const withoutIds = (value: unknown): unknown => {
    let text = JSON.stringify(value, (key, each: unknown) =>
      TIMES_AND_SIGNALS.includes(key) ? null : typeof each === 'bigint' ? Number(each) : each,
    )
    for (const [id, subscriptionId] of ids) text = text.replaceAll(id, subscriptionId)
    return JSON.parse(text)
  }
  const [orderIds, tradeIds, legIds] = [
    entries.map(({ id }) => id),
    entries.map(({ tradeId }) => tradeId),
    entries.map(({ legId }) => legId),
  ]
  const rows = {
    orders: await testStore.db.order.findMany({ where: { id: { in: orderIds } }, orderBy: { subscriptionId: 'asc' } }),
    fills: await testStore.db.fill.findMany({
      where: { orderId: { in: orderIds } },
      orderBy: [{ order: { subscriptionId: 'asc' } }, { quantity: 'asc' }, { chargesPaise: 'asc' }],
    }),
    trades: await testStore.db.trade.findMany({ where: { id: { in: tradeIds } }, orderBy: { subscriptionId: 'asc' } }),
    legs: await testStore.db.leg.findMany({ where: { id: { in: legIds } }, orderBy: { trade: { subscriptionId: 'asc' } } }),
    legUpdates: legUpdates.toSorted((a, b) => legIds.indexOf(a.legId) - legIds.indexOf(b.legId)),
    changes: changes.toSorted((a, b) => tradeIds.indexOf(a.tradeId) - tradeIds.indexOf(b.tradeId)),
  }
  return withoutIds({ strangers, ...rows })
}

it('what the database makes of first fills that are alike is what applyUpdates makes of each, row for row', async () => {
  const testStore = current()
  const { strategyId } = testStore.subscription
  for (let i = 1; i < USERS; i++) {
    const { id } = await testStore.db.user.create({ data: { email: `user${i}@example.com`, name: 'User', passwordHash: 'none' } })
    await testStore.db.subscription.create({ data: { userId: id, strategyId } })
  }
  // It committed none of the entries: it reads each, and only testStore has them cached.
  const apart = testStore.storeOf('test-market')
  let round = 0
  await fc.assert(
    fc.asyncProperty(fc.array(courses, { minLength: USERS, maxLength: USERS }), async (wanted) => {
      const together = await play(testStore, testStore.store, ++round, wanted)
      expect(together).toEqual(await play(testStore, apart, ++round, wanted))
    }),
    { numRuns: 25 },
  )
  await apart.close()
  await expectBooksInOrder(testStore.db)
})

it('of two legs the one filled first opens the trade, and the other changes it', async () => {
  const testStore = current()
  const put = contractOf('NIFTY', 24_500, 'PE')
  const planned = (contract: typeof CONTRACT) => planOf({ contract, quantity: CONTRACT.lotSize, terms: TERMS, reserved: paise(6_900_00) })
  const [call, other] = [planned(CONTRACT), planned(put)]
  const both: Judge = () => ok({ ...call, legs: [...call.legs, ...other.legs] })
  const { entries } = await testStore.store.decisions.decide(testStore.batchAt(NOW - MINUTE), NOW, both)
  await testStore.store.trades.markSubmitted(entries.map(({ id }) => id))
  const changes: string[] = []
  for (const { clientOrderId, quantity } of entries)
    for (const { change } of (await testStore.store.trades.book([filled(clientOrderId, 100_00, NOW, quantity)])).changes)
      changes.push(change)
  expect(changes).toEqual(['opened', 'changed'])
  expect(
    await testStore.db.trade.findMany({ select: { quantity: true, legs: { select: { option: true }, orderBy: { id: 'asc' } } } }),
  ).toEqual([{ quantity: 2 * CONTRACT.lotSize, legs: [{ option: CONTRACT.tradingSymbol }, { option: put.tradingSymbol }] }])
})
