import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { requestExits } from '../../../prisma/exitRequests.ts'
import { pullKill } from '../../../prisma/killSwitches.ts'
import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import { paise } from '../../../schema/money.ts'
import type { PositionRule } from '../../../schema/rules/PositionRule.ts'
import { istInstant, MINUTE, SECOND, type Instant } from '../../../schema/time.ts'
import { PaperBroker } from '../../broker/paper/PaperBroker.ts'
import type { OrderPurpose } from '../../../schema/trading/OrderPurpose.ts'
import type { Answer, OptionContract, OrderRequest, OrderUpdate, Placement } from '../../broker/port.ts'
import { accountsOf } from '../../store/accounts.ts'
import { checkBooks } from '../../store/checkBooks.ts'
import { expectBooksInOrder } from '../../store/testing/expectBooksInOrder.ts'
import { contractOf } from '../testing/contracts.ts'
import { MARKET, NOW, SESSION, TestDesks } from '../testing/TestDesks.ts'
import { legRule, positionRule } from '../testing/positions.ts'

const SOLD_CALL = contractOf('NIFTY', 24_600, 'CE')
const BOUGHT_CALL = contractOf('NIFTY', 24_800, 'CE')
const SOLD_PUT = contractOf('NIFTY', 24_400, 'PE')
const BOUGHT_PUT = contractOf('NIFTY', 24_200, 'PE')
const CONDOR = positionRule([
  legRule(),
  legRule({ side: 'BUY' }),
  legRule({ optionType: 'PE' }),
  legRule({ side: 'BUY', optionType: 'PE' }),
])
const CONTRACTS = [SOLD_CALL, BOUGHT_CALL, SOLD_PUT, BOUGHT_PUT]
/** Last prices in paise, in the order of the legs. */
const PRICES = [100_00, 40_00, 90_00, 35_00]

/** A paper broker that refuses orders of certain contracts while a switch is set. */
class RefusingBroker extends PaperBroker {
  readonly refused = new Set<string>()
  readonly sent: OrderRequest[] = []

  /** While set, cancellations change nothing. */
  keeps = false
  readonly #listeners: ((update: OrderUpdate) => void)[] = []

  override onUpdate(listener: (update: OrderUpdate) => void): () => void {
    this.#listeners.push(listener)
    return super.onUpdate(listener)
  }

