import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listen } from '../../../prisma/bus/listen.ts'
import { requestExits } from '../../../prisma/exitRequests.ts'
import { pullKill } from '../../../prisma/killSwitches.ts'
import { openLiveGates } from '../../../prisma/testing/openLiveGates.ts'
import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import { paise } from '../../../schema/money.ts'
import type { PositionRule } from '../../../schema/rules/PositionRule.ts'
import { istInstant, MINUTE, SECOND, type Instant } from '../../../schema/time.ts'
import type { TradeMode } from '../../../schema/TradeMode.ts'
import { PaperBroker } from '../../broker/paper/PaperBroker.ts'
import { mayTrade, type OrderRequest, type Placement } from '../../broker/port.ts'
import { partitionOf } from '../../cluster/partitionOf.ts'
import { checkBooks } from '../../store/checkBooks.ts'
import { Store } from '../../store/Store.ts'
import { expectBooksInOrder } from '../../store/testing/expectBooksInOrder.ts'
import { MARKET, NOW, TestDesks } from '../testing/TestDesks.ts'
import { CALL, legRule, percent, positionRule, PUT } from '../testing/positions.ts'

/** A broker that refuses entries while a switch is set. */
class RefusingBroker extends PaperBroker {
  refuses = false

  override place(order: OrderRequest): Promise<Placement> {
    if (!this.refuses || order.purpose === 'EXIT') return super.place(order)
    return Promise.resolve({ kind: 'refused', code: 'RMS', message: 'not now' })
  }
}

let desks: TestDesks
beforeAll(async () => {
  desks = await TestDesks.open()
})
afterAll(() => desks.close())
beforeEach(() => desks.clear())
afterEach(async () => {
  expect(await checkBooks(desks.database.url)).toEqual([])
  await expectBooksInOrder(desks.database.db)
})

type Engine = ReturnType<typeof start>

/** Each leg stopped at a fifth above its premium, and opened again once. */
const leg = { stop: percent(20), reentries: 1 }
const STRADDLE = positionRule([legRule(leg), legRule({ optionType: 'PE', ...leg })])

const start = (now: Instant) => desks.startOn(new RefusingBroker(() => SHIPPED_MARKET_RULES, now, 30 * SECOND), now)

/** A second of the market: last prices of call and put, a null one was not traded. */
async function second(engine: Engine, at: Instant, call: number | null, put: number | null) {
  await engine.time(at)
  if (call !== null) await engine.see(CALL, at, call)
  if (put !== null) await engine.see(PUT, at, put)
}

/** A straddle sold at 99.95 and 89.95 rupees. */
async function open(rule: PositionRule = STRADDLE) {
  const engine = start(NOW)
  await second(engine, NOW, 100_00, 90_00)
  engine.desk.submit(await desks.intendPosition(rule, [CALL, PUT]))
  await engine.settled()
  await second(engine, NOW + SECOND, 100_00, 90_00)
  expect(await desks.legs()).toMatchObject([{ entryPricePaise: 99_95n }, { entryPricePaise: 89_95n }])
  return engine
}

/** Its call is stopped, and bought back ten minutes after ten. */
const STOPPED = NOW + 10 * MINUTE
async function openAndStopped(rule?: PositionRule) {
  const engine = await open(rule)
  await second(engine, STOPPED, 120_00, 90_00)
  await second(engine, STOPPED + SECOND, 120_00, 90_00)
  return engine
}

/** Both legs are stopped: nothing is open. */
async function openAndIdle(rule?: PositionRule) {
  const engine = await openAndStopped(rule)
  await second(engine, STOPPED + 2 * SECOND, 120_00, 110_00)
  await second(engine, STOPPED + 3 * SECOND, 120_00, 110_00)
  expect((await desks.legs()).map(({ status }) => status)).toEqual(['STOPLOSS_HIT', 'STOPLOSS_HIT'])
  return engine
}

const obeyed = async (engine: Engine) => {
  engine.desk.obey()
  await engine.settled()
}
const ask = () =>
  desks.database.db.$transaction((tx) => requestExits(tx, { userId: desks.subscription.userId, reason: 'MANUAL', by: 'a test' }))
const pull = (squareOff: boolean) =>
  desks.database.db.$transaction((tx) =>
    pullKill(tx, { scope: 'USER', scopeId: desks.subscription.userId, squareOff, reason: 'of a test', by: 'a test' }),
  )
