import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openLiveGates } from '../../../prisma/testing/openLiveGates.ts'
import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import { paise } from '../../../schema/money.ts'
import { SECOND } from '../../../schema/time.ts'
import { PaperBroker } from '../../broker/paper/PaperBroker.ts'
import type { AccountKey, BasketOrder, OrderRequest, Placement } from '../../broker/port.ts'
import { contractOf } from '../testing/contracts.ts'
import { legRule, positionRule } from '../testing/positions.ts'
import { NOW, TestDesks } from '../testing/TestDesks.ts'

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
/** Of 65 units of each bought leg, at limits half a per cent and half the spread above the last price. */
const BOUGHT = 65 * (40_25 + 35_20)
/** The broker's margin for all legs of the condor together. */
const MARGIN = 60_000_00

/** A broker whose books outlive the engine, with so much money in every account. */
class AskedBroker extends PaperBroker {
  readonly baskets: string[][] = []
  readonly sent: string[] = []
  /** Of the first basket, in paise, by side and strike. */
  limits: Readonly<Record<string, number>> | null = null
  money = paise(0)

  override remembers(): boolean {
    return true
  }

  override funds() {
    return Promise.resolve({ available: this.money, blocked: paise(0) })
  }

  override margin(_account: AccountKey, basket: readonly BasketOrder[]) {
    this.baskets.push(basket.map(({ side, contract }) => `${side} ${contract.strike / 100}`).toSorted())
    this.limits ??= Object.fromEntries(basket.map(({ side, contract, pricing }) => [`${side} ${contract.strike / 100}`, pricing.limit]))
    const isSold = basket.some(({ side }) => side === 'SELL')
    const bought = basket.reduce((sum, { side, quantity, pricing }) => sum + (side === 'BUY' ? quantity * pricing.limit : 0), 0)
    return Promise.resolve(paise(isSold ? MARGIN : bought))
  }

  override place(order: OrderRequest): Promise<Placement> {
    this.sent.push(`${order.side} ${order.contract.strike / 100}`)
    return super.place(order)
  }
}

let desks: TestDesks
beforeAll(async () => {
  desks = await TestDesks.open()
})
afterAll(() => desks.close())
beforeEach(() => desks.clear())

/** A live condor that is committed and sent, by an account with so much money. */
async function opening(money: number, quotes: readonly (number | null)[] = PRICES) {
  const { db } = desks.database
  await openLiveGates(db, desks.subscription.userId)
  await db.subscription.update({ where: { id: desks.subscription.subscriptionId }, data: { mode: 'LIVE' } })
  const broker = new AskedBroker(() => SHIPPED_MARKET_RULES, NOW, 30 * SECOND)
  broker.money = paise(money)
  const engine = desks.startOn(broker, NOW)
  await engine.time(NOW)
  for (const [i, price] of quotes.entries()) if (price !== null) await engine.see(CONTRACTS[i]!, NOW, price)
  engine.desk.submit(await desks.intendPosition(CONDOR, CONTRACTS))
  await engine.settled()
  return engine
}

const notes = async () => [...new Set((await desks.orders()).map(({ status, note }) => `${status}: ${note}`))].toSorted()
const ALL = ['BUY 24200', 'BUY 24800', 'SELL 24400', 'SELL 24600']

describe('a live position of several legs', () => {
  it('is not opened at all when the account cannot hold it whole: nothing is bought', async () => {
    const { broker } = await opening(BOUGHT + MARGIN - 1)
    expect(broker.sent).toEqual([])
    expect(broker.baskets).toEqual([ALL])
    expect(await notes()).toEqual([
      'EXPIRED: another leg of its position was not opened',
      expect.stringMatching(/^REJECTED: the whole position takes ₹64,904\.25 and the account has ₹64,904\.24$/),
    ])
  })

  it('is opened hedges first when the account can, and what it takes is asked for once', async () => {
    const engine = await opening(BOUGHT + MARGIN)
    expect(engine.broker.sent).toEqual(['BUY 24800', 'BUY 24200'])
    expect(engine.broker.baskets).toEqual([ALL, ['BUY 24800'], ['BUY 24200']])
    // The hedges are paid.
    engine.broker.money = paise(MARGIN)
    for (const [contract, price] of [
      [BOUGHT_CALL, 40_00],
      [BOUGHT_PUT, 35_00],
    ] as const)
      await engine.see(contract, NOW + SECOND, price)
    await engine.time(NOW + SECOND)
    expect(engine.broker.sent.slice(2).toSorted()).toEqual(['SELL 24400', 'SELL 24600'])
  })

  it('leaves its money to no other while its sold legs wait for their hedges', async () => {
    const engine = await opening(BOUGHT + MARGIN)
    const another = await desks.intendPosition(CONDOR, CONTRACTS, { now: NOW + 60 * SECOND })
    engine.desk.submit(another)
    await engine.settled()
    expect(engine.broker.sent).toEqual(['BUY 24800', 'BUY 24200'])
    const [refused] = await desks.database.db.order.findMany({ where: { tradeId: another[0]!.tradeId, status: 'REJECTED' } })
    expect(refused?.note).toBe('the whole position takes ₹64,904.25 and the account has ₹0')
  })

  it('is asked for with a guess on the safe side where a leg has no quote yet', async () => {
    const { broker } = await opening(1_00_00_000_00, [null, 40_00, null, 35_00])
    expect(broker.limits).toEqual({ 'BUY 24800': 40_25, 'BUY 24200': 35_20, 'SELL 24600': 5, 'SELL 24400': 5 })
    expect(broker.sent).toEqual(['BUY 24800', 'BUY 24200'])
  })
})
