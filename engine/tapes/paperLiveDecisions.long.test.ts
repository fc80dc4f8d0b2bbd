import { randomUUID } from 'node:crypto'
import { expect, it, onTestFinished } from 'vitest'
import type { Database } from '../../prisma/client.ts'
import { createTestDatabase } from '../../prisma/testing/createTestDatabase.ts'
import { openLiveGates } from '../../prisma/testing/openLiveGates.ts'
import { SHIPPED_MARKET_RULES } from '../../schema/market/MarketRules.ts'
import { istInstant } from '../../schema/time.ts'
import { engineContract, liveAccount } from '../broker/smartapi/orders/testing/openLive.ts'
import { holdAllLeases } from '../cluster/testing/holdAllLeases.ts'
import { optionContract } from '../sandbox/options/optionContract.ts'
import { openSandbox } from '../sandbox/testing/openSandbox.ts'
import { Store } from '../store/Store.ts'
import { createTestSubscription } from '../store/testing/createTestSubscription.ts'
import { openExecution } from '../testing/openExecution.ts'
import { playedRows } from './testing/playedRows.ts'
import { playOnFloor } from './testing/playOnFloor.ts'
import { TAPE_DATE, type Tape } from './testing/tape.ts'
import { walkTape } from './testing/walkTape.ts'

const TAPES = 20
/** How many times its limits the broker lets calls through. */
const FACTOR = 50
const RULES = { interval: '1min', long: ['close', 'crosses above', 'ema(9)'], short: ['close', 'crosses below', 'ema(9)'] }
/** So that signals are taken, are too many, and come too early; lots by risk, which depend on the premium. */
const TERMS = { rules: RULES, windowEnd: '11:20', maxTrades: 6, lots: 5, riskPerTradePaise: 4_000_00 }

it('twenty tapes of candles and prices make the same signals, sizes, refusals and trades on paper and at an instant exchange', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  // Its clock stays behind every tape's: quotes from before a leg's entry do not count for the leg.
  const sandbox = await openSandbox({ speed: 0.1, accounts: TAPES, start: istInstant(TAPE_DATE, 9 * 60 + 15) })
  onTestFinished(() => sandbox.remove())
  sandbox.control.scaleLimits(FACTOR)
  sandbox.control.setFault({ name: 'instant' })
  const { db } = database
  const leases = await holdAllLeases(db)
  const rules = () => SHIPPED_MARKET_RULES
  const store = new Store({ databaseUrl: database.url, market: 'tape', leases, rules, allowLive: 'EVERYBODY' })
  onTestFinished(() => store.close())
  const accounts = new Map<string, ReturnType<typeof liveAccount>>()
  const accountOf = (userId: string) => accounts.get(userId) ?? null
  const seen = new Set<string>()
  for (const [seed, account] of sandbox.users.entries()) {
    const { strategyId, onPaper, atExchange, liveUserId } = await subscribeTwo(db)
    accounts.set(liveUserId, liveAccount(sandbox, account))
    const { live, portOf, flush } = openExecution({ sandbox, store, accountOf, limitFactor: FACTOR })
    try {
      const tape = ofSandbox(walkTape(seed, { pace: 'fast', move: 0.0012, strikes: 20, together: true, isWarm: true }))
      await playOnFloor(tape, {
        ...{ records: store, depth: true },
        live: {
          portOf,
          onQuote({ token, lastPrice }) {
            sandbox.control.quote({ exchange: 'NFO', token }, lastPrice, 1_000_000)
          },
        },
      })
    } catch (error) {
      throw new Error(`on tape ${seed}`, { cause: error })
    } finally {
      live.close()
      await flush()
    }
    const [decided, decidedLive] = [await decisionsOf(db, onPaper), await decisionsOf(db, atExchange)]
    expect({ seed, decided: decidedLive }).toEqual({ seed, decided })
    const [trades, tradesLive] = [await tradesOf(db, onPaper), await tradesOf(db, atExchange)]
    expect({ seed, trades: tradesLive }).toEqual({ seed, trades })
    expect(sandbox.control.fills(account.clientCode).length).toBeGreaterThanOrEqual(2 * trades.length)
    for (const { what } of decided) seen.add(what)
    for (const { exitReason } of trades) seen.add(exitReason)
    await db.strategy.update({ where: { id: strategyId }, data: { isActive: false } })
  }
  expect([...seen]).toEqual(expect.arrayContaining(['ENTRY', 'MAX_TRADES_REACHED', 'OUTSIDE_WINDOW', 'STOP', 'TARGET']))
}, 600_000)

/** A strategy with a subscription on paper, and one at the exchange of another user. */
async function subscribeTwo(db: Database) {
  const { strategyId, subscriptionId: onPaper } = await createTestSubscription(db, TERMS)
  const { id: liveUserId } = await db.user.create({ data: { email: `${randomUUID()}@example.com`, name: 'Live', passwordHash: 'none' } })
  await openLiveGates(db, liveUserId)
  const confirmed = { mode: 'LIVE', confirmedAt: new Date(), confirmedVersion: 1, confirmedLots: TERMS.lots } as const
  const { id: atExchange } = await db.subscription.create({ data: { userId: liveUserId, strategyId, ...confirmed } })
  await db.subscription.updateMany({ where: { strategyId }, data: { sizeByRisk: true } })
  return { strategyId, onPaper, atExchange, liveUserId }
}

/** What a subscription made of its signals, in their order: what was to be bought on which terms, or why not, with the numbers. */
async function decisionsOf(db: Database, subscriptionId: string) {
  const entries = await db.order.findMany({ where: { subscriptionId, purpose: 'ENTRY' }, include: { signal: true } })
  const denials = await db.denial.findMany({ where: { subscriptionId }, include: { signal: true } })
  return [
    ...entries.map(({ signal, side, quantity, contract, terms }) => ({
      signal,
      what: 'ENTRY',
      numbers: { side, quantity, contract, terms },
    })),
    ...denials.map(({ signal, reason, numbers }) => ({ signal, what: reason, numbers })),
  ].toSorted((a, b) => Number(a.signal?.candleTime) - Number(b.signal?.candleTime))
}

/** What became of it, but for the times, in an order of its own: the exchange has a clock of its own. */
async function tradesOf(db: Database, subscriptionId: string) {
  const trades = await playedRows(db, subscriptionId)
  const timeless = trades.map(({ legs, ...trade }) => ({ ...trade, legs: legs.map(({ entered: _entered, left: _left, ...leg }) => leg) }))
  return timeless.toSorted((one, other) => JSON.stringify(one).localeCompare(JSON.stringify(other)))
}

/** The tape with the contracts as the exchange of the sandbox lists them. */
function ofSandbox(tape: Tape): Tape {
  const contracts = tape.contracts.map(({ index, expiry, strike, optionType }) =>
    engineContract(optionContract(index, expiry, strike, optionType).token),
  )
  return { ...tape, contracts }
}