/** The entries that reopen legs, with an account that speaks against none. */
const reenter = async (reentries: Parameters<Store['trades']['reenter']>[0], store: Store = desks.store) =>
  (await store.trades.reenter(reentries, () => null)).entries
/** Rupees that the owner may lose a day. */
const limitLoss = (rupees: number) =>
  desks.database.db.user.update({ where: { id: desks.subscription.userId }, data: { maxDailyLossPaise: BigInt(rupees) * 100n } })
const legs = async () => (await desks.legs()).toSorted((one, other) => (one.id < other.id ? -1 : 1))
/** Equal times are sorted by slice. */
const entries = async () =>
  (await desks.orders())
    .filter(({ purpose }) => purpose === 'ENTRY')
    .sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || a.slice - b.slice)

describe('a straddle', () => {
  it('loses the leg that is stopped and keeps the other', async () => {
    await openAndStopped()
    expect(await legs()).toMatchObject([{ status: 'STOPLOSS_HIT', exitReason: 'STOP', exitPricePaise: 120_05n }, { status: 'RUNNING' }])
    const [trade] = await desks.trades()
    expect(trade).toMatchObject({ status: 'RUNNING', quantity: 130, exitQuantity: 65, netPaise: null, blockedPaise: 2_00_000_00n })
    expect(trade?.realisedPaise).toBe((await legs())[0]?.netPaise)
  })

  it('opens a stopped leg again when its premium is back where it was opened first, as often as the rule says', async () => {
    const engine = await openAndStopped()
    await second(engine, STOPPED + MINUTE, 100_00, 90_00)
    expect(await entries()).toHaveLength(2)
    await second(engine, STOPPED + 2 * MINUTE, 99_95, 90_00)
    await second(engine, STOPPED + 2 * MINUTE + SECOND, 99_95, 90_00)
    const [first, , again] = await legs()
    expect(again).toMatchObject({ status: 'RUNNING', quantity: 65, entryPricePaise: 99_90n, option: first?.option })
    expect((await entries()).map(({ slice, legId }) => [slice, legId === again?.id])).toEqual([
      [0, false],
      [1, false],
      [2, true],
    ])
    await second(engine, STOPPED + 3 * MINUTE, 121_00, 90_00)
    await second(engine, STOPPED + 3 * MINUTE + SECOND, 121_00, 90_00)
    await second(engine, STOPPED + 4 * MINUTE, 90_00, 90_00)
    await second(engine, STOPPED + 4 * MINUTE + SECOND, 90_00, 90_00)
    expect((await legs()).map(({ status }) => status)).toEqual(['STOPLOSS_HIT', 'RUNNING', 'STOPLOSS_HIT'])
    expect(await entries()).toHaveLength(3)
    expect(await desks.trades()).toHaveLength(1)
  })

  it('is not over while both of its legs wait, and is with the last round of both', async () => {
    const engine = await openAndIdle()
    expect(await desks.trades()).toMatchObject([{ status: 'RUNNING' }])
    await second(engine, STOPPED + MINUTE, 99_00, 89_00)
    await second(engine, STOPPED + MINUTE + SECOND, 99_00, 89_00)
    await second(engine, STOPPED + 2 * MINUTE, 130_00, 120_00)
    await second(engine, STOPPED + 2 * MINUTE + SECOND, 130_00, 120_00)
    expect(await desks.trades()).toMatchObject([{ status: 'STOPLOSS_HIT', exitReason: 'STOP', quantity: 260, exitQuantity: 260 }])
    expect(engine.watched).toEqual([])
  })

  it('moves the stop of the other leg to cost within a second, tells of it, and keeps to it after a restart', async () => {
    const engine = await openAndStopped({ ...STRADDLE, stopsToCost: true })
    // Its opening is not reported yet.
    await desks.database.db.outbox.deleteMany()
    const told: string[] = []
    const listening = await listen(
      desks.database.url,
      ({ type }) => void told.push(type),
      () => {},
    )
    await second(engine, STOPPED + 2 * SECOND, null, null)
    expect(await legs()).toMatchObject([{ status: 'STOPLOSS_HIT' }, { status: 'RUNNING', stopPaise: 89_95n }])
    await expect.poll(() => told).toEqual(['trade.changed'])
    await listening.close()
    const restarted = start(STOPPED + MINUTE)
    await restarted.desk.resume()
    await second(restarted, STOPPED + MINUTE, null, 89_95)
    await second(restarted, STOPPED + MINUTE + SECOND, null, 89_95)
    expect(await legs()).toMatchObject([{ status: 'STOPLOSS_HIT' }, { status: 'STOPLOSS_HIT' }])
  })

  it('has its order at the broker follow the stop that moves to cost, live', async () => {
    await openLiveGates(desks.database.db, desks.subscription.userId)
    await desks.database.db.subscription.updateMany({ data: { mode: 'LIVE' } })
    const engine = await open({ ...STRADDLE, stopsToCost: true })
    const account = { userId: desks.subscription.userId, mode: 'LIVE' as const }
    const triggers = async () =>
      (await engine.broker.orders(account)).filter(mayTrade).map(({ pricing }) => pricing.kind === 'STOPLOSS_LIMIT' && pricing.trigger)
    await second(engine, NOW + 2 * SECOND, null, null)
    expect(await triggers()).toEqual([119_95, 107_95])
    for (let after = 0; after < 20; after++) await second(engine, STOPPED + after * SECOND, 120_00, 80_00)
    expect((await legs()).map(({ status }) => status)).toEqual(['STOPLOSS_HIT', 'RUNNING'])
    expect(await triggers()).toEqual([89_95])
  })
})

