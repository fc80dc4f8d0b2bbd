import { join } from 'node:path'
import { pino } from 'pino'
import { expect, onTestFinished } from 'vitest'
import { requestExits } from '../../prisma/exitRequests.ts'
import { createTestDatabase } from '../../prisma/testing/createTestDatabase.ts'
import { ok } from '../../schema/errors.ts'
import { SHIPPED_MARKET_RULES } from '../../schema/market/MarketRules.ts'
import { paise } from '../../schema/money.ts'
import { HOUR, istInstant, MINUTE, SECOND, type IsoDate } from '../../schema/time.ts'
import type { PositionRule } from '../../schema/rules/PositionRule.ts'
import type { OrderSide } from '../../schema/trading/OrderSide.ts'
import type { TradeMode } from '../../schema/TradeMode.ts'
import { EngineKeys } from '../broker/secrets/EngineKeys.ts'
import { PaperBroker } from '../broker/paper/PaperBroker.ts'
import { instrumentId } from '../broker/instrumentId.ts'
import type { ExecutionPort } from '../broker/port.ts'
import { engineContract, liveAccount } from '../broker/smartapi/orders/testing/openLive.ts'
import { orderRequestOf } from '../broker/testing/orderRequestOf.ts'
import { holdAllLeases } from '../cluster/testing/holdAllLeases.ts'
import type { SandboxAccount } from '../sandbox/accounts/loadAccount.ts'
import { MarketTimeFile } from '../sandbox/market/MarketTimeFile.ts'
import type { SandboxOrder } from '../sandbox/orders/Order.ts'
import { netUnits } from '../sandbox/orders/positions.ts'
import { CALL } from '../sandbox/testing/openClient.ts'
import { openSandbox, ROOT } from '../sandbox/testing/openSandbox.ts'
import { BrokerAccounts } from '../store/BrokerAccounts.ts'
import { Store } from '../store/Store.ts'
import { createTestSubscription } from '../store/testing/createTestSubscription.ts'
import { Lanes } from '../trading/floor/Lanes.ts'
import { LiveExitQuotes } from '../trading/orders/LiveExitQuotes.ts'
import type { EntryOrder } from '../trading/orders/orders.ts'
import type { EntryPlan } from '../trading/risk/assess.ts'
import { TradeDesk } from '../trading/floor/TradeDesk.ts'
import type { TradeRecords } from '../trading/floor/TradeRecords.ts'
import { quoteOf } from '../trading/testing/contracts.ts'
import { planOf, TERMS } from '../trading/testing/legs.ts'
import { openExecution } from './openExecution.ts'

/** How many times its limits the broker lets calls through. */
const FACTOR = 20
/** The day it begins on, and the next one with a session. */
const [DATE, NEXT] = ['2026-11-20', '2026-11-23'] as const
const rules = () => SHIPPED_MARKET_RULES
const log = pino({ level: 'silent' })
/** One option sold, with a stop of its own. */
const SOLD = {
  legs: [
    {
      ...{ side: 'SELL', optionType: 'CE', strike: { kind: 'ATM', strikes: 0 }, expiry: 'this week', lots: 1 },
      ...{ stop: { unit: 'PERCENT', value: 30 }, target: null, reentries: 0 },
    },
  ],
  ...{ stop: null, target: null, lock: null, stopsToCost: false },
} as const satisfies PositionRule

/**
 * A market, a database, and trade desks that trade live on it, for tests: users with an account of their own at the broker. `speed`: of its
 * market, in market seconds per second. `from`: minute of the day in India at which it begins.
 */
