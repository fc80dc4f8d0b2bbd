import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY, MINUTE } from '../../schema/time.ts'
import { accessibilityFaults } from './accessibility.ts'
import { SignupDocument } from '../lib/session/generated/graphql.ts'
import { askProduct } from './askProduct.ts'
import { startProduct, type Product, type Tokens } from './startProduct.ts'

const DESK = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }

let product: Product
let tokens: Tokens
beforeAll(async () => {
  product = await startProduct({})
  const account = { name: 'Asha Rao', email: 'asha@example.com', password: 'kite-river-42', confirmPassword: 'kite-river-42' }
  tokens = await askProduct(product.address, SignupDocument, { input: account })
})
afterAll(() => product?.stop())

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
/** Others; the policy reports what it blocked. */
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

/** The landing page in a browser with a stored secret; `faults` are the browser's refusals. */
async function landing() {
  const context = await product.openProfile({ viewport: DESK })
  await context.addInitScript(() => localStorage.setItem('canary', 'a secret'))
  const opened = await product.openPage(context)
  await opened.page.goto(product.address)
  await opened.page.getByRole('button', { name: 'Get Started Free' }).first().waitFor()
  expect(opened.faults).toEqual([])
  return opened
}
const stolen = (page: Page) => page.evaluate(() => Reflect.get(window, 'stolen') as unknown)

test.each(Object.entries(MARKUP))('items 15, 42: %s is an error', async (_what, inject) => {
  const { page } = await landing()
  await expect(page.evaluate(inject, STEAL)).rejects.toThrow(/Trusted/)
  expect(await stolen(page)).toBeUndefined()
  await page.context().close()
})

test.each(Object.entries(CODE))('items 15, 40: %s does not become code that reads the tokens', async (_what, inject) => {
  const { page, faults } = await landing()
  await page.evaluate(inject, STEAL).catch((error: unknown) => faults.push(String(error)))
  await expect.poll(() => faults.length).toBeGreaterThan(0)
  expect(await stolen(page)).toBeUndefined()
  await page.context().close()
})

test('item 14: the tokens lie in local storage under their two names and nowhere else, go out in no address, and no other origin reaches them', async () => {
  const context = await product.openProfile({ viewport: DESK, tokens })
  const { page, faults } = await product.openPage(context)
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url(), request.headers()['referer'] ?? ''))
  page.on('websocket', (socket) => addresses.push(socket.url()))
  await page.goto(`${product.address}/dashboard`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  const kept = await page.evaluate(async () => ({
    local: Object.entries(localStorage).map(([name, value]) => [name, String(value)] as const),
    session: Object.values(sessionStorage).map(String),
    cookie: document.cookie,
    databases: (await indexedDB.databases()).length,
    caches: (await caches.keys()).length,
    workers: (await navigator.serviceWorker.getRegistrations()).length,
  }))
  const isToken = (text: string) => /eyJ[\w-]+\.eyJ/.test(text) || text.includes(tokens.refreshToken)
  expect(
    kept.local
      .filter(([, value]) => isToken(value))
      .map(([name]) => name)
      .sort(),
  ).toEqual(['auth_token', 'refresh_token'])
  expect(kept).toMatchObject({ cookie: '', databases: 0, caches: 0, workers: 0 })
  expect([...kept.session, ...addresses].filter(isToken)).toEqual([])
  expect(await context.cookies()).toEqual([])
  expect(faults).toEqual([])

  // The same page on another port is another origin.
  const other = createServer((_request, response) => response.setHeader('content-type', 'text/html').end('<title>other</title>'))
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  try {
    const { port } = other.address() as AddressInfo
    const stranger = await context.newPage()
    await stranger.goto(`http://127.0.0.1:${port}/`)
    expect(await stranger.evaluate(() => localStorage.length)).toBe(0)
    const reached = await stranger.evaluate(async (address) => {
      const frame = document.createElement('iframe')
      frame.src = `${address}/dashboard`
      document.body.append(frame)
      await new Promise((resolve) => frame.addEventListener('load', resolve))
      const opened = window.open(`${address}/dashboard`)
      const asked = await fetch(`${address}/graphql`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }).then(
        () => 'answered',
        () => 'refused',
      )
      const read = (from: Window | null) => {
        try {
          return from?.localStorage.getItem('auth_token') ?? 'nothing'
        } catch {
          return 'refused'
        }
      }
      return [read(frame.contentWindow), read(opened), asked]
    }, product.address)
    expect(reached.filter((answer) => isToken(answer) || answer === 'answered')).toEqual([])
  } finally {
    await context.close()
    other.close()
  }
})

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Are you still there?' })

/** As if nobody had touched the page since yesterday, and it rechecked its session. */
async function leaveAlone(page: Page): Promise<void> {
  await page.evaluate(() => {
    localStorage.setItem('last-active', '0')
    window.dispatchEvent(new StorageEvent('storage', { key: 'auth_token', newValue: 'renewed' }))
  })
}

test('item 58: the end of a session nobody uses is foretold in every tab, and staying in one is staying in all', async () => {
  const context = await product.openProfile({ viewport: PHONE, tokens })
  const pages = [await context.newPage(), await context.newPage()] as const
  for (const page of pages) {
    await page.goto(`${product.address}/dashboard`)
    await page.getByRole('heading', { level: 1 }).waitFor()
  }
  const lastUsedAt = new Date(Date.now() - DAY + 4 * MINUTE)
  await product.db.session.updateMany({ data: { lastUsedAt } })
  for (const page of pages) {
    await leaveAlone(page)
    await dialogOf(page).waitFor()
    expect(await dialogOf(page).textContent()).toMatch(/You will be signed out in [23]:\d\d for inactivity\./)
  }
  const [here, there] = pages
  expect(await accessibilityFaults(here)).toEqual([])
  const session = () => product.db.session.findFirstOrThrow()
  expect((await session()).lastUsedAt).toEqual(lastUsedAt)

  await dialogOf(here).getByRole('button', { name: 'Stay signed in' }).click()
  await dialogOf(here).waitFor({ state: 'detached' })
  await dialogOf(there).waitFor({ state: 'detached' })
  expect((await session()).lastUsedAt.getTime()).toBeGreaterThan(Date.now() - MINUTE)
  await context.close()
})