describe('a stopped leg is not opened again', () => {
  it('after a kill switch', async () => {
    const engine = await openAndStopped()
    await pull(false)
    await obeyed(engine)
    await second(engine, STOPPED + MINUTE, 99_00, 90_00)
    expect(await entries()).toHaveLength(2)
  })

  it('by a kill switch that the engine has not heard of: its order is committed and called back', async () => {
    const engine = await openAndStopped()
    await pull(false)
    await second(engine, STOPPED + MINUTE, 99_00, 90_00)
    await second(engine, STOPPED + MINUTE + SECOND, 99_00, 90_00)
    expect((await entries()).filter(({ status }) => status === 'FILLED')).toHaveLength(2)
    expect((await entries()).filter(({ isOpen }) => isOpen)).toEqual([])
  })

  it('live, when live trading lacks one of its gates by then', async () => {
    await openAndStopped()
    const [first] = (await desks.store.trades.heldLegs()).filter(({ closing }) => closing)
    const again = (mode: TradeMode) => reenter([{ first: { ...first!, mode }, at: STOPPED + MINUTE }])
    expect(await again('LIVE')).toEqual([])
    const onPaper = await again('PAPER')
    expect(onPaper).toHaveLength(1)
    await desks.store.trades.expire(
      onPaper.map(({ id }) => id),
      'of a test',
    )
  })

  it('after its exit was asked for, heard of or not', async () => {
    const engine = await openAndStopped()
    await ask()
    await second(engine, STOPPED + MINUTE, 99_00, 90_00)
    expect(await entries()).toHaveLength(2)
    await obeyed(engine)
    await second(engine, STOPPED + 2 * MINUTE, 99_00, 90_00)
    await second(engine, STOPPED + 2 * MINUTE + SECOND, 99_00, 90_00)
    expect(await entries()).toHaveLength(2)
    expect(await desks.trades()).toMatchObject([{ status: 'COMPLETED', exitReason: 'MANUAL', exitQuantity: 130 }])
  })

  it('at the end of its window, at which a position of which nothing is open is over', async () => {
    const engine = await openAndIdle()
    const end = istInstant('2026-07-01', 15 * 60 + 10)
    await second(engine, end - SECOND, null, null)
    expect(await desks.trades()).toMatchObject([{ status: 'RUNNING' }])
    await second(engine, end, 99_00, null)
    await second(engine, end + SECOND, 99_00, 89_00)
    expect(await entries()).toHaveLength(2)
    expect(await desks.trades()).toMatchObject([{ status: 'STOPLOSS_HIT', exitReason: 'STOP', blockedPaise: 0n, exitQuantity: 130 }])
    expect([engine.watched, engine.desk.counts]).toEqual([[], { open_trades: 0, open_orders: 0, trades_opened: 1, trades_closed: 1 }])
  })

  // The call has lost 20.10 a unit, 1,306.50, and the charges of both orders; at 100 the put is another 653.25 and a charge behind.
  it('when the loss of the day is at its limit, open legs at their last prices included, even if nothing is squared off', async () => {
    await limitLoss(2_000)
    const engine = await openAndStopped()
    await second(engine, STOPPED + MINUTE, null, 100_00)
    await second(engine, STOPPED + MINUTE + SECOND, 99_00, 100_00)
    await second(engine, STOPPED + MINUTE + 2 * SECOND, 99_00, 100_00)
    expect(await entries()).toHaveLength(2)
    // The loss has fallen, and the leg stays closed.
    await second(engine, STOPPED + 2 * MINUTE, 99_00, 80_00)
    await second(engine, STOPPED + 2 * MINUTE + SECOND, 99_00, 80_00)
    expect(await entries()).toHaveLength(2)
    expect((await legs()).map(({ status }) => status)).toEqual(['STOPLOSS_HIT', 'RUNNING'])
  })

  it('when the loss of the day is at its limit, and a position with nothing open is over then', async () => {
    await limitLoss(1_300)
    const engine = await openAndIdle()
    await second(engine, STOPPED + MINUTE, 99_00, 110_00)
    await second(engine, STOPPED + MINUTE + SECOND, 110_00, 89_00)
    await second(engine, STOPPED + MINUTE + 2 * SECOND, 110_00, 110_00)
    expect(await entries()).toHaveLength(2)
    expect(await desks.trades()).toMatchObject([{ status: 'STOPLOSS_HIT', blockedPaise: 0n }])
  })

  it('once entries in its contract have ended, at which a position of which nothing is open is over', async () => {
    const engine = await openAndIdle()
    const end = SHIPPED_MARKET_RULES.entriesEndAt(SHIPPED_MARKET_RULES.sessionHours('2026-07-01'), CALL.expiry, 'PAPER')
    await second(engine, end - SECOND, 100_50, null)
    expect(await desks.trades()).toMatchObject([{ status: 'RUNNING' }])
    await second(engine, end, 99_00, null)
    expect(await entries()).toHaveLength(2)
    expect(await desks.trades()).toMatchObject([{ status: 'STOPLOSS_HIT', blockedPaise: 0n }])
  })

  it('more often than the rule says, counting those that the broker refuses', async () => {
    const engine = await openAndStopped()
    engine.broker.refuses = true
    for (let beat = 0; beat < 5; beat++) await second(engine, STOPPED + MINUTE + beat * SECOND, 99_00, 90_00)
    expect((await entries()).map(({ status }) => status)).toEqual(['FILLED', 'FILLED', 'REJECTED'])
  })
})

