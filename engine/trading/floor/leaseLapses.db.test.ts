import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MINUTE, SECOND, istInstant } from '../../../schema/time.ts'
import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import type { HeldLeases } from '../../cluster/heldPartitions.ts'
import { partitionOf } from '../../cluster/partitionOf.ts'
import { expectBooksInOrder } from '../../store/testing/expectBooksInOrder.ts'
import { quoteOf } from '../testing/contracts.ts'
import { CONTRACT, NOW, TestDesks } from '../testing/TestDesks.ts'

const SESSION = { open: istInstant('2026-07-01', 9 * 60 + 15), close: istInstant('2026-07-01', 15 * 60 + 30) }
/** How often a node asks for its leases while they are away. */
const LASTS = 3

/** Which of its leases a node lacks, from which of its questions on. */
let lapse: { readonly from: number; readonly of: 'all users' | 'this user' } = { from: Infinity, of: 'all users' }
let asked = 0
let onChange = (): void => undefined

/** Leases that lapse at a question, and are there again a few later. The node is told of both, as it may be. */
function lapsing({ nodeId, held }: HeldLeases): HeldLeases {
  return {
    ...{ nodeId, everHeld: true },
    held: () => {
      asked++
      if (asked === lapse.from || asked === lapse.from + LASTS) queueMicrotask(onChange)
      if (asked < lapse.from || asked >= lapse.from + LASTS) return held()
      const own = partitionOf(desks.subscription.userId)
      return new Map([...held()].filter(([partition]) => lapse.of === 'this user' && partition !== own))
    },
  }
}

let desks: TestDesks
beforeAll(async () => {
  desks = await TestDesks.open(lapsing)
})
afterAll(() => desks.close())

/** Buys and sells at the target. Returns how often the node asked for its leases. */
async function tradeOnce(): Promise<number> {
  asked = -Infinity
  const entries = await desks.intendEntry()
  asked = 0
  const { desk, lanes, broker } = desks.start(NOW)
  onChange = () => void lanes.queue.add('take users over', () => desk.reconcile())
  const idle = async () => {
    do await sleep(1)
    while (lanes.length > 0)
  }
  const see = async (at: number, price: number) => {
    const quote = { ...quoteOf(CONTRACT, at, price), bidQuantity: 650, askQuantity: 650 }
    broker.onTick(quote)
    desk.onTick(quote)
    broker.onTime(at, 30 * SECOND)
    desk.onTime(at, SESSION, SHIPPED_MARKET_RULES)
    await idle()
  }
  // An engine's start tries until it can.
  await desk.resume().catch(() => desk.resume())
  desk.submit(entries)
  await idle()
  const isOver = async () => (await desks.trades()).some(({ status }) => status !== 'RUNNING')
  let at = NOW
  while ((await desks.trades()).length === 0 && at < NOW + MINUTE) await see((at += SECOND), 99_95)
  while (!(await isOver()) && at < NOW + 5 * MINUTE) await see((at += SECOND), 120_00)
  onChange = () => undefined
  await lanes.close()
  return asked
}

describe.each(['all users', 'this user'] as const)('a lapse of the leases of %s', (of) => {
  it('at any moment of a trade leaves it to be closed at its target, once, with the books in order', async () => {
    lapse = { from: Infinity, of }
    let questions = 1
    for (let from = 1; from <= questions; from++) {
      await desks.clear()
      lapse = { from: Infinity, of }
      await sleep(0)
      lapse = { from, of }
      questions = Math.max(questions, (await tradeOnce()) - LASTS)
      expect({ from, trades: await desks.trades() }).toMatchObject({ from, trades: [{ status: 'TARGET_HIT' }] })
      const units = (purpose: string) =>
        desks.database.db.order.aggregate({ where: { purpose: purpose as 'ENTRY' }, _sum: { filledQuantity: true } })
      expect({ from, sold: (await units('EXIT'))._sum.filledQuantity }).toEqual({ from, sold: 65 })
      expect(await desks.database.db.order.count({ where: { isOpen: true } })).toBe(0)
      await expectBooksInOrder(desks.database.db)
    }
    expect(questions).toBeGreaterThan(10)
  })
})
