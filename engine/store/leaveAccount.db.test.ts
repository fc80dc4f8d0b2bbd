import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openPool } from '../../prisma/client.ts'
import { inTransaction, type Statements } from '../../prisma/inTransaction.ts'
import { HOUR, MINUTE } from '../../schema/time.ts'
import type { AccountChange } from '../broker/accounts/outcome.ts'
import { EngineKeys } from '../broker/secrets/EngineKeys.ts'
import type { OpenLeg } from '../trading/positions/legs.ts'
import { BrokerAccounts } from './BrokerAccounts.ts'
import { expectBooksInOrder } from './testing/expectBooksInOrder.ts'
import { filled, NOW, useTestStore } from './testing/useTestStore.ts'

const LEFT = { status: 'EXPIRED', note: 'its account at the broker was left for another one' }
const UNKNOWN = { status: 'COMPLETED', exitReason: 'NOT_HELD', exitPricePaise: null, netPaise: null }

const current = useTestStore()
let home: string
let accounts: BrokerAccounts
beforeEach(async () => {
  await current().tradeLive()
  home = await mkdtemp(path.join(tmpdir(), 'sakha-left-'))
  accounts = new BrokerAccounts(current().url, new EngineKeys(home), Date.now)
  await accounts.setUp('sandbox', null, null)
})
afterEach(async () => {
  await accounts.close()
  await current().db.brokerKey.deleteMany()
  await rm(home, { recursive: true })
})

const connect = (clientCode: string, leavesOpen: boolean) =>
  accounts.change(current().subscription.userId, {
    ...{ kind: 'signedIn', clientCode, tokens: { jwt: 'jwt', feed: 'feed', refresh: null }, keep: 'nothing', leavesOpen },
    ...{ validUntil: Date.now() + HOUR, marketAt: NOW + MINUTE },
  })
const disconnect = (leavesOpen: boolean) => accounts.change(current().subscription.userId, { kind: 'disconnected', leavesOpen })
const clientCode = () => accounts.clientCodeOf(current().subscription.userId)
const trades = () => current().db.trade.findMany({ include: { legs: true }, orderBy: { id: 'asc' } })
const told = (type: string) => current().events.filter((event) => event.type === type)

/** A stop of a leg that rests at the broker. */
async function protect({ id: legId, userId, contract }: OpenLeg, clientOrderId = 'Sresting'): Promise<void> {
  const kept = await current().store.trades.keepExitAtBroker({
    ...{ clientOrderId, userId, legId, contract, side: 'SELL', slice: 1_000, quantity: 65, reason: 'STOP' },
  })
  expect(kept).toBe(true)
}

/** Holds a lock until `meanwhile` has begun what waits for it, and so many transactions wait. */
async function whileLocked(
  lock: (tx: Statements) => Promise<unknown>,
  meanwhile: (waiting: (count: number) => Promise<void>) => Promise<void>,
) {
  const pool = openPool(current().url, 'test', 1)
  const count = async () => {
    const rows = await current().db.$queryRaw<unknown[]>`
      SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`
    return rows.length
  }
  try {
    await inTransaction(pool, async (tx) => {
      await lock(tx)
      await meanwhile((waiting) => expect.poll(count).toBe(waiting))
    })
  } finally {
    await pool.end()
  }
}