describe('a position of which nothing is open', () => {
  it('is over when a person asks for its exit', async () => {
    const engine = await openAndIdle()
    await ask()
    await obeyed(engine)
    expect(await desks.trades()).toMatchObject([{ status: 'STOPLOSS_HIT', exitReason: 'STOP', blockedPaise: 0n }])
    expect(engine.watched).toEqual([])
  })

  it('is over by an emergency stop', async () => {
    const engine = await openAndIdle()
    await pull(true)
    await obeyed(engine)
    expect(await desks.trades()).toMatchObject([{ status: 'STOPLOSS_HIT', blockedPaise: 0n }])
  })

  it('is over when a person asked for its exit while its last leg was being closed by its stop', async () => {
    const engine = await openAndStopped()
    await second(engine, STOPPED + 2 * SECOND, 120_00, 110_00)
    await ask()
    await obeyed(engine)
    await second(engine, STOPPED + 3 * SECOND, 120_00, 110_00)
    await second(engine, STOPPED + 4 * SECOND, 120_00, 110_00)
    expect(await desks.trades()).toMatchObject([{ status: 'STOPLOSS_HIT', blockedPaise: 0n }])
  })

  it('is over when all of it has lost what the position may lose', async () => {
    const engine = await openAndIdle({ ...STRADDLE, stop: { unit: 'RUPEES', value: paise(2_611_00) } })
    await second(engine, STOPPED + 4 * SECOND, 120_00, 110_00)
    await second(engine, STOPPED + 5 * SECOND, 120_00, 110_00)
    expect(await desks.trades()).toMatchObject([{ status: 'STOPLOSS_HIT', blockedPaise: 0n }])
  })

  it('is over when a person asks for its exit while a leg is being opened again, and nothing of it is opened', async () => {
    const engine = await openAndIdle()
    await second(engine, STOPPED + MINUTE, 99_00, null)
    expect((await entries()).filter(({ isOpen }) => isOpen)).toHaveLength(1)
    await ask()
    await obeyed(engine)
    await second(engine, STOPPED + MINUTE + SECOND, 99_00, null)
    expect((await entries()).filter(({ isOpen }) => isOpen)).toEqual([])
    expect(await desks.trades()).toMatchObject([{ status: 'STOPLOSS_HIT', quantity: 130, exitQuantity: 130, blockedPaise: 0n }])
  })
})