  /** Reports what a paper broker never reports. */
  tell(update: OrderUpdate): void {
    for (const listener of this.#listeners) listener(update)
  }

  override cancel(...[account, clientOrderId, reason]: Parameters<PaperBroker['cancel']>): Promise<Answer> {
    return this.keeps ? Promise.resolve({ kind: 'accepted' }) : super.cancel(account, clientOrderId, reason)
  }

  override place(order: OrderRequest): Promise<Placement> {
    this.sent.push(order)
    if (!this.refused.has(order.contract.token)) return super.place(order)
    return Promise.resolve({ kind: 'refused', code: 'RMS', message: 'not now' })
  }
}

const refusing = (now = NOW) => new RefusingBroker(() => SHIPPED_MARKET_RULES, now, 30 * SECOND)

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

type Engine = ReturnType<TestDesks['start']>

async function quotes(
  engine: Engine,
  at: Instant,
  prices: readonly (number | null)[] = PRICES,
  contracts: readonly OptionContract[] = CONTRACTS,
) {
  for (const [i, price] of prices.entries()) if (price !== null) await engine.see(contracts[i]!, at, price)
}

/** A desk that has seen quotes, with the entries of a position committed and submitted. */
async function intended(rule: PositionRule = CONDOR, contracts = CONTRACTS, broker = refusing(), plan = {}) {
  const engine = desks.startOn(broker, NOW)
  await engine.time(NOW)
  await quotes(engine, NOW, PRICES.slice(0, contracts.length), contracts)
  engine.desk.submit(await desks.intendPosition(rule, contracts, plan))
  await engine.settled()
  return engine
}

/** An iron condor with all its legs open a second later. */
async function openCondor(broker = refusing()) {
  const engine = await intended(CONDOR, CONTRACTS, broker)
  await quotes(engine, NOW + SECOND)
  await engine.time(NOW + SECOND)
  await quotes(engine, NOW + 2 * SECOND)
  expect((await desks.legs()).map(({ status }) => status)).toEqual(['RUNNING', 'RUNNING', 'RUNNING', 'RUNNING'])
  return engine
}

const sent = (engine: { readonly broker: RefusingBroker }) =>
  engine.broker.sent.map(({ side, contract }) => `${side} ${contract.strike / 100}`)
const ordersOf = async (purpose: OrderPurpose) => (await desks.orders()).filter((order) => order.purpose === purpose)
const available = async (at: Instant) => {
  const { userId } = desks.subscription
  return (await accountsOf(desks.database.db, MARKET, [userId], at)).get(userId)
}

describe('a position of which a leg has no fresh quote', () => {
  const stale = (contract: OptionContract, ageMs: number) => {
    desks.quoteAges.set(contract.token, ageMs)
    onTestFinished(() => desks.quoteAges.clear())
  }

  it.each(CONTRACTS.map((contract, leg) => [leg, contract] as const))(
    'is not begun, whichever of its legs it is (%i), and the denial says its age',
    async (leg, contract) => {
      stale(contract, 5_001)
      const engine = await intended()
      await quotes(engine, NOW + SECOND)
      expect(sent(engine)).toEqual([])
      expect((await desks.orders()).map(({ status, reservedPaise }) => [status, reservedPaise])).toEqual(
        Array.from({ length: 4 }, () => ['EXPIRED', 0n]),
      )
      expect(await desks.database.db.denial.findMany({ select: { reason: true, numbers: true } })).toEqual([
        { reason: 'LEG_WITHOUT_QUOTE', numbers: { leg, strike: contract.strike, ageMs: 5_001, limitMs: 5_000 } },
      ])
    },
  )

  it('is begun when all are just fresh enough, and then goes on whatever their age', async () => {
    for (const contract of CONTRACTS) stale(contract, 5_000)
    const engine = await intended()
    for (const contract of CONTRACTS) stale(contract, 60_000)
    await quotes(engine, NOW + SECOND)
    expect(sent(engine)).toHaveLength(4)
    expect(await desks.database.db.denial.count()).toBe(0)
  })
})

describe('an iron condor', () => {
  it('sells only what both bought legs hedge: when they are filled whole', async () => {
    const engine = await intended()
    expect(sent(engine)).toEqual(['BUY 24800', 'BUY 24200'])
    await engine.see(BOUGHT_CALL, NOW + SECOND, 40_00)
    expect(sent(engine)).toHaveLength(2)
    await engine.time(NOW + SECOND)
    await engine.see(BOUGHT_PUT, NOW + SECOND, 35_00)
    expect(sent(engine).slice(2)).toEqual(['SELL 24600', 'SELL 24400'])
    await quotes(engine, NOW + 2 * SECOND)
    expect(await desks.trades()).toMatchObject([
      {
        status: 'RUNNING',
        signal: 'NEUTRAL',
        quantity: 260,
        lots: 1,
        fundUsedPaise: 2_00_000_00n,
        blockedPaise: 2_00_000_00n,
        entryPricePaise: null,
      },
    ])
    expect(await available(NOW + MINUTE)).toMatchObject({ available: 8_00_000_00, openTrades: 1, entriesToday: 1 })
  })

  it('is opened whole however long it takes to store that its first entries leave', async () => {
    const { trades } = desks.store
    const mark = trades.markSubmitted.bind(trades)
    const slow = vi.spyOn(trades, 'markSubmitted').mockImplementationOnce(async (ids) => {
      // Market seconds in which positions with sold legs that wait are settled.
      for (const seconds of [1, 2]) engine.desk.onTime(NOW + seconds * SECOND, SESSION, SHIPPED_MARKET_RULES)
      return mark(ids)
    })
    onTestFinished(() => slow.mockRestore())
    const engine = desks.startOn(refusing(), NOW)
    await engine.time(NOW)
    await quotes(engine, NOW)
    engine.desk.submit(await desks.intendPosition(CONDOR, CONTRACTS))
    await engine.settled()
    await quotes(engine, NOW + 2 * SECOND)
    await engine.time(NOW + 3 * SECOND)
    await quotes(engine, NOW + 4 * SECOND)
    expect((await desks.legs()).map(({ status }) => status)).toEqual(['RUNNING', 'RUNNING', 'RUNNING', 'RUNNING'])
  })

  const askToClose = () =>
    desks.database.db.$transaction((tx) => requestExits(tx, { userId: desks.subscription.userId, reason: 'MANUAL', by: 'a test' }))

  it('is closed from its sold legs on: the bought ones when no sold one is open any more', async () => {
    const engine = await openCondor()
    await askToClose()
    engine.desk.obey()
    await engine.settled()
    expect(sent(engine).slice(4).toSorted()).toEqual(['BUY 24400', 'BUY 24600'])
    await engine.time(NOW + MINUTE)
    await engine.see(SOLD_CALL, NOW + MINUTE, 99_95)
    expect(sent(engine)).toHaveLength(6)
    await engine.see(SOLD_PUT, NOW + MINUTE, 90_00)
    expect(sent(engine).slice(6).toSorted()).toEqual(['SELL 24200', 'SELL 24800'])
    await engine.time(NOW + MINUTE + SECOND)
    await quotes(engine, NOW + MINUTE + SECOND)
    expect(await desks.trades()).toMatchObject([{ status: 'COMPLETED', exitReason: 'MANUAL', exitQuantity: 260, blockedPaise: 0n }])
    expect([engine.watched, engine.desk.counts]).toEqual([[], { open_trades: 0, open_orders: 0, trades_opened: 1, trades_closed: 1 }])
  })

  it('keeps its bought legs while the exit of a sold one fails and is tried again', async () => {
    const engine = await openCondor()
    engine.broker.refused.add(SOLD_CALL.token)
    await askToClose()
    engine.desk.obey()
    await engine.settled()
    for (let beat = 1; beat <= 5; beat++) {
      await engine.time(NOW + MINUTE + beat * SECOND)
      await quotes(engine, NOW + MINUTE + beat * SECOND)
    }
    expect((await desks.legs()).filter(({ side, status }) => side === 'BUY' && status === 'RUNNING')).toHaveLength(2)
    expect(sent(engine).filter((each) => each === 'BUY 24600').length).toBeGreaterThan(2)
    engine.broker.refused.clear()
    for (let beat = 6; beat <= 40; beat++) {
      await engine.time(NOW + MINUTE + beat * SECOND)
      await quotes(engine, NOW + MINUTE + beat * SECOND)
    }
    expect(await desks.trades()).toMatchObject([{ status: 'COMPLETED', exitReason: 'MANUAL', exitQuantity: 260 }])
    const lastBuy = sent(engine).lastIndexOf('BUY 24600')
    expect(sent(engine).slice(0, lastBuy)).not.toContain('SELL 24200')
    expect(sent(engine).slice(0, lastBuy)).not.toContain('SELL 24800')
  })

  it('is closed whole when the window ends, the sold legs first', async () => {
    const engine = await openCondor()
    const end = istInstant('2026-07-01', 15 * 60 + 10)
    await engine.time(end)
    expect(sent(engine).slice(4).toSorted()).toEqual(['BUY 24400', 'BUY 24600'])
    await run(engine, end + SECOND, 3)
    expect(await desks.trades()).toMatchObject([{ status: 'COMPLETED', exitReason: 'WINDOW_END', exitQuantity: 260 }])
  })

  it('closes what is open by a kill switch that squares off, the sold legs first', async () => {
    const engine = await openCondor()
    await pull(true)
    engine.desk.obey()
    await engine.settled()
    expect(sent(engine).slice(4).toSorted()).toEqual(['BUY 24400', 'BUY 24600'])
    await engine.time(NOW + MINUTE)
    await quotes(engine, NOW + MINUTE)
    await engine.time(NOW + MINUTE + SECOND)
    await quotes(engine, NOW + MINUTE + SECOND)
    expect(await desks.trades()).toMatchObject([{ status: 'COMPLETED', exitReason: 'EMERGENCY', exitQuantity: 260 }])
  })
})

const pull = (squareOff: boolean) =>
  desks.database.db.$transaction((tx) =>
    pullKill(tx, { scope: 'USER', scopeId: desks.subscription.userId, squareOff, reason: 'of a test', by: 'a test' }),
  )

/** Everything has ended, as a position that could not be opened, and nothing is set aside for it any more. */
async function expectUnwound(engine: Engine) {
  expect(await desks.trades()).toMatchObject([{ status: 'COMPLETED', exitReason: 'LEG_FAILED', blockedPaise: 0n }])
  await expectNothingLeft(engine)
}

async function expectNothingLeft(engine: Engine) {
  expect((await desks.orders()).filter(({ isOpen }) => isOpen)).toEqual([])
  expect([engine.watched, engine.desk.counts.open_orders, engine.desk.counts.open_trades]).toEqual([[], 0, 0])
  const [trade] = await desks.trades()
  expect(await available(NOW + 5 * MINUTE)).toMatchObject({ available: 10_00_000_00 + Number(trade?.netPaise ?? 0), openTrades: 0 })
}

/** Market time goes on second by second with quotes of all contracts. */
async function run(engine: Engine, from: Instant, seconds: number, prices: readonly (number | null)[] = PRICES) {
  for (let beat = 0; beat < seconds; beat++) {
    await engine.time(from + beat * SECOND)
    await quotes(engine, from + beat * SECOND, prices)
  }
}

describe('a position of which a leg is not opened', () => {
  it('is given up without a trade when a bought leg is refused first: the other is called back and nothing is sold', async () => {
    const broker = refusing()
    broker.refused.add(BOUGHT_CALL.token)
    const engine = await intended(CONDOR, CONTRACTS, broker)
    await run(engine, NOW + SECOND, 3)
    expect(await desks.trades()).toEqual([])
    expect(sent(engine).filter((each) => each.startsWith('SELL'))).toEqual([])
    expect((await desks.orders()).map(({ side, status }) => `${side} ${status}`).toSorted()).toEqual([
      'BUY CANCELLED',
      'BUY REJECTED',
      'SELL EXPIRED',
      'SELL EXPIRED',
    ])
    await expectNothingLeft(engine)
  })

  it('closes the bought leg that is there when the other one sees no quote', async () => {
    const engine = await intended()
    await engine.see(BOUGHT_CALL, NOW + SECOND, 40_00)
    await engine.time(NOW + 31 * SECOND)
    await run(engine, NOW + 32 * SECOND, 3)
    expect(sent(engine).filter((each) => each.startsWith('SELL'))).toEqual(['SELL 24800'])
    expect((await ordersOf('ENTRY')).map(({ side, status }) => `${side} ${status}`).toSorted()).toEqual([
      'BUY FILLED',
      'BUY REJECTED',
      'SELL EXPIRED',
      'SELL EXPIRED',
    ])
    await expectUnwound(engine)
  })

  it('closes the bought legs when a sold one is refused, the other sold one first', async () => {
    const broker = refusing()
    broker.refused.add(SOLD_PUT.token)
    const engine = await intended(CONDOR, CONTRACTS, broker)
    await quotes(engine, NOW + SECOND)
    await run(engine, NOW + 2 * SECOND, 5)
    await expectUnwound(engine)
  })

  it('closes a sold leg that is there before its hedges when the other sold one is refused', async () => {
    const broker = refusing()
    const engine = await intended(CONDOR, CONTRACTS, broker)
    await quotes(engine, NOW + SECOND, [null, 40_00, null, 35_00])
    await engine.time(NOW + SECOND)
    await engine.see(SOLD_CALL, NOW + 2 * SECOND, 100_00)
    const put = broker.sent.find(({ contract }) => contract.token === SOLD_PUT.token)!
    await broker.cancel(put.account, put.clientOrderId, 'of a test')
    await engine.settled()
    expect(sent(engine).slice(4)).toEqual(['BUY 24600'])
    await run(engine, NOW + 3 * SECOND, 4)
    expect(sent(engine).slice(5).toSorted()).toEqual(['SELL 24200', 'SELL 24800'])
    await expectUnwound(engine)
  })

  it('closes a leg that was filled in part only, with the rest of what is there', async () => {
    const wide = positionRule([legRule({ lots: 2 }), legRule({ side: 'BUY', lots: 2 })])
    const engine = await intended(wide, [SOLD_CALL, BOUGHT_CALL])
    await engine.see(BOUGHT_CALL, NOW + SECOND, 40_00, 65)
    expect(sent(engine)).toEqual(['BUY 24800'])
    await engine.time(NOW + 31 * SECOND)
    await run(engine, NOW + 32 * SECOND, 3)
    expect((await ordersOf('ENTRY')).map(({ side, status, filledQuantity }) => [side, status, filledQuantity])).toEqual([
      ['BUY', 'CANCELLED', 65],
      ['SELL', 'EXPIRED', 0],
    ])
    expect(await desks.trades()).toMatchObject([{ quantity: 65, exitQuantity: 65 }])
    await expectUnwound(engine)
  })

  it('closes a sold leg that was filled in part only before what hedges it', async () => {
    const wide = positionRule([legRule({ lots: 2 }), legRule({ side: 'BUY', lots: 2 })])
    const engine = await intended(wide, [SOLD_CALL, BOUGHT_CALL])
    await engine.see(BOUGHT_CALL, NOW + SECOND, 40_00)
    await engine.time(NOW + SECOND)
    await engine.see(SOLD_CALL, NOW + 2 * SECOND, 100_00, 65)
    // The rest is not filled in time: its price is no longer paid.
    await engine.see(SOLD_CALL, NOW + 3 * SECOND, 80_00, 65)
    await engine.time(NOW + 62 * SECOND)
    await engine.time(NOW + 64 * SECOND)
    expect(sent(engine).slice(2)).toEqual(['BUY 24600'])
    await run(engine, NOW + 65 * SECOND, 6)
    expect(await desks.trades()).toMatchObject([{ quantity: 195, exitQuantity: 195 }])
    await expectUnwound(engine)
  })

  it('books a fill that comes after its leg was called back, and closes that too', async () => {
    const broker = refusing()
    const engine = await intended(CONDOR, CONTRACTS, broker)
    await engine.see(BOUGHT_CALL, NOW + SECOND, 40_00)
    await engine.time(NOW + 31 * SECOND)
    await run(engine, NOW + 32 * SECOND, 3)
    await expectUnwound(engine)
    const late = (await ordersOf('ENTRY')).find(({ side, status }) => side === 'BUY' && status === 'REJECTED')!
    const fill = { at: NOW + 40 * SECOND, fillId: 'late', quantity: 65, price: paise(35_00) } as const
    broker.tell({ type: 'filled', clientOrderId: late.clientOrderId, ...fill })
    await engine.settled()
    expect((await desks.legs()).filter(({ status }) => status === 'RUNNING')).toHaveLength(1)
    await run(engine, NOW + 41 * SECOND, 4)
    expect(await desks.trades()).toMatchObject([{ quantity: 130, exitQuantity: 130 }])
    await expectUnwound(engine)
  })
})

describe('a sold leg that is still being opened', () => {
  it('keeps the hedges of its position open until its entry has ended', async () => {
    const broker = refusing()
    const engine = await intended(CONDOR, CONTRACTS, broker)
    await quotes(engine, NOW + SECOND, [null, 40_00, null, 35_00])
    await engine.time(NOW + SECOND)
    broker.keeps = true
    await pull(true)
    engine.desk.obey()
    await engine.settled()
    await engine.time(NOW + 2 * SECOND)
    expect(sent(engine)).toEqual(['BUY 24800', 'BUY 24200', 'SELL 24600', 'SELL 24400'])
    await engine.see(SOLD_CALL, NOW + 2 * SECOND, 100_00)
    expect(sent(engine).slice(4)).toEqual(['BUY 24600'])
    broker.keeps = false
    const put = broker.sent.find(({ contract }) => contract.token === SOLD_PUT.token)!
    await broker.cancel(put.account, put.clientOrderId, 'of a test')
    await engine.settled()
    await run(engine, NOW + 3 * SECOND, 4)
    expect(await desks.trades()).toMatchObject([{ status: 'COMPLETED', exitReason: 'EMERGENCY', quantity: 195, exitQuantity: 195 }])
    await expectNothingLeft(engine)
  })
})

describe('sold legs submitted by a commit whose answer was lost', () => {
  it('keep their hedges open until they have ended', async () => {
    const engine = desks.startOn(refusing(), NOW)
    await engine.time(NOW)
    await quotes(engine, NOW)
    engine.desk.submit(await desks.intendPosition(CONDOR, CONTRACTS))
    await engine.settled()
    const { trades } = desks.store
    const submit = trades.markSubmitted.bind(trades)
    const losing = vi.spyOn(trades, 'markSubmitted').mockImplementationOnce(async (ids) => {
      await submit(ids)
      // While the queue waits before it asks again.
      setImmediate(() => engine.desk.stopAll(true))
      throw new Error('the answer is lost')
    })
    await quotes(engine, NOW + SECOND, [null, 40_00, null, 35_00])
    expect(losing).toHaveBeenCalled()
    losing.mockRestore()
    await run(engine, NOW + 2 * SECOND, 4)
    expect(sent(engine).slice(0, 4)).toEqual(['BUY 24800', 'BUY 24200', 'SELL 24600', 'SELL 24400'])
    expect(sent(engine).slice(4).toSorted()).toEqual(['SELL 24200', 'SELL 24800'])
    expect(await desks.trades()).toMatchObject([{ status: 'COMPLETED', exitReason: 'EMERGENCY', quantity: 130, exitQuantity: 130 }])
    await expectNothingLeft(engine)
  })
})

describe('a position whose legs expire on different days', () => {
  it('is closed whole when the first of them must be', async () => {
    const near = contractOf('NIFTY', 24_600, 'CE', '2026-07-01')
    const calendar = positionRule([legRule(), legRule({ side: 'BUY' })])
    const windowEndsAt = istInstant('2026-07-01', 15 * 60 + 25)
    const engine = await intended(calendar, [SOLD_CALL, near], refusing(), { windowEndsAt })
    await quotes(engine, NOW + SECOND, [null, 40_00], [SOLD_CALL, near])
    await engine.time(NOW + SECOND)
    await quotes(engine, NOW + 2 * SECOND, [100_00], [SOLD_CALL])
    expect(await desks.legs()).toHaveLength(2)
    const due = istInstant('2026-07-01', 15 * 60 + 10)
    await engine.time(due)
    for (let beat = 1; beat <= 3; beat++) {
      await engine.time(due + beat * SECOND)
      await quotes(engine, due + beat * SECOND, [100_00, 40_00], [SOLD_CALL, near])
    }
    expect(await desks.trades()).toMatchObject([{ exitReason: 'SESSION_END', exitQuantity: 130 }])
    expect(sent(engine).slice(2)).toEqual(['BUY 24600', 'SELL 24600'])
  })
})

describe('a position of one sold leg', () => {
  it('sets aside what it takes, not its premium', async () => {
    const engine = await intended(positionRule([legRule()]), [SOLD_CALL])
    await engine.see(SOLD_CALL, NOW + SECOND, 100_00)
    expect(await desks.trades()).toMatchObject([
      { fundUsedPaise: 2_00_000_00n, blockedPaise: 2_00_000_00n, entryPricePaise: null, targetPaise: null, stopPaise: null },
    ])
  })
})

describe('a restart', () => {
  /** An engine that is gone committed the entries of a condor and filled its bought legs. */
  async function boughtAndGone() {
    const entries = await desks.intendPosition(CONDOR, CONTRACTS)
    const bought = entries.filter(({ side }) => side === 'BUY')
    await desks.store.trades.markSubmitted(bought.map(({ id }) => id))
    await desks.store.trades.book(
      bought.map(({ clientOrderId }) => {
        const fill = { at: NOW, fillId: `${clientOrderId}-0`, quantity: 65, price: paise(40_00) } as const
        return { type: 'filled', clientOrderId, ...fill }
      }),
    )
    return bought
  }

  async function resumed(at: Instant) {
    const engine = desks.startOn(refusing(at), at)
    await engine.time(at)
    await quotes(engine, at)
    await engine.desk.resume()
    await engine.settled()
    return engine
  }

  it('sends the sold legs whose hedges are there', async () => {
    await boughtAndGone()
    const engine = await resumed(NOW + 10 * SECOND)
    expect(sent(engine)).toEqual(['SELL 24600', 'SELL 24400'])
    await run(engine, NOW + 11 * SECOND, 2)
    expect(await desks.trades()).toMatchObject([{ status: 'RUNNING', quantity: 260 }])
  })

  it('gives sold legs up that are too old to send, and closes what hedges them', async () => {
    await boughtAndGone()
    const engine = await resumed(NOW + 2 * MINUTE)
    await run(engine, NOW + 2 * MINUTE + SECOND, 3)
    expect((await ordersOf('ENTRY')).map(({ side, status }) => `${side} ${status}`).toSorted()).toEqual([
      'BUY FILLED',
      'BUY FILLED',
      'SELL EXPIRED',
      'SELL EXPIRED',
    ])
    await expectUnwound(engine)
  })

  it('sells nothing whose hedges are being closed', async () => {
    const bought = await boughtAndGone()
    await desks.store.trades.submitExits(bought.map(({ legId }) => ({ legId, reason: 'WINDOW_END', at: NOW + SECOND })))
    const engine = await resumed(NOW + 10 * SECOND)
    expect(sent(engine).toSorted()).toEqual(['SELL 24200', 'SELL 24800'])
    await run(engine, NOW + 11 * SECOND, 3)
    expect(await desks.trades()).toMatchObject([{ status: 'COMPLETED', exitReason: 'WINDOW_END', quantity: 130, exitQuantity: 130 }])
    await expectNothingLeft(engine)
  })

  it('goes on closing a position whose sold legs are closed', async () => {
    const engine = await openCondor()
    await desks.store.trades.submitExits(
      (await desks.legs()).flatMap(({ id, side }) => (side === 'SELL' ? { legId: id, reason: 'COMBINED_STOP', at: NOW + MINUTE } : [])),
    )
    const restarted = await resumed(NOW + MINUTE)
    expect(sent(restarted).toSorted()).toEqual(['BUY 24400', 'BUY 24600'])
    await run(restarted, NOW + MINUTE + SECOND, 1)
    const again = await resumed(NOW + MINUTE + 2 * SECOND)
    await run(again, NOW + MINUTE + 3 * SECOND, 2)
    expect(await desks.trades()).toMatchObject([{ status: 'STOPLOSS_HIT', exitReason: 'COMBINED_STOP', exitQuantity: 260 }])
    expect(again.watched).toEqual([])
    expect(engine.broker.sent).toHaveLength(4)
  })
})
