import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillSignUp } from './fillSignUp.ts'
import { startProduct, type Product } from './startProduct.ts'

/** A market minute is one second, and the day is the one before an expiry: a trade opens and moves while the test looks on. */
const MARKET = { SANDBOX_SPEED: '60', SANDBOX_START: '2026-12-28' }
const PATIENCE_MS = 180_000
const SOON_MS = 10_000
/** So many are tried: a stop may be quicker than the hand. */
const TRADES = 3

let product: Product
beforeAll(async () => {
  product = await startProduct(MARKET)
})
afterAll(() => product?.stop())

test('a new user signs up, subscribes, changes a setting, sees a paper trade open and move without a reload, closes it and finds it in the history', async () => {
  const { page, faults } = await product.openPage()
  await page.goto(product.address)
  await fillSignUp(page, { name: 'Asha Rao', email: `asha-${randomUUID()}@example.com`, password: 'kite-river-42' })
  await page.getByText('Account created successfully! Welcome to Sakha!').waitFor()
  await page.getByRole('heading', { name: 'Asha Trading Dashboard' }).waitFor()

  await page.getByRole('link', { name: 'Strategies' }).click()
  await page.getByRole('button', { name: 'Subscribe to EMA Crossover' }).click()
  await page.getByText('Successfully subscribed to strategy!').waitFor()

  await page.getByRole('tab', { name: 'My Strategies (1)' }).click()
  await page.getByRole('button', { name: 'Settings of EMA Crossover' }).click()
  await page.getByLabel('Max trades per day').fill('33')
  await page.getByRole('button', { name: 'Save Settings' }).click()
  await page.getByText('Strategy settings updated').waitFor()
  await page.getByRole('article', { name: 'EMA Crossover' }).getByText('33 per day').waitFor()

  const symbol = await closeByHand(page)
  await page.keyboard.press('Escape')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('trade-history.csv')
  expect(readFileSync(await file.path(), 'utf8')).toContain(`"${symbol}","EMA Crossover"`)

  await page.getByRole('link', { name: 'Dashboard' }).click()
  await page.getByRole('button', { name: 'Emergency Stop' }).click()
  await page.getByLabel('Type STOP to confirm').fill('STOP')
  await page.getByRole('button', { name: 'Stop trading' }).click()
  await page.getByRole('heading', { name: 'Trading is stopped' }).waitFor()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByText('Your trading is stopped').waitFor()
  // Nothing says that it still trades.
  const market = page.getByRole('region', { name: 'Market Status' })
  await market.getByText('Stopped', { exact: true }).waitFor()
  await page.getByText('Trading stopped', { exact: true }).waitFor()
  await page.getByText('Stopped; 1 switched on').waitFor()
  expect(await page.getByText('Active Trading', { exact: true }).count()).toBe(0)
  await page.getByRole('button', { name: 'Lift' }).click()
  await page.getByRole('button', { name: 'Lift the stop' }).click()
  await page.getByText('Your trading is stopped').waitFor({ state: 'detached' })
  await market.getByText('Running', { exact: true }).waitFor()
  expect(faults).toEqual([])
  await page.close()
})

/** Watches a trade open and move without a reload, closes it and finds it in the history; resolves with its contract. Another one when a stop was quicker than the hand. */
async function closeByHand(page: Page): Promise<string> {
  for (let trade = 0; trade < TRADES; trade++) {
    await page.getByRole('link', { name: 'Live Trades' }).click()
    // Lost on a reload: what follows must come over the open socket.
    await page.evaluate(() => Object.assign(window, { neverReloaded: true }))
    const card = page.getByRole('article', { name: /(CE|PE), EMA Crossover/ }).first()
    await card.waitFor({ timeout: PATIENCE_MS })
    const name = (await card.getAttribute('aria-label')) ?? ''
    const symbol = (await card.getByRole('heading').getAttribute('title')) ?? ''
    expect(symbol).toMatch(/^(NIFTY|BANKNIFTY|SENSEX|MIDCPNIFTY)\w+(CE|PE)$/)
    await card.getByText('PAPER', { exact: true }).waitFor()

    const sameCard = page.getByRole('article', { name }).first()
    if (!(await isClosedByHand(page, sameCard))) continue
    expect(await page.evaluate(() => 'neverReloaded' in window)).toBe(true)
    await page.getByRole('link', { name: 'Trade History' }).click()
    if (await isShownAsClosedByHand(page, symbol)) return symbol
  }
  throw new Error(`none of ${TRADES} trades was closed by hand`)
}

/** Sees a card's profit move, and closes the trade. False: it was closed meanwhile by what the strategy does. */
async function isClosedByHand(page: Page, card: Locator): Promise<boolean> {
  const shownProfit = () => card.getByLabel('Net profit or loss').innerText({ timeout: SOON_MS })
  try {
    const first = await shownProfit()
    await expect.poll(shownProfit, { interval: 100 }).not.toBe(first)
    await card.getByRole('button', { name: /^Close trade/ }).click({ timeout: SOON_MS })
    await page.getByRole('alertdialog').getByRole('button', { name: 'Close trade' }).click({ timeout: SOON_MS })
  } catch (error) {
    if ((await card.count()) === 0) return false
    throw error
  }
  await card.waitFor({ state: 'detached' })
  return true
}

/** Opens a contract's trades in the history until one was closed by hand: the strategy may have traded it again. */
async function isShownAsClosedByHand(page: Page, symbol: string): Promise<boolean> {
  const reasons = page
    .getByRole('row')
    .filter({ hasText: symbol })
    .getByRole('link', { name: /^Why was/ })
  await reasons.first().waitFor()
  for (const reason of await reasons.all()) {
    await reason.click()
    const closed = page.getByText(/^Closed at /)
    await closed.waitFor()
    if ((await closed.innerText()).endsWith('you closed it.')) return true
    await page.keyboard.press('Escape')
    await closed.waitFor({ state: 'detached' })
  }
  return false
}

test('a visitor without a session is sent home from a protected page; an unknown page says so', async () => {
  const { page } = await product.openPage()
  await page.goto(`${product.address}/live-trades`)
  await page.waitForURL(`${product.address}/`)
  await page.goto(`${product.address}/no-such-page`)
  await page.getByText('Oops! Page not found').waitFor()
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await page.waitForURL(`${product.address}/`)
  await page.close()
})
