import type { Locator, Page } from 'playwright-core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from '../../prisma/client.ts'
import { createStrategy } from '../../prisma/createStrategy.ts'
import { SECOND } from '../../schema/time.ts'
import { accessibilityFaults } from './accessibility.ts'
import { brokersApp, CONTROL_SECRET, personsAccount, signInAtBroker } from './brokersApp.ts'
import { VIEWPORTS, type Place } from './openScreens.ts'
import { seeTexts } from './seeTexts.ts'
import { signUp } from './signUp.ts'
import { startProduct, type Product } from './startProduct.ts'

/** A market minute is six seconds. */
const MARKET = { SANDBOX_SPEED: '10', SANDBOX_START: '2026-11-12', ALLOW_LIVE: 'yes', SANDBOX_CONTROL_SECRET: CONTROL_SECRET }
const PATIENCE_MS = 150_000
const NAME = 'Every Turn'

/** It trades at nearly every turn of the Nifty, with levels that are out of reach. */
async function eagerStrategy(db: Database): Promise<void> {
  const identity = { slug: 'every-turn', name: NAME, description: 'At every turn of the index.', type: 'custom', category: 'test' }
  await createStrategy(
    db,
    { ...identity, isActive: true, isPublic: true },
    {
      // Nothing but its owner closes what it opens.
      rules: { interval: '1min', long: ['close', 'crosses above', 'ema(3)'] },
      ...{ windowStart: '09:15', windowEnd: '15:10', maxTrades: 50, riskPerTradePaise: 5_000_000, lots: 1, instruments: ['NIFTY'] },
      ...{ stopLossPercent: 40, takeProfitPercent: 90 },
    },
  )
}

/**
 * Reads the question about the first live order, and sends it from the keyboard, until there is a trade: a newer signal replaces
 * the one in question, and one whose price has moved is asked about again.
 */
async function sendFirstOrder(page: Page, traded: Locator): Promise<void> {
  const question = page.getByRole('region', { name: `First live order of ${NAME}` })
  const send = question.getByRole('button', { name: 'Send it' })
  await question.waitFor({ timeout: PATIENCE_MS })
  expect(await question.textContent()).toMatch(
    /Buy \d+ × NIFTY [\d,]+ CE, \d+ \w+ at about [\d,.]+ \(1 lot\)\. It needs ₹[\d,.]+, charges included \(sandbox exchange: no real money\)/,
  )
  expect(await accessibilityFaults(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
  const end = Date.now() + PATIENCE_MS
  while (!(await traded.isVisible())) {
    expect(Date.now()).toBeLessThan(end)
    await send.or(traded).first().waitFor({ timeout: PATIENCE_MS })
    // It may go at that very moment: then there is a trade, or another question comes.
    await send.press('Enter', { timeout: SECOND }).catch(() => undefined)
  }
}

/** Trades live, from the broker's page to the exit in the broker's app, in a product of its own. */
export function walkLiveTrade(place: Place): void {
  let product: Product
  beforeEach(async () => {
    product = await startProduct(MARKET, eagerStrategy)
  })
  afterEach(() => product?.stop())

  test(`at ${place} somebody connects, switches a strategy to live, sees it trade with real orders, closes it in the broker’s app, and leaves`, async () => {
    const signer = personsAccount(product, 0)
    const app = brokersApp(product, signer.clientCode)
    const { page, userId } = await signUp(product, 'Meera', VIEWPORTS[place])
    // Both have walks of their own.
    await product.db.user.update({ where: { id: userId }, data: { emailVerifiedAt: new Date(), twoFactorAt: new Date() } })
    await product.db.session.updateMany({ where: { userId }, data: { secondFactorAt: new Date() } })

    await page.goto(`${product.address}/profile`)
    const card = page.getByRole('region', { name: 'Broker Connection' })
    await card.getByRole('button', { name: 'Connect Broker' }).click()
    await signInAtBroker(page, signer)
    await seeTexts(page, ['Your broker account is connected.'])
    const readiness = page.getByRole('region', { name: 'Ready for the open' })
    await readiness
      .getByText(/^(Ready|Nothing to do; some checks pending)$/)
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Save Limits' }).click()
    await page.getByText('Limits saved.').waitFor()

    await page.goto(`${product.address}/strategies`)
    await page.getByRole('button', { name: `Subscribe to ${NAME}` }).click()
    await page.getByRole('tab', { name: 'My Strategies (1)' }).click()
    const strategy = page.getByRole('article', { name: NAME })
    await strategy.getByText('PAPER', { exact: true }).waitFor()
    // Nothing may be opened on paper meanwhile.
    const active = strategy.getByRole('switch', { name: 'Active' })
    await active.click()
    await expect.poll(() => active.getAttribute('aria-checked')).toBe('false')
    await strategy.getByRole('switch', { name: 'Live trading' }).click()
    const dialog = page.getByRole('dialog', { name: 'Trade live' })
    await dialog.getByRole('button', { name: 'I have read and accept it' }).click()
    await dialog.getByText('You have accepted this text').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    const trade = dialog.getByRole('button', { name: 'Trade live' })
    expect(await trade.isDisabled()).toBe(true)
    await dialog.getByLabel(/^Type LIVE/).fill('LIVE')
    await trade.click()
    await dialog.waitFor({ state: 'detached' })
    await strategy.getByText('LIVE', { exact: true }).waitFor()
    await active.click()
    await expect.poll(() => active.getAttribute('aria-checked')).toBe('true')

    await page.goto(`${product.address}/live-trades`)
    const traded = page.getByRole('article', { name: new RegExp(NAME) }).first()
    await sendFirstOrder(page, traded)
    // No other trade beside it or in its place.
    await product.db.subscription.updateMany({ where: { userId }, data: { isActive: false } })
    await traded.getByText('LIVE', { exact: true }).waitFor()
    const filled = { userId, purpose: 'ENTRY', status: 'FILLED' } as const
    await expect.poll(() => product.db.order.count({ where: filled })).toBe(1)
    const { clientOrderId: tag, contract, quantity } = await product.db.order.findFirstOrThrow({ where: filled })
    // What the books have bought is what the exchange has sold, under the same tag.
    const bought = (await app.orders()).filter(({ side, filled }) => side === 'BUY' && filled > 0)
    expect(bought).toMatchObject([{ tag, quantity, filled: quantity }])
    await expect.poll(async () => (await app.orders()).map(({ tag, status }) => [tag[0], status])).toContainEqual(['S', 'trigger pending'])
    expect(await app.held()).toBeGreaterThan(0)

    await app.closeByHand((contract as { token: string }).token)
    await traded.waitFor({ state: 'detached' })
    await expect.poll(async () => (await app.orders()).some(({ status }) => status === 'trigger pending')).toBe(false)
    expect(await app.held()).toBe(0)
    await page.goto(`${product.address}/history`)
    await page.getByText('LIVE', { exact: true }).first().waitFor()
    await page
      .getByRole('link', { name: /^Why was/ })
      .first()
      .click()
    await page.getByText(/you closed it\.$/).waitFor()

    await page.goto(`${product.address}/profile`)
    await card.getByRole('button', { name: 'Disconnect' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click()
    await seeTexts(card, ['Not connected'])
    expect(await product.db.brokerAccount.count({ where: { userId } })).toBe(0)
    await page.context().close()
  })
}