export async function openLiveDesk(accounts: number, speed = 5, from = 10 * 60) {
  const database = await createTestDatabase()
  let sandbox = await openSandbox({ speed, accounts, start: istInstant(DATE, from) })
  sandbox.control.scaleLimits(FACTOR)
  let session = sessionOf(DATE)
  const { nodeId, held } = await holdAllLeases(database.db)
  let [lapsed, isLosing] = [false, false]
  const leases = { nodeId, held: () => (lapsed ? new Map<number, bigint>() : held()), everHeld: true }
  const store = new Store({ databaseUrl: database.url, market: 'test-market', leases, rules, allowLive: 'EVERYBODY' })
  const accountRecords = new BrokerAccounts(database.url, new EngineKeys(sandbox.home), Date.now)
  await accountRecords.setUp('sandbox', null, null)
  const contract = engineContract(CALL.token)
  const owners = new Map<string, SandboxAccount>()
  let connections = new Map<string, ReturnType<typeof liveAccount>>()
  let used = 0
  let price = 100_00
  // A quote trades with what waits at the exchange at that moment.
  const keepQuoting = () => setInterval(() => sandbox.control.quote(CALL, paise(price), 1_300), 50)
  let quoting = keepQuoting()

  /** An engine's desk, as after its start. */
  async function start(records: TradeRecords = store.trades) {
    const paper = new PaperBroker(rules, sandbox.control.now(), MINUTE)
    const accountOf = (userId: string) => connections.get(userId) ?? null
    const { live, dry, portOf, flush } = openExecution({ sandbox, store, accountOf, limitFactor: FACTOR })
    const owns = () => !lapsed
    const port = portOf(paper, owns)
    const onUpdate: ExecutionPort['onUpdate'] = (listener) => port.onUpdate((update) => void (!isLosing && listener(update)))
    const broker = new Proxy<ExecutionPort>(port, {
      get: (target, name: keyof ExecutionPort) => (name === 'onUpdate' ? onUpdate : target[name].bind(target)),
    })
    const lanes = new Lanes({ ping: () => store.ping(), log })
    const quotes = { watch: () => undefined, unwatch: () => undefined }
    const fetch = async () => [quoteOf(contract, sandbox.control.now(), price)]
    const exitQuotes = new LiveExitQuotes({ fetch, log }, sandbox.control.now())
    const waits = {
      entryLife: () => MINUTE,
      repriceAfter: () => 3 * SECOND,
      quoteAgeOf: () => 0,
      mayReenter: () => true,
      symbolOf: (instrument: string) => (instrument === instrumentId(contract) ? contract.tradingSymbol : null),
    }
    const desk = new TradeDesk(
      { records, broker, rules, quotes, exitQuotes, queue: lanes.queue, exits: lanes.exits, beside: lanes.beside, log, ...waits },
      sandbox.control.now(),
    )
    lanes.reconcileBy(() => desk.reconcile())
    const see = () => {
      const tick = { ...quoteOf(contract, sandbox.control.now(), price), bidQuantity: 1_300, askQuantity: 1_300 }
      paper.onTick(tick)
      dry.onTick(tick)
      desk.onTick(tick)
    }
    see()
    await desk.resume()
    const beat = setInterval(() => {
      paper.onTime(sandbox.control.now(), MINUTE)
      dry.onTime(sandbox.control.now(), MINUTE)
      desk.onTime(sandbox.control.now(), session, SHIPPED_MARKET_RULES)
    }, 20)
    return {
      ...{ desk, see, queue: lanes.queue },
      /** Ends the connections that are not their users' any more. */
      release: () => live.release(owns),
      /** The leases of its node lapse, or are held again: it hears of either. */
      setLapsed(on: boolean) {
        lapsed = on
        live.release(owns)
        void lanes.queue.add('take users over', () => desk.reconcile())
      },
      /** Ends it at once, whatever it is doing. */
      async stop() {
        clearInterval(beat)
        live.close()
        await lanes.close()
        await flush()
      },
    }
  }

  /** The same for one test, after which it is stopped. */
  async function startDesk(records?: TradeRecords) {
    const engine = await start(records)
    onTestFinished(() => engine.stop())
    return engine
  }

  /** A user of his own with a subscription of his own. */
  async function subscribe(mode: TradeMode) {
    const { userId, strategyId, subscriptionId } = await createTestSubscription(database.db)
    await database.db.subscription.update({ where: { id: subscriptionId }, data: { mode } })
    /** Commits entries, as a signal would. */
    const intend = async (plan: EntryPlan) => {
      const now = sandbox.control.now()
      const signals = [{ strategyId, version: 1, side: 'LONG' as const }]
      const batch = { index: 'NIFTY' as const, interval: '1min' as const, candleTime: now - MINUTE, price: paise(24_510_00), signals }
      const { entries } = await store.decisions.decide(batch, now, () => ok(plan))
      return entries
    }
    const terms = { ...TERMS, windowEndsAt: istInstant(DATE, 15 * 60 + 10) }
    return {
      userId,
      intendEntry: (quantity = contract.lotSize) => intend(planOf({ contract, quantity, terms, reserved: paise(7_000_00) })),
      /** A position of one sold option, with a stop 30 per cent above. */
      intendSale: () => {
        const reserved = paise(3_00_000_00)
        const position = { rule: SOLD, lots: 1, leg: 0, option: contract.tradingSymbol, funds: reserved }
        const leg = { contract, side: 'SELL' as const, quantity: contract.lotSize, premium: paise(price), reserved }
        return intend({
          legs: [{ ...leg, terms: { ...terms, takeProfit: null, stopLoss: SOLD.legs[0].stop, position } }],
          reserved,
          loss: null,
        })
      },
      trades: () => database.db.trade.findMany({ where: { userId }, include: { legs: true } }),
      orders: () => database.db.order.findMany({ where: { userId }, orderBy: { createdAt: 'asc' } }),
      async running(trades = 1) {
        await expect.poll(() => database.db.trade.count({ where: { userId, status: 'RUNNING' } })).toBe(trades)
      },
      async closed(trades = 1) {
        await expect.poll(() => database.db.trade.count({ where: { userId, status: { not: 'RUNNING' } } })).toBe(trades)
      },
      /** The user presses Close. */
      close: (...tradeIds: readonly string[]) =>
        database.db.$transaction((tx) => requestExits(tx, { tradeIds, reason: 'MANUAL', by: userId })),
    }
  }

  /** A user with a live subscription and an account at the broker that nobody has used. */
  async function connect() {
    const account = sandbox.users[used++]
    if (!account) throw new RangeError('every account of the sandbox is used')
    const user = await subscribe('LIVE')
    owners.set(user.userId, account)
    connections.set(user.userId, liveAccount(sandbox, account))
    const { clientCode } = account
    await database.db.brokerAccount.create({ data: { userId: user.userId, clientCode, state: 'CONNECTED' } })
    return {
      ...{ ...user, clientCode },
      /** The truth at the exchange. */
      atExchange: () => {
        sandbox.control.now()
        return sandbox.control.orders(clientCode)
      },
      held: () => sandbox.control.positions(clientCode).reduce((sum, position) => sum + netUnits(position), 0),
      /**
       * The user leaves the account for one that nobody has used, as the engine does it: in the books, then at each of these, which have the new
       * connection once none of the old account's orders is in memory. Returns its client code.
       */
      async leave(...engines: readonly Pick<Awaited<ReturnType<typeof start>>, 'desk' | 'release'>[]) {
        const next = sandbox.users[used++]
        if (!next) throw new RangeError('every account of the sandbox is used')
        const marketAt = sandbox.control.now()
        await accountRecords.change(user.userId, {
          ...{ kind: 'signedIn', clientCode: next.clientCode, tokens: null, keep: 'nothing', leavesOpen: true },
          ...{ validUntil: Date.now() + HOUR, marketAt },
        })
        for (const { desk } of engines) await desk.leaveAccounts([user.userId])
        owners.set(user.userId, next)
        connections.set(user.userId, liveAccount(sandbox, next))
        for (const { release } of engines) release()
        return next.clientCode
      },
      /** Sends an entry with no engine at work and none of its checks, as one of an earlier version may have. */
      async sendUnchecked([entry]: readonly EntryOrder[]) {
        if (!entry) throw new RangeError('there is no entry to send')
        const { live, flush } = openExecution({ sandbox, store, accountOf: (id) => connections.get(id) ?? null, limitFactor: FACTOR })
        const { clientOrderId, side, quantity } = entry
        await live.place(
          orderRequestOf({
            account: { userId: user.userId, mode: 'LIVE' },
            clientOrderId,
            contract,
            side,
            quantity,
            pricing: { kind: 'LIMIT', limit: paise(price) },
          }),
        )
        await database.db.order.updateMany({ where: { clientOrderId }, data: { status: 'SUBMITTED' } })
        live.close()
        await flush()
      },
      /** In the broker's app, over the wire and without a tag: an order that rests at a limit in rupees. */
      async restInApp(side: OrderSide, units: number, rupees: string) {
        const { jwtToken } = await sandbox.signIn(account)
        const { tradingSymbol, token, exchange } = contract
        const { body, text } = await sandbox.post(
          `${ROOT}/order/v1/placeOrder`,
          {
            ...{ variety: 'NORMAL', tradingsymbol: tradingSymbol, symboltoken: token, transactiontype: side, exchange, ordertype: 'LIMIT' },
            ...{ producttype: 'INTRADAY', duration: 'DAY', price: rupees, quantity: String(units), triggerprice: '0' },
          },
          { Authorization: `Bearer ${jwtToken}` },
        )
        if (body['status'] !== true) throw new Error(text)
      },
      /** The protective stop that waits at the exchange. */
      async resting() {
        const waiting = () => {
          sandbox.control.now()
          return sandbox.control.orders(clientCode).find(isResting)
        }
        await expect.poll(waiting).toBeDefined()
        return waiting()!
      },
    }
  }

  /** From now on, no report of the broker arrives at the desks, or every one does. */
  const setLosing = (on: boolean) => void (isLosing = on)

  /** A user with an open live trade, bought at about ₹100, its stop at ₹88, protected at the broker; and the engine of this test. */
  async function withTrade(lots = 1) {
    const user = await connect()
    const engine = await startDesk()
    engine.desk.submit(await user.intendEntry(lots * contract.lotSize))
    await user.running()
    return { user, engine, stop: await user.resting() }
  }

  return {
    get control() {
      return sandbox.control
    },
    ...{ contract, store, start, startDesk, connect, connectOnPaper: () => subscribe('PAPER'), withTrade, setLosing, db: database.db },
    /** What the contract is quoted at, in paise. */
    price: () => price,
    get session() {
      return session
    },
    /** The next market day, ten o'clock, with nothing of the day before but open holdings. Engines must be stopped. */
    async nextDay() {
      clearInterval(quoting)
      await sandbox.stop()
      const { home, marketId } = sandbox
      new MarketTimeFile(join(home, 'sandbox-market.json')).write(marketId, istInstant(NEXT, 10 * 60))
      sandbox = await openSandbox({ home, speed, accounts })
      sandbox.control.scaleLimits(FACTOR)
      session = sessionOf(NEXT)
      connections = new Map([...owners].map(([userId, account]) => [userId, liveAccount(sandbox, account)]))
      quoting = keepQuoting()
    },
    /** The contract is quoted at a price in paise, for the exchange and for a desk. */
    quote(next: number, desk?: { readonly see: () => void }) {
      price = next
      sandbox.control.quote(CALL, paise(next), 1_300)
      desk?.see()
    },
    async close() {
      clearInterval(quoting)
      await store.close()
      await accountRecords.close()
      await sandbox.remove()
      await database.drop()
    },
  }
}

function sessionOf(date: IsoDate) {
  return { open: istInstant(date, 9 * 60 + 15), close: istInstant(date, 15 * 60 + 30) }
}

/** Whether an order is a protective stop that waits for its trigger, and is not being cancelled. */
function isResting({ tag, resting, status }: SandboxOrder): boolean {
  return tag.startsWith('S') && resting === 'trigger pending' && status !== 'cancel pending'
}
