import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { askForLevels } from '../prisma/levelChanges.ts'
import { paise } from '../schema/money.ts'
import { openLiveDesk } from './testing/openLiveDesk.ts'
import { tradedUnits } from './testing/tradedUnits.ts'

let market: Awaited<ReturnType<typeof openLiveDesk>>
beforeAll(async () => {
  market = await openLiveDesk(3)
})
afterAll(() => market?.close())
beforeEach(() => market.quote(100_00))

type Open = Awaited<ReturnType<typeof market.withTrade>>

/** The owner of the only open leg sets its stop, in paise, and the engine hears of it. */
async function setStop({ user, engine }: Pick<Open, 'user' | 'engine'>, stop: number): Promise<void> {
  const [trade] = await user.trades()
  const levels = { legId: trade!.legs[0]!.id, stop: paise(stop), target: null }
  await market.db.$transaction((tx) => askForLevels(tx, levels))
  engine.desk.obey()
}
const lowestOf = ({ clientCode }: Open['user']) => tradedUnits(market.control.ledger.entries, clientCode).lowest

it('the stop order at the exchange follows the stop that its owner sets, tighter and looser, and it is the same order', async () => {
  const open = await market.withTrade()
  const { user, stop } = open
  for (const level of [95_00, 70_00]) {
    await setStop(open, level)
    await expect.poll(async () => (await user.resting()).triggerPrice).toBe(level)
    expect((await user.resting()).orderId).toBe(stop.orderId)
  }
})

it('a leg is sold once at the stop that its owner has set, and is never short', async () => {
  const open = await market.withTrade()
  const { user, engine } = open
  await setStop(open, 95_00)
  await expect.poll(async () => (await user.resting()).triggerPrice).toBe(95_00)
  market.quote(94_00, engine)
  await user.closed()
  expect(await user.trades()).toMatchObject([{ status: 'STOPLOSS_HIT', stopPaise: 95_00n }])
  expect([user.held(), lowestOf(user)]).toEqual([0, 0])
})
