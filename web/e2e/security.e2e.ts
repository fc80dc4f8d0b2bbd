import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY, MINUTE } from '../../schema/time.ts'
import { accessibilityFaults } from './accessibility.ts'
import { postApi } from './postApi.ts'
import { startProduct, type Product, type Tokens } from './startProduct.ts'

const DESK = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }

let product: Product
let tokens: Tokens
beforeAll(async () => {
  product = await startProduct({})
  const account = { name: 'Asha Rao', email: 'asha@example.com', password: 'kite-river-42', confirmPassword: 'kite-river-42' }
  tokens = await postApi<Tokens>(product.address, '/auth/signup', account)
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

/** The landing page in a browser that keeps a secret; `faults` are what the browser refused. */
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
  await expect.poll(() => faults.length, { timeout: 10_000 }).toBeGreaterThan(0)
  expect(await stolen(page)).toBeUndefined()
  await page.context().close()
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
