import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import { paise } from '../../../schema/money.ts'
import { MINUTE, SECOND, istInstant } from '../../../schema/time.ts'
import { PaperBroker } from '../../broker/paper/PaperBroker.ts'
import type { OrderRequest, Placement } from '../../broker/port.ts'
import { quoteOf } from '../testing/contracts.ts'
import { CONTRACT, NOW, TestDesks } from '../testing/TestDesks.ts'

/** A paper broker that refuses sales while a switch is set. */
class RefusingBroker extends PaperBroker {
  readonly sales: OrderRequest[] = []
  refuses = true

  override place(order: OrderRequest): Promise<Placement> {
    if (order.side === 'BUY') return super.place(order)
    this.sales.push(order)
    if (!this.refuses) return super.place(order)
    return Promise.resolve({ kind: 'refused', code: 'RMS', message: 'no sales for now' })
  }
}

const refusing = (now: number) => new RefusingBroker(() => SHIPPED_MARKET_RULES, now, 30 * SECOND)

let desks: TestDesks
beforeAll(async () => {
  desks = await TestDesks.open()
})
afterAll(() => desks.close())
beforeEach(() => desks.clear())

/** A desk with a trade at its stop, whose sales the broker refuses. */
async function startRefused() {
  const engine = desks.startOn(refusing(NOW), NOW)
  await desks.openTrade(engine)
  await engine.time(NOW + MINUTE)
  await engine.quote(NOW + MINUTE, 80_00)
  let now = NOW + MINUTE
  return {
    ...engine,
    /** Market time goes on by beats, with a quote in each. */
    async run(ms: number, beat = SECOND) {
      for (const end = now + ms; now < end;) {
        now += beat
        await engine.time(now)
        await engine.quote(now, 80_00)
      }
    },
  }
}

it('a leg is not closed by a last price far below the bid that comes with it, unless the next one says so, too', async () => {
  const engine = desks.startOn(new PaperBroker(() => SHIPPED_MARKET_RULES, NOW, 30 * SECOND), NOW)
  await desks.openTrade(engine)
  await engine.time(NOW + MINUTE)
  const wrong = { ...quoteOf(CONTRACT, NOW + MINUTE, 5), bid: paise(99_90), ask: paise(100_10) }
  engine.desk.onTick(wrong)
  engine.desk.onTick(quoteOf(CONTRACT, NOW + MINUTE, 100_00))
  engine.desk.onTick(wrong)
  await engine.settled()
  expect(await exits()).toEqual([])
  engine.desk.onTick(wrong)
  await engine.settled()
  expect(await exits()).toMatchObject([{ exitReason: 'STOP' }])
})

const exits = async () => (await desks.orders()).filter(({ purpose }) => purpose === 'EXIT')

describe('an exit that the broker refuses', () => {
  it('is tried eight times in a minute at the most, each a committed order of its own', async () => {
    const { broker, run } = await startRefused()
    await run(MINUTE, 200)
    expect(broker.sales.length).toBeGreaterThanOrEqual(7)
    expect(broker.sales.length).toBeLessThanOrEqual(8)
    expect(new Set(broker.sales.map(({ clientOrderId }) => clientOrderId)).size).toBe(broker.sales.length)
    expect((await exits()).map(({ status, note }) => [status, note])).toEqual(
      broker.sales.map(() => ['REJECTED', 'no sales for now (RMS)']),
    )
  })

  it('gets the price of the moment with each try', async () => {
    const engine = await startRefused()
    await engine.quote(NOW + MINUTE, 70_00)
    await engine.time(NOW + MINUTE + SECOND)
    expect(engine.broker.sales.map(({ pricing }) => pricing.limit)).toEqual([79_60, 69_65])
  })

  it('is told at the third failure, handed over at the tenth, and then left alone', async () => {
    const { broker, run } = await startRefused()
    const stored = async () => ({ ...(await desks.trades())[0], ...(await desks.legs())[0] })
    await run(SECOND)
    expect(await stored()).toMatchObject({ exitFailures: 2, exitWanted: 'STOP', exitFailingAt: null })
    await run(SECOND)
    expect(await stored()).toMatchObject({ exitFailures: 3, exitFailingAt: expect.any(Date), exitHandedOverAt: null })
    const open = [{ option: CONTRACT.tradingSymbol, units: 65 }]
    expect(await stored()).toMatchObject({ openWhenFailing: open, openWhenHanded: null })
    await run(3 * MINUTE)
    expect(await stored()).toMatchObject({
      status: 'RUNNING',
      exitFailures: 10,
      exitHandedOverAt: expect.any(Date),
      openWhenHanded: open,
    })
    expect(broker.sales).toHaveLength(10)
    await run(5 * MINUTE, 10 * SECOND)
    expect(broker.sales).toHaveLength(10)
  })

  it('goes on after a restart where it was', async () => {
    const { run } = await startRefused()
    await run(10 * SECOND)
    const failures = (await exits()).length
    const later = NOW + MINUTE + 11 * SECOND
    const restarted = desks.startOn(refusing(later), later, desks.store.trades, 80_00)
    await restarted.desk.resume()
    await restarted.time(NOW + MINUTE + 11 * SECOND)
    await restarted.quote(NOW + MINUTE + 11 * SECOND, 80_00)
    expect(restarted.broker.sales).toEqual([])
    restarted.broker.refuses = false
    await restarted.time(NOW + 2 * MINUTE)
    await restarted.quote(NOW + 2 * MINUTE + SECOND, 80_00)
    expect(await desks.trades()).toMatchObject([{ status: 'STOPLOSS_HIT' }])
    expect(await desks.legs()).toMatchObject([{ status: 'STOPLOSS_HIT', exitFailures: failures }])
  })

  it('that was handed over is tried every thirty seconds again once the trade’s time is up', async () => {
    const { broker, run, time, quote } = await startRefused()
    await run(4 * MINUTE)
    expect(broker.sales).toHaveLength(10)
    const end = istInstant('2026-07-01', 15 * 60 + 10)
    for (let ms = 0; ms <= 2 * MINUTE; ms += 5 * SECOND) {
      await time(end + ms)
      await quote(end + ms, 80_00)
    }
    expect(broker.sales).toHaveLength(15)
    broker.refuses = false
    await time(end + 3 * MINUTE)
    await quote(end + 3 * MINUTE + SECOND, 80_00)
    expect(await desks.trades()).toMatchObject([{ status: 'STOPLOSS_HIT' }])
  })
})
