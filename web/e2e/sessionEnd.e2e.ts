import path from 'node:path'
import { chromium, type Browser, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestGateway, type TestGateway } from '../../gateway/server/testGateway.ts'
import { DAY, MINUTE } from '../../schema/time.ts'
import { accessibilityFaults } from './accessibility.ts'

let app: TestGateway
let browser: Browser
beforeAll(async () => {
  const executablePath = process.env['CHROMIUM_PATH']
  if (!executablePath) throw new Error('No browser: run this test through npm test, which finds or installs one')
  app = await startTestGateway({ webRoot: path.resolve('dist/web') })
  browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
})
afterAll(async () => {
  await browser?.close()
  await app?.close()
})

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Are you still there?' })

/** As if nobody had touched the page since yesterday, and it looked at its session again. */
async function leaveAlone(page: Page): Promise<void> {
  await page.evaluate(() => {
    localStorage.setItem('last-active', '0')
    window.dispatchEvent(new StorageEvent('storage', { key: 'auth_token', newValue: 'renewed' }))
  })
}

test('item 58: the end of a session nobody uses is foretold in every tab, and staying in one is staying in all', async () => {
  const account = { name: 'Asha Rao', email: 'asha@example.com', password: 'kite-river-42', confirmPassword: 'kite-river-42' }
  const { body } = await app.rest('POST', '/auth/signup', { body: account })
  const { token, refreshToken } = (body as { data: { token: string; refreshToken: string } }).data
  const localStorage = [
    { name: 'auth_token', value: token },
    { name: 'refresh_token', value: refreshToken },
  ]
  const context = await browser.newContext({
    ...{ viewport: { width: 390, height: 844 }, storageState: { cookies: [], origins: [{ origin: app.url, localStorage }] } },
  })
  const pages = [await context.newPage(), await context.newPage()] as const
  for (const page of pages) {
    await page.goto(`${app.url}/dashboard`)
    await page.getByRole('heading', { level: 1 }).waitFor()
  }
  const lastUsedAt = new Date(Date.now() - DAY + 4 * MINUTE)
  await app.db.session.updateMany({ data: { lastUsedAt } })
  for (const page of pages) {
    await leaveAlone(page)
    await dialogOf(page).waitFor()
    expect(await dialogOf(page).textContent()).toMatch(/You will be signed out in [23]:\d\d for inactivity\./)
  }
  const [here, there] = pages
  expect(await accessibilityFaults(here)).toEqual([])
  const session = () => app.db.session.findFirstOrThrow()
  expect((await session()).lastUsedAt).toEqual(lastUsedAt)

  await dialogOf(here).getByRole('button', { name: 'Stay signed in' }).click()
  await dialogOf(here).waitFor({ state: 'detached' })
  await dialogOf(there).waitFor({ state: 'detached' })
  expect((await session()).lastUsedAt.getTime()).toBeGreaterThan(Date.now() - MINUTE)
  await context.close()
})
