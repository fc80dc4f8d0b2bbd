import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeRole } from '../../scripts/admin/role.ts'
import { guideBlocks, runGuide } from '../../scripts/testing/analystsGuide.ts'
import { accessibilityFaults } from './accessibility.ts'
import { VIEWPORTS, type Place } from './openScreens.ts'
import { PASSWORD, signUp } from './signUp.ts'
import { startProduct, type Product } from './startProduct.ts'

/** An analyst at this place: the role from the command line, a token from the profile and a file by it as the guide says (that a million rows arrive is millionTrades.long.test.ts), the playground's examples and a query of the analyst's own. */
export function walkAnalyst(place: Place): void {
  const viewport = VIEWPORTS[place]
  let product: Product
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'sakha-analyst-'))
    product = await startProduct({ SANDBOX_START: '2026-12-28' })
  }, 300_000)
  afterAll(async () => {
    await product.stop()
    await rm(folder, { recursive: true })
  })

  async function signIn(page: Page, email: string) {
    await page.goto(product.address)
    await page.getByRole('button', { name: 'Sign In' }).first().click()
    const modal = page.getByRole('dialog')
    await modal.getByLabel('Email').fill(email)
    await modal.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await modal.getByRole('button', { name: 'Sign In', exact: true }).click()
    await page.waitForURL('**/dashboard')
  }

  /** What GraphiQL shows as the answer. */
  const answerOf = (page: Page) => page.locator('.result-window .CodeMirror-code').innerText()
  const run = (page: Page) => page.locator('.graphiql-execute-button').click()
  /** Opens a tab; resolves when the editor shows what is in it. */
  async function openTab(page: Page, name: string, shows: string) {
    await page.locator('.graphiql-tab-button').getByText(name, { exact: true }).click()
    await page.locator('.graphiql-query-editor').getByText(shows).first().waitFor()
  }

  describe(`An analyst at ${place}`, () => {
    test('makes a token that reads, fetches a file with the guide’s curl, is shown once and ends when it is revoked; runs an example, an own query and a subscription in the playground', async () => {
      const { page, userId } = await signUp(product, 'Isha', viewport)
      await page.goto(`${product.address}/playground`)
      await page.waitForURL('**/dashboard')
      const { email } = await product.db.user.update({ where: { id: userId }, data: { emailVerifiedAt: new Date() } })
      const tools = { confirm: () => Promise.resolve(), tellOwner: () => {} }
      await changeRole(product.db, ['role', email, 'analyst'], { revoke: false, name: undefined }, tools)
      await page.evaluate(() => localStorage.clear())
      await signIn(page, email)
      const faults: string[] = []
      page.on('console', (message) => {
        if (message.type() === 'error') faults.push(message.text())
      })
      page.on('pageerror', (error) => faults.push(error.message))

      await page.getByText('Your analyst account is read-only and does not trade.').waitFor()
      expect(await page.getByRole('button', { name: 'Start All Strategies' }).count()).toBe(0)
      await page.goto(`${product.address}/profile`)
      const card = page.locator('#access-tokens')
      await card.getByText('You have no access tokens.').waitFor()
      await card.getByRole('button', { name: 'New token' }).click()
      await page.getByLabel('Name', { exact: true }).fill('Notebook')
      await page.getByRole('checkbox', { name: /^read:market/ }).check()
      await page.getByRole('button', { name: 'Create token' }).click()
      const text = await page.getByRole('dialog').getByLabel('Token', { exact: true }).innerText()
      expect(text).toMatch(/^sakha_pat_[0-9A-Za-z]{46}$/)
      await page.getByRole('button', { name: 'I have saved it' }).click()
      await card.getByText('Notebook', { exact: true }).waitFor()
      expect(await page.content()).not.toContain(text)
      const asking = { 'content-type': 'application/json', authorization: `Bearer ${text}` }
      const question = { method: 'POST', headers: asking, body: JSON.stringify({ query: '{ me { id } }' }) }
      const read = () => fetch(`${product.address}/graphql`, question)
      expect((await read()).status).toBe(200)
      const files = (await guideBlocks(product.address)).filter(({ commands }) => /SAKHA_TOKEN=|mutation \{ export/.test(commands))
      const printed = await runGuide(
        folder,
        text,
        files.map(({ commands }) => commands),
      )
      expect(printed.slice(0, -1)).toEqual(['', '{"complete":true,"rows":0}\n'])
      expect(printed.at(-1)).toMatch(/^\d{2,} candles\.csv\n$/)
      expect((await readFile(path.join(folder, 'candles.csv'), 'utf8')).split('\r\n', 2)).toEqual([
        '"time","open","high","low","close","volume"',
        expect.stringMatching(/^"2\d{3}-\d\d-\d\dT\d\d:\d\d:00\+00:00","[\d.]+"/),
      ])
      await card.getByRole('button', { name: 'Revoke Notebook' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
      await card.getByText('You have no access tokens.').waitFor()
      expect((await read()).status).toBe(401)

      await page.goto(`${product.address}/dashboard`)
      if (place === 'a phone') await page.getByRole('button', { name: 'Open menu' }).click()
      await page.getByRole('link', { name: 'Playground' }).click()
      await page.waitForURL('**/playground')
      const editor = page.locator('.graphiql-query-editor .CodeMirror')
      await editor.getByText('Ctrl Enter runs it').waitFor()
      await run(page)
      await expect.poll(() => answerOf(page)).toContain('"trades"')
      if (place === 'a desk') {
        await openTab(page, 'Candles', 'goes further back')
        await run(page)
        await expect.poll(() => answerOf(page)).toContain('"candles"')
        await openTab(page, 'CandlesAndIndicators', 'null is not warm yet')
        await run(page)
        await expect.poll(() => answerOf(page)).toContain('"indicators"')
        await openTab(page, 'EquityByStrategy', 'by strategy how each weekday went')
        await run(page)
        await expect.poll(() => answerOf(page)).toContain('"performance"')
        await openTab(page, 'LivePrices', 'over the socket')
        await run(page)
        await expect.poll(() => answerOf(page)).toContain('"NIFTY"')
        await run(page)
      }
      await editor.click()
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.insertText('query Mine { me { role } }')
      // GraphiQL has read it once the tab is called after it.
      await page.locator('.graphiql-tab-button').getByText('Mine', { exact: true }).waitFor()
      await run(page)
      await expect.poll(() => answerOf(page)).toContain('"analyst"')
      if (place === 'a desk') {
        await page.getByRole('button', { name: 'Show Explorer' }).click()
        const rows = page.locator('.graphiql-plugin').getByRole('button', { pressed: false })
        for (const [name, key] of [
          ['marketStatus', 'Enter'],
          ['isOpen', 'Space'],
        ] as const) {
          await rows.getByText(name, { exact: true }).locator('xpath=..').focus()
          await page.keyboard.press(key)
          await editor.getByText(name, { exact: true }).waitFor()
        }
        // What GraphiQL brings itself has faults that are not ours to fix: editors without labels, tabs with buttons in them.
        expect(await accessibilityFaults(page, '.graphiql-plugin')).toEqual([])
        await run(page)
        await expect.poll(() => answerOf(page)).toContain('"isOpen"')
      }
      await page.getByRole('button', { name: 'Show Documentation Explorer' }).click()
      await page.locator('.graphiql-doc-explorer').getByText('Query', { exact: true }).first().click()
      await page.locator('.graphiql-doc-explorer').getByText('agentAnalyses').first().waitFor()
      expect(faults).toEqual([])
      await page.context().close()
    })
  })
}
