import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hashPassword } from '../../gateway/security/passwords.ts'
import { openLiveGates } from '../../prisma/testing/openLiveGates.ts'
import { accessibilityFaults } from './accessibility.ts'
import { VIEWPORTS, type Place } from './openScreens.ts'
import { seeTexts } from './seeTexts.ts'
import { startProduct, type Product } from './startProduct.ts'
import { tokensOf } from './tokensOf.ts'

const PASSWORD = 'kite-river-42'

/** One that fades away has too little contrast for a moment. */
const toastsGone = (page: Page) => expect.poll(() => page.locator('[data-sonner-toast]').count()).toBe(0)
const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

async function expectSound(page: Page): Promise<void> {
  await toastsGone(page)
  expect(await overflow(page)).toBe(0)
  expect(await accessibilityFaults(page)).toEqual([])
}

/** Switches a strategy to live and back, in a product of its own. */
export function walkTradeLive(place: Place): void {
  let product: Product
  beforeEach(async () => {
    product = await startProduct({ ALLOW_LIVE: 'yes' })
  })
  afterEach(() => product?.stop())

  test(`at ${place} a strategy is switched to live once everything is done and the word is typed, says so everywhere, and goes back at once`, async () => {
    const { db, address } = product
    const credentials = { email: `tara-${randomUUID()}@example.com`, password: PASSWORD }
    const data = { email: credentials.email, name: 'Tara Bose', passwordHash: await hashPassword(PASSWORD) }
    const { id: userId } = await db.user.create({ data })
    const { id: strategyId, version } = await db.strategy.findFirstOrThrow({ where: { slug: 'ema-crossover' } })
    const own = await db.subscription.create({ data: { userId, strategyId, version } })
    const { page } = await product.openPage(
      await product.openProfile({ viewport: VIEWPORTS[place], tokens: await tokensOf(address, credentials) }),
    )
    await page.goto(`${address}/strategies?tab=mine`)
    const card = page.getByRole('article', { name: 'EMA Crossover' })
    await seeTexts(card, ['PAPER'])
    await card.getByRole('switch', { name: 'Live trading' }).click()
    const dialog = page.getByRole('dialog', { name: 'Trade live' })
    await seeTexts(dialog, ['Broker connected today', '5 requirements above are missing.'])
    await expectSound(page)
    await dialog.getByRole('button', { name: 'I have read and accept it' }).click()
    await seeTexts(dialog, ['You have accepted this text', '4 requirements above are missing.'])

    await openLiveGates(db, userId)
    await db.session.updateMany({ where: { userId }, data: { secondFactorAt: new Date() } })
    await dialog.getByRole('button', { name: 'Check again' }).click()
    await dialog.getByText('requirements above are missing').waitFor({ state: 'detached' })
    // By keyboard: the word, then Enter.
    await dialog.getByLabel(/^Type LIVE to confirm/).fill('LIVE')
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await seeTexts(card, ['LIVE', 'On: live orders (sandbox exchange: no real money)'])
    await seeTexts(page.getByRole('region', { name: 'Market' }), ['LIVE'])
    await expect.poll(() => page.title()).toContain('Strategy Marketplace · LIVE · Sakha')
    await expectSound(page)

    // More lots than were confirmed.
    await db.subscription.update({ where: { id: own.id }, data: { lots: 7 } })
    await page.reload()
    await card.getByText(/^No live trade is opened: live trading is not confirmed/).waitFor()
    await expectSound(page)
    await card.getByRole('switch', { name: 'Live trading' }).click()
    await seeTexts(page, ['The strategy trades on paper.'])
    await seeTexts(card, ['PAPER'])
    await expect.poll(() => page.title()).toContain('· PAPER ·')
  })
}
