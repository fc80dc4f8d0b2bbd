import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from '../../prisma/client.ts'
import { seed } from '../../prisma/seed.ts'
import { hashPassword } from '../../gateway/security/passwords.ts'
import { startProduct, type Product } from './startProduct.ts'
import { tokensOf } from './tokensOf.ts'

/** A market minute is three seconds, of a day on which a bull call spread is opened before ten. */
const MARKET = { SANDBOX_SPEED: '20', SANDBOX_START: '2026-11-12' }
const PATIENCE_MS = 200_000
const CREDENTIALS = { email: 'asha@example.com', password: 'kite-river-42' }
const STRATEGIES = [
  { slug: 'short-straddle', name: '09:20 Short Straddle', legs: [/^Sell 1 lot .*CE/, /^Sell 1 lot .*PE/] },
  { slug: 'iron-condor', name: 'Iron Condor', legs: [/^Buy 1 lot .*CE/, /^Buy 1 lot .*PE/, /^Sell 1 lot .*CE/, /^Sell 1 lot .*PE/] },
  { slug: 'bull-call-spread', name: 'Bull Call Spread', legs: [/^Buy 1 lot .*CE/, /^Sell 1 lot .*CE/] },
]

let product: Product
// One for each attempt: two of the strategies enter once a day.
beforeEach(async () => {
  product = await startProduct(MARKET, subscribed)
})
afterEach(() => product?.stop())

/** A user who subscribed to the three before the market opens. */
async function subscribed(db: Database, superuserUrl: string): Promise<void> {
  await seed(superuserUrl)
  const { id: userId } = await db.user.create({
    data: { email: CREDENTIALS.email, name: 'Asha Rao', passwordHash: await hashPassword(CREDENTIALS.password) },
  })
  for (const { slug } of STRATEGIES) {
    const { id: strategyId } = await db.strategy.findUniqueOrThrow({ where: { slug }, select: { id: true } })
    await db.subscription.create({ data: { userId, strategyId } })
  }
}

test('positions of the three strategies with legs are opened on paper, each seen as one card with its legs, and closed whole', async () => {
  const tokens = await tokensOf(product.address, CREDENTIALS)
  const { page, faults } = await product.openPage(await product.openProfile({ viewport: { width: 1280, height: 900 }, tokens }))
  await page.goto(`${product.address}/live-trades`)
  for (const { name, legs } of STRATEGIES) {
    // Whole: where the market runs away from the price of a leg, all of them are closed again.
    const whole = { has: page.getByRole('listitem').nth(legs.length - 1), hasText: 'Estimated margin' }
    const anyCard = page
      .getByRole('article', { name: new RegExp(name) })
      .filter(whole)
      .first()
    await anyCard.waitFor({ timeout: PATIENCE_MS })
    // Of one index: another may be opened meanwhile.
    const card = page.getByRole('article', { name: (await anyCard.getAttribute('aria-label')) ?? '', exact: true })
    await card.getByText('PAPER', { exact: true }).waitFor()
    await card.getByText('Estimated margin').waitFor()
    const items = card.getByRole('listitem')
    await expect.poll(() => items.count()).toBe(legs.length)
    const texts = await items.allInnerTexts()
    for (const leg of legs) expect(texts.some((text) => leg.test(text))).toBe(true)
    const shownProfit = () => card.getByLabel('Net profit or loss').first().innerText()
    const first = await shownProfit()
    await expect.poll(shownProfit, { interval: 100 }).not.toBe(first)
    await card.getByRole('button', { name: /^Close trade/ }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Close trade' }).click()
    await card.waitFor({ state: 'detached' })
  }
  const trades = await product.db.trade.findMany({ where: { exitReason: 'MANUAL' }, include: { legs: { orderBy: { exitTime: 'asc' } } } })
  expect(trades).toHaveLength(STRATEGIES.length)
  for (const { legs, netPaise } of trades) {
    expect(legs.reduce((net, leg) => net + leg.netPaise!, 0n)).toBe(netPaise)
    // Sold legs are bought back first.
    const lastSold = Math.max(...legs.map(({ side, exitTime }) => (side === 'SELL' ? exitTime!.getTime() : 0)))
    for (const { side, exitTime } of legs) if (side === 'BUY') expect(exitTime!.getTime()).toBeGreaterThanOrEqual(lastSold)
  }
  expect(faults).toEqual([])
  await page.context().close()
})