describe('what is open at an account that is left for another one', () => {
  it('ends with the change: stop, exit, entry; its legs are closed with their result unknown, and that is told', async () => {
    const { store, db, subscription } = current()
    const leg = await current().openTrade()
    await protect(leg)
    const exit = await current().sendExit(leg)
    const entry = await current().enterOnce(NOW)
    await store.trades.markSubmitted([entry.id])
    await connect('B2', true)
    expect(await trades()).toMatchObject([{ ...UNKNOWN, exitTime: new Date(NOW + MINUTE), legs: [UNKNOWN] }])
    expect(await current().order(exit.id)).toMatchObject(LEFT)
    expect(await current().order(entry.id)).toMatchObject({ ...LEFT, reservedPaise: 0n })
    expect([await store.trades.openOrders(), await store.trades.exitsAtBroker(), await store.trades.heldLegs()]).toEqual([[], [], []])
    expect(await db.exitAtBroker.count({ where: { endedAt: null } })).toBe(0)
    await expectBooksInOrder(db)
    await expect.poll(() => told('trade.closed')).toEqual([{ type: 'trade.closed', tradeId: leg.tradeId, userId: subscription.userId }])
  })

  it('stays where the same account is connected again, and where its owner trades on paper', async () => {
    const { db, store } = current()
    const leg = await current().openTrade()
    await protect(leg)
    await connect((await clientCode())!, true)
    expect([await store.trades.heldLegs(), await store.trades.exitsAtBroker()]).toMatchObject([[{ id: leg.id }], [{ legId: leg.id }]])
    await db.trade.updateMany({ data: { mode: 'PAPER' } })
    await db.order.updateMany({ data: { mode: 'PAPER' } })
    await connect('B2', false)
    expect(await store.trades.heldLegs()).toMatchObject([{ id: leg.id }])
  })

  it('is booked where the broker has reported it before: what was sold makes the result known, what was bought is not the new account’s', async () => {
    const { store, db } = current()
    const leg = await current().openTrade()
    await protect(leg)
    const entry = await current().enterOnce(NOW)
    await store.trades.markSubmitted([entry.id])
    await connect('B2', true)
    await store.trades.book([filled('Sresting', 87_00, NOW + 400)])
    expect(await trades()).toMatchObject([{ exitPricePaise: 87_00n, netPaise: expect.any(BigInt) as bigint }])
    const { legUpdates, changes } = await store.trades.book([filled(entry.clientOrderId, 100_00, NOW + 400)])
    expect(legUpdates.map(({ change }) => change)).toEqual(['opened', 'closed'])
    expect(changes.map(({ change }) => change)).toEqual(['opened', 'closed'])
    expect(await trades()).toMatchObject([{ status: 'STOPLOSS_HIT' }, { ...UNKNOWN, legs: [UNKNOWN] }])
    expect(await store.trades.heldLegs()).toEqual([])
    await expectBooksInOrder(db)
  })

  it('keeps the account where its owner does not leave it', async () => {
    const before = await clientCode()
    await current().openTrade()
    const numbers = /: 65 units of .*, bought\. Close them first/
    await expect(connect('B2', false)).rejects.toMatchObject({ code: 'CONFLICT', message: expect.stringMatching(numbers) as string })
    await expect(disconnect(false)).rejects.toMatchObject({ code: 'CONFLICT', message: expect.stringMatching(numbers) as string })
    expect(await clientCode()).toBe(before)
    await disconnect(true)
    expect(await clientCode()).toBe(before)
    expect(await trades()).toMatchObject([{ status: 'RUNNING' }])
  })
})

it('a disconnected account is known as long as a stop may rest there, though its leg is closed', async () => {
  const { store, db } = current()
  const leg = await current().openTrade()
  await protect(leg)
  await store.trades.closeNotHeld(leg.id, NOW + MINUTE)
  await disconnect(false)
  expect(await clientCode()).not.toBeNull()
  await connect('B2', false)
  expect([await store.trades.exitsAtBroker(), await clientCode()]).toEqual([[], 'B2'])
  await disconnect(false)
  expect(await db.brokerAccount.count()).toBe(0)
})

describe('an entry that is committed at the same moment', () => {
  const ways: readonly (readonly [string, AccountChange['kind'], (leavesOpen: boolean) => Promise<void>])[] = [
    ['another account is connected', 'signedIn', (leavesOpen) => connect('B2', leavesOpen)],
    ['the account is disconnected', 'disconnected', disconnect],
  ]

  it.each(ways)('keeps the account when it comes first and %s', async (_way, _kind, change) => {
    const { db, store } = current()
    const before = await clientCode()
    let [entered, changed]: [Promise<unknown>, Promise<unknown>] = [Promise.resolve(), Promise.resolve()]
    await whileLocked(
      (tx) => tx.$executeRaw`LOCK TABLE "Order" IN SHARE MODE`,
      async (waiting) => {
        entered = current().enterOnce()
        await waiting(1)
        changed = change(false).then(
          () => 'changed',
          (error: unknown) => error,
        )
        await Promise.race([waiting(2), changed])
      },
    )
    await entered
    expect(await changed).toMatchObject({ code: 'CONFLICT', message: expect.stringMatching(/an order to buy 65 units/) as string })
    expect(await db.brokerAccount.findMany()).toMatchObject([{ clientCode: before, state: 'CONNECTED' }])
    expect(await store.trades.openOrders()).toHaveLength(1)
  })

  it('is the new account’s when it comes second, and nothing else is', async () => {
    const { store } = current()
    const leg = await current().openTrade()
    let [entered, changed]: [Promise<object>, Promise<unknown>] = [Promise.resolve({}), Promise.resolve()]
    await whileLocked(
      (tx) => tx.$queryRaw`SELECT FROM "Leg" WHERE id = ${leg.id}::uuid FOR UPDATE`,
      async (waiting) => {
        changed = connect('B2', true)
        await waiting(1)
        entered = current().enterOnce(NOW)
        await waiting(2)
      },
    )
    await changed
    const entry = await entered
    expect([await clientCode(), await store.trades.heldLegs()]).toEqual(['B2', []])
    expect(await store.trades.openOrders()).toMatchObject([entry])
  })
})