describe('limits of the whole', () => {
  it.each([
    { stop: { unit: 'RUPEES', value: paise(1_000_00) }, call: 110_00, put: 96_00, reason: 'COMBINED_STOP' },
    { target: { unit: 'PERCENT', value: 10 }, call: 90_00, put: 80_00, reason: 'COMBINED_TARGET' },
  ] as const)('close all legs ($reason)', async ({ call, put, reason, ...limits }) => {
    const engine = await open({ ...STRADDLE, ...limits })
    await second(engine, STOPPED, call, put)
    await second(engine, STOPPED + SECOND, call, put)
    expect((await legs()).map(({ exitReason }) => exitReason)).toEqual([reason, reason])
    expect(await desks.trades()).toMatchObject([{ exitReason: reason, blockedPaise: 0n }])
  })

  it('lock a profit that a restart does not lose', async () => {
    const lock = { at: paise(1_000_00), keep: paise(500_00), trail: null }
    const engine = await open({ ...STRADDLE, lock })
    await second(engine, STOPPED, 90_00, 80_00)
    await second(engine, STOPPED + SECOND, 90_00, 80_00)
    expect(await desks.trades()).toMatchObject([{ status: 'RUNNING', keptPaise: 500_00n }])
    const restarted = start(STOPPED + MINUTE)
    await restarted.desk.resume()
    await second(restarted, STOPPED + MINUTE, 96_00, 88_00)
    await second(restarted, STOPPED + MINUTE + SECOND, 96_00, 88_00)
    expect(await desks.trades()).toMatchObject([{ status: 'TARGET_HIT', exitReason: 'PROFIT_LOCK' }])
  })
})

it('a leg whose next entry was committed by an engine that is gone is opened once', async () => {
  await openAndStopped()
  const [first] = (await desks.store.trades.heldLegs()).filter(({ contract }) => contract.token === CALL.token)
  expect(await reenter([{ first: first!, at: STOPPED + MINUTE }])).toHaveLength(1)
  expect(await reenter([{ first: first!, at: STOPPED + MINUTE }])).toEqual([])
  const restarted = start(STOPPED + MINUTE + SECOND)
  await second(restarted, STOPPED + MINUTE + SECOND, 99_00, 90_00)
  await restarted.desk.resume()
  await restarted.settled()
  await second(restarted, STOPPED + MINUTE + 2 * SECOND, 99_00, 90_00)
  await second(restarted, STOPPED + MINUTE + 3 * SECOND, 99_00, 90_00)
  expect((await legs()).map(({ status }) => status)).toEqual(['STOPLOSS_HIT', 'RUNNING', 'RUNNING'])
  expect(await entries()).toHaveLength(3)
})

it('nothing is written for users of another node', async () => {
  const engine = await openAndIdle({ ...STRADDLE, lock: { at: paise(1_00), keep: paise(1_00), trail: null } })
  const [first] = await desks.store.trades.heldLegs()
  const [before, trade] = [await legs(), await desks.trades()]
  const others = new Map([...desks.leases.held()].filter(([partition]) => partition !== partitionOf(desks.subscription.userId)))
  const lost = { nodeId: desks.leases.nodeId, held: () => others, everHeld: true }
  const store = new Store({ databaseUrl: desks.database.url, market: MARKET, leases: lost, rules: () => SHIPPED_MARKET_RULES })
  expect(await reenter([{ first: first!, at: STOPPED + MINUTE }], store)).toEqual([])
  expect(await store.trades.endTrades([first!.tradeId], false)).toEqual([])
  await store.trades.keepLocks([{ tradeId: first!.tradeId, kept: paise(9_99) }])
  await store.trades.moveStops([{ legId: first!.id, stop: paise(1) }])
  expect([await store.trades.heldLegs(), await store.trades.lockedProfits()]).toEqual([[], new Map()])
  await store.close()
  expect([await legs(), await desks.trades(), (await entries()).length]).toEqual([before, trade, 2])
  expect(engine.desk.counts.open_orders).toBe(0)
})
