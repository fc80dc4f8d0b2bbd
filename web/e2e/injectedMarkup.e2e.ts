import path from 'node:path'
import { chromium, type Browser, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestGateway, type TestGateway } from '../../gateway/server/testGateway.ts'

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

interface Watched {
  readonly page: Page
  /** What the browser has refused, and errors nobody caught. */
  readonly refused: string[]
}
async function open(storage: Readonly<Record<string, string>> = {}): Promise<Watched> {
  const localStorage = Object.entries(storage).map(([name, value]) => ({ name, value }))
  const context = await browser.newContext({ storageState: { cookies: [], origins: [{ origin: app.url, localStorage }] } })
  const page = await context.newPage()
  const refused: string[] = []
  page.on('pageerror', ({ message }) => refused.push(message))
  page.on('console', (message) => {
    if (/Content Security Policy|Trusted/i.test(message.text())) refused.push(message.text())
  })
  return { page, refused }
}

/** Ways in which text that an attacker got onto the page would become markup or a script's address: each is an error. */
const MARKUP = {
  'markup put into an element': (stolen: string) => {
    document.body.innerHTML = `<img src="data:," onerror="${stolen}">`
  },
  'markup put beside an element': (stolen: string) => {
    document.body.insertAdjacentHTML('beforeend', `<img src="data:," onerror="${stolen}">`)
  },
  'a parsed fragment': (stolen: string) => {
    document.body.append(document.createRange().createContextualFragment(`<img src="data:," onerror="${stolen}">`))
  },
  'a script of another host': () => {
    const script = document.createElement('script')
    script.src = 'https://evil.example/x.js'
    document.body.append(script)
  },
  'a page in a frame': (stolen: string) => {
    const frame = document.createElement('iframe')
    frame.srcdoc = `<script>parent.${stolen}</script>`
    document.body.append(frame)
  },
} as const
/** Others, of which the policy says what it stopped. */
const CODE = {
  'the text of a script': (stolen: string) => {
    const script = document.createElement('script')
    script.textContent = stolen
    document.body.append(script)
  },
  'a handler in an attribute': (stolen: string) => {
    const image = document.createElement('img')
    image.setAttribute('onerror', stolen)
    image.src = 'data:,'
    document.body.append(image)
  },
} as const

const STEAL = "window.stolen = localStorage.getItem('canary')"
async function landing(): Promise<Watched> {
  const watched = await open({ canary: 'a secret' })
  await watched.page.goto(app.url)
  await watched.page.getByRole('button', { name: 'Get Started Free' }).first().waitFor()
  expect(watched.refused).toEqual([])
  return watched
}
const stolen = (page: Page) => page.evaluate(() => Reflect.get(window, 'stolen') as unknown)

test.each(Object.entries(MARKUP))('items 15, 42: %s is an error', async (_what, inject) => {
  const { page } = await landing()
  await expect(page.evaluate(inject, STEAL)).rejects.toThrow(/Trusted/)
  expect(await stolen(page)).toBeUndefined()
  await page.context().close()
})

test.each(Object.entries(CODE))('items 15, 40: %s does not become code that reads the tokens', async (_what, inject) => {
  const { page, refused } = await landing()
  await page.evaluate(inject, STEAL).catch((error: unknown) => refused.push(String(error)))
  await expect.poll(() => refused.length, { timeout: 10_000 }).toBeGreaterThan(0)
  expect(await stolen(page)).toBeUndefined()
  await page.context().close()
})

test('item 42: no screen needs what is refused', async () => {
  const account = { name: 'Asha Rao', email: 'asha@example.com', password: 'kite-river-42', confirmPassword: 'kite-river-42' }
  const { body } = await app.rest('POST', '/auth/signup', { body: account })
  const { token, refreshToken } = (body as { data: { token: string; refreshToken: string } }).data
  const { page, refused } = await open({ auth_token: token, refresh_token: refreshToken })
  for (const screen of ['dashboard', 'live-trades', 'strategies', 'history', 'reports', 'profile', 'nowhere']) {
    await page.goto(`${app.url}/${screen}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(refused, screen).toEqual([])
  }
  await page.goto(`${app.url}/profile`)
  await page.getByRole('button', { name: 'Change Password' }).click()
  await page.getByRole('dialog').waitFor()
  expect(refused).toEqual([])
})
