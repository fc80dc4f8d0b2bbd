import { afterAll, beforeAll, expect, test } from 'vitest'
import { contractOf } from '../../engine/trading/testing/contracts.ts'
import { checkBooks } from '../../engine/store/checkBooks.ts'
import { createTestSubscription } from '../../engine/store/testing/createTestSubscription.ts'
import { createTestTrade } from '../../engine/store/testing/createTestTrade.ts'
import { createTestDatabase, type TestDatabase } from '../../prisma/testing/createTestDatabase.ts'
import { istInstant } from '../../schema/time.ts'
import { checkCommand } from './books.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const check = () => checkCommand(database.url, ['books']).catch((error: unknown) => String(error))

test('check books finds what points at nothing and what does not add up, by law and by row', async () => {
  const { db } = database
  const [contract, entryTime] = [contractOf('NIFTY', 24_500, 'CE'), istInstant('2026-07-01', 600)]
  const plan = { market: 'm', contract, quantity: 65, premium: 100_00, entryTime, windowEndsAt: entryTime }
  const whole = await createTestSubscription(db)
  await createTestTrade(db, whole, plan)
  expect(await check()).toMatch(/^The books are whole: \d+ laws hold/)

  const left = await createTestSubscription(db)
  const { id } = await createTestTrade(db, left, plan)
  await db.subscription.delete({ where: { id: left.subscriptionId } })
  await db.user.delete({ where: { id: left.userId } })
  expect(await check()).toContain('an order belongs to a subscription: not 1, among them ')
  expect(await check()).toContain(`a trade belongs to a user: not 1, among them ${id}`)
  const leg = await db.leg.findFirst({ where: { tradeId: id } })
  await db.trade.update({ where: { id }, data: { quantity: 130 } })
  expect(await check()).toContain(`a trade is what its legs come to: not 1, among them ${id}`)
  await db.leg.updateMany({ where: { tradeId: id }, data: { quantity: 130 } })
  expect(await check()).toContain(`a leg is opened and closed as its orders say: not 1, among them ${leg?.id}`)
  await db.trade.delete({ where: { id } })
  expect(await check()).toContain(`a leg belongs to a trade: not 1, among them ${leg?.id}`)
  await db.leg.deleteMany({ where: { tradeId: id } })
  expect(await check()).toContain('what was filled is a leg: not 1')
  await db.order.deleteMany({ where: { tradeId: id } })
  expect(await check()).toContain('a fill belongs to an order: not 1')
})

test('another check than that of the books is refused with how it is called', async () => {
  await expect(checkCommand(database.url, [])).rejects.toThrow('"check books" is expected')
})

test('check books takes the time it needs, whatever limit the database sets to a statement', async () => {
  const limited = `${database.url}${database.url.includes('?') ? '&' : '?'}options=${encodeURIComponent('-c statement_timeout=1')}`
  expect(await checkCommand(limited, ['books']).catch((error: unknown) => String(error))).toMatch(
    /^(The books are whole|Error: The books are damaged)/,
  )
})

test('check books ends at once when whoever asked for it ends, however long its query would take', async () => {
  const { owner } = database
  const end = new AbortController()
  await owner.$transaction(async (tx) => {
    await tx.$executeRaw`LOCK TABLE "Fill" IN ACCESS EXCLUSIVE MODE`
    const checked = checkBooks(database.url, end.signal)
    checked.catch(() => undefined)
    const waiting = () => tx.$queryRaw<unknown[]>`SELECT FROM pg_locks WHERE relation = '"Fill"'::regclass AND NOT granted`
    await expect.poll(async () => (await waiting()).length).toBe(1)
    end.abort(new Error('the engine is stopping'))
    await expect(checked).rejects.toThrow('the engine is stopping')
  })
  await expect(checkBooks(database.url, end.signal)).rejects.toThrow('the engine is stopping')
})
