import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { Prisma } from '../../prisma/generated/client.ts'
import { MINUTE } from '../../schema/time.ts'
import type { OpenLeg } from '../trading/positions/legs.ts'
import { checkBooks } from './checkBooks.ts'
import { filled, lots, NOW, useTestStore } from './testing/useTestStore.ts'

const current = useTestStore()

const breakTrade = (data: Prisma.TradeUpdateInput) => (leg: OpenLeg) =>
  current().db.trade.update({ where: { id: leg.tradeId }, data: { ...data } })
const breakLeg = (data: Prisma.LegUncheckedUpdateInput) => (leg: OpenLeg) =>
  current().db.leg.update({ where: { id: leg.id }, data: { ...data } })

const TRADE_LAW = 'a trade is what its legs come to'
const LEG_LAW = 'a leg is opened and closed as its orders say'

it.each<[string, string, (leg: OpenLeg) => Promise<unknown>]>([
  ['a trade of more units than its legs', TRADE_LAW, breakTrade({ quantity: 195 })],
  ['a trade that has closed what its legs have not', TRADE_LAW, breakTrade({ exitQuantity: 65 })],
  ['a trade with other charges', TRADE_LAW, breakTrade({ chargesPaise: 1n })],
  [
    'a trade that is over while a leg is open',
    TRADE_LAW,
    breakTrade({ status: 'COMPLETED', exitReason: 'MANUAL', exitTime: new Date(NOW) }),
  ],
  ['a trade without a leg', TRADE_LAW, ({ id }) => current().db.leg.delete({ where: { id } })],
  ['a leg of more units than were filled', LEG_LAW, breakLeg({ quantity: 195 })],
  ['a leg that has closed what no order has', LEG_LAW, breakLeg({ exitQuantity: 65 })],
  ['a leg of a trade that is not there', 'a leg belongs to a trade', ({ tradeId: id }) => current().db.trade.delete({ where: { id } })],
  ['an order whose leg is not there', 'what was filled is a leg', ({ id }) => current().db.leg.delete({ where: { id } })],
  [
    'an order whose leg is another trade’s',
    'what was filled is a leg',
    ({ id }) => current().db.order.updateMany({ where: { legId: id }, data: { tradeId: randomUUID() } }),
  ],
])('%s breaks the law that %s', async (_what, law, damage) => {
  const testStore = current()
  const leg = await testStore.openTrade(100_00, lots(2))
  await testStore.openTrade(100_00, lots(1), NOW + MINUTE)
  expect(await checkBooks(testStore.url)).toEqual([])
  await damage(leg)
  expect(await checkBooks(testStore.url)).toContainEqual({ law, rows: 1, named: [expect.any(String)] })
})

it('a trade that has earned something else than its legs breaks the law that it is what they come to', async () => {
  const testStore = current()
  const leg = await testStore.openTrade()
  await testStore.store.trades.book([filled((await testStore.sendExit(leg)).clientOrderId, 110_00, NOW + MINUTE)])
  expect(await checkBooks(testStore.url)).toEqual([])
  await breakTrade({ netPaise: 1n })(leg)
  expect(await checkBooks(testStore.url)).toEqual([{ law: TRADE_LAW, rows: 1, named: [leg.tradeId] }])
})
