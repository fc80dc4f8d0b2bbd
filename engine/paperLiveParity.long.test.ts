import { expect, it } from 'vitest'
import { SeededRandom } from '../schema/SeededRandom.ts'
import { SECOND } from '../schema/time.ts'
import { openLiveDesk } from './testing/openLiveDesk.ts'

const TAPES = 20
const STEPS = 40
/** Paise by which a fill on paper is worse: half the spread of the desk's quote; the exchange of this market trades at the last price. */
const SLIPPAGE = 5
/** Market milliseconds after a fill at the exchange until the dry run ends. */
const DRY_RUN_ENDS = 4 * SECOND

type Market = Awaited<ReturnType<typeof openLiveDesk>>

/** Premiums in paise, from ₹100.80 by steps of up to six rupees, none between the levels of the two; the last one is beyond any target. */
function tapeOf(seed: number): number[] {
  const random = new SeededRandom(`parity:${seed}`)
  let price = 100_80
  const steps = Array.from({ length: STEPS }, () => (price = Math.max(50_80, price + random.integer(-6, 6) * 100)))
  return [...steps, 200_80]
}

it('twenty tapes decide the same on paper and at the exchange; prices differ by the slippage of paper only, and the dry run knows it', async ({
  onTestFinished,
}) => {
  const market = await openLiveDesk(TAPES)
  onTestFinished(() => market.close())
  const engine = await market.start()
  const ends = new Set<string>()
  for (let seed = 0; seed < TAPES; seed++) {
    market.quote(100_80, engine)
    const live = await market.connect()
    const users = [await market.connectOnPaper(), live]
    for (const user of users) engine.desk.submit(await user.intendEntry())
    for (const user of users) await until(async () => (await user.trades()).length > 0)
    await live.resting()
    for (const price of tapeOf(seed)) {
      market.quote(price, engine)
      const [trade] = await users[0]!.trades()
      const isOver = price <= Number(trade!.stopPaise) || price >= Number(trade!.targetPaise)
      if (!isOver) continue
      for (const user of users) await until(async () => (await user.trades()).every(({ status }) => status !== 'RUNNING'))
      // The dry run may take a few seconds longer than the exchange; the next tape is another market.
      const next = market.control.now() + DRY_RUN_ENDS
      await until(async () => market.control.now() > next)
      break
    }
    const [onPaper, atExchange] = await Promise.all(users.map((user) => told(user)))
    expect(onPaper).toEqual({ ...atExchange!, entry: atExchange!.entry + SLIPPAGE, exit: atExchange!.exit - SLIPPAGE })
    ends.add(onPaper!.status)
  }
  await engine.stop()
  const orders = await market.db.order.findMany({ where: { mode: 'LIVE', filledQuantity: { gt: 0 } }, include: { dryFills: true } })
  for (const { side, filledQuantity, filledValuePaise, dryFills } of orders)
    for (const { pricePaise } of dryFills)
      expect(Number(pricePaise) - Number(filledValuePaise) / filledQuantity).toBe(side === 'BUY' ? SLIPPAGE : -SLIPPAGE)
  expect(orders.filter(({ purpose, dryFills }) => purpose === 'ENTRY' && dryFills.length === 1)).toHaveLength(TAPES)
  // A stop that the exchange filled before it was an exit may have been withdrawn on paper before its quote.
  const exits = orders.filter(({ purpose }) => purpose === 'EXIT').map(({ dryFills }) => dryFills.length)
  expect(exits.filter((fills) => fills > 1)).toEqual([])
  expect(exits.filter((fills) => fills === 1).length).toBeGreaterThan(TAPES / 2)
  // The tapes are worth something: both ends occur.
  expect([...ends].toSorted()).toEqual(['STOPLOSS_HIT', 'TARGET_HIT'])

  async function until(isSo: () => Promise<boolean>): Promise<void> {
    const look = async () => (engine.see(), isSo())
    await expect.poll(look, { interval: 20, timeout: 20_000 }).toBe(true)
  }
})

/** Outcome of a user's one trade: decisions, and premiums in paise. */
async function told(user: { readonly trades: Awaited<ReturnType<Market['connect']>>['trades'] }) {
  const trades = await user.trades()
  expect(trades).toHaveLength(1)
  const [{ status, quantity, exitQuantity, legs }] = trades as [(typeof trades)[number]]
  const [leg] = legs
  return { status, quantity, exitQuantity, entry: Number(leg!.entryValuePaise) / quantity, exit: Number(leg!.exitValuePaise) / quantity }
}
