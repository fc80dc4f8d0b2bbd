import { randomUUID } from 'node:crypto'
import { TOTP } from 'otpauth'
import type { Page, Request } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestMailServer, type TestMailServer } from '../../gateway/topics/mail/testing/startTestMailServer.ts'
import { HOUR, SECOND } from '../../schema/time.ts'
import { MeDocument } from '../lib/session/generated/graphql.ts'
import { askProduct } from './askProduct.ts'
import { fillSignUp } from './fillSignUp.ts'
import { startProduct, type Product } from './startProduct.ts'

const FIRST_PASSWORD = 'kite-river-42'
const SECOND_PASSWORD = 'lamp-desert-77'

/** Of an account that no earlier try has made. */
let email: string
beforeEach(() => {
  email = `meera-${randomUUID()}@example.com`
})
let mailServer: TestMailServer
let product: Product
beforeAll(async () => {
  mailServer = await startTestMailServer()
  product = await startProduct({ SMTP_URL: mailServer.url })
})
afterAll(async () => {
  await product?.stop()
  await mailServer?.close()
})

/** The address in the latest mail with a subject, once it has arrived. */
async function mailedLink(subject: string): Promise<string> {
  const link = () => {
    const mail = mailServer.mails.filter((one) => one.includes(`Subject: ${subject}`) && one.includes(`To: ${email}`)).at(-1)
    return /http:\/\/127\.0\.0\.1:\d+\/\S+#token=[\w-]{43}/.exec(mail ?? '')?.[0]
  }
  await expect.poll(link, { interval: 50 }).toBeDefined()
  return link() ?? ''
}

async function signIn(page: Page, password: string, code: string): Promise<void> {
  const modal = page.getByRole('dialog')
  await modal.getByLabel('Email').fill(email)
  await modal.getByLabel('Password', { exact: true }).fill(password)
  await modal.getByRole('button', { name: 'Sign In', exact: true }).click()
  await modal.getByLabel('6-digit code, or a recovery code').fill(code)
  await modal.getByRole('button', { name: 'Sign In', exact: true }).click()
  await page.waitForURL('**/dashboard')
}

/** The GraphQL operation of a request; null when it is something else. */
function operationOf(request: Request): unknown {
  if (!request.url().endsWith('/graphql') || request.method() !== 'POST') return null
  const body: unknown = request.postDataJSON()
  return Reflect.get(Object(body), 'operationName')
}

/** Closed: a socket of the page has been closed since this was called. */
function watchSockets(page: Page): { closed: boolean } {
  const seen = { closed: false }
  page.on('websocket', (socket) => socket.on('close', () => (seen.closed = true)))
  return seen
}

test('an account is made, confirmed, changed, secured by a second step and won back by mail, which ends every session of it', async () => {
  const { page } = await product.openPage()
  const sockets = watchSockets(page)
  await page.goto(product.address)
  await fillSignUp(page, { name: 'Meera Nair', email, password: FIRST_PASSWORD })

  await page.getByRole('link', { name: 'Profile' }).click()
  await page.getByText('This email is not confirmed yet.').waitFor()
  await page.goto(await mailedLink('Confirm your e-mail address'))
  await page.getByText('Thank you, your address is confirmed.').waitFor()
  await page.getByRole('link', { name: 'Go to the dashboard' }).click()

  await page.getByRole('link', { name: 'Profile' }).click()
  await page.getByText('Email confirmed').waitFor()
  await page.getByLabel('Your profile').getByRole('button', { name: 'Edit Profile' }).click()
  await page.getByLabel('Full Name').fill('Meera K. Nair')
  await page.getByLabel('Trading Index').selectOption('BANKNIFTY')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await page.getByText('Profile updated successfully!').waitFor()
  await page.getByLabel('Your profile').getByText('Bank Nifty').waitFor()
  await page.getByRole('complementary').getByText('Meera K. Nair').waitFor()

  // The password was given too long ago: the dialog asks for it, and the set-up continues by itself.
  await product.db.session.updateMany({ data: { authenticatedAt: new Date(Date.now() - HOUR) } })
  await page.getByRole('button', { name: 'Set up' }).click()
  const question = page.getByRole('dialog', { name: 'Confirm your password' })
  await question.getByLabel('Password', { exact: true }).fill(FIRST_PASSWORD)
  await question.getByRole('button', { name: 'Confirm' }).click()
  const setup = page.getByRole('dialog', { name: 'Set up two-factor sign-in' })
  expect(await setup.getByRole('img').evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))).toBeGreaterThan(
    0,
  )
  const authenticator = new TOTP({ secret: (await setup.locator('code').innerText()).replaceAll(' ', '') })
  await setup.getByLabel('6-digit code').fill(authenticator.generate())
  await setup.getByRole('button', { name: 'Turn on' }).click()
  const kept = page.getByRole('dialog', { name: 'Your recovery codes' })
  await kept.waitFor()
  const recoveryCodes = await kept.getByRole('listitem').allInnerTexts()
  expect(recoveryCodes).toHaveLength(10)
  await kept.getByRole('button', { name: 'I have saved them' }).click()
  await page.getByRole('button', { name: 'Turn off' }).waitFor()
  await page.getByText('Two-factor sign-in turned on').waitFor()

  await page.getByRole('complementary').getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL(`${product.address}/`)
  await page.getByRole('button', { name: 'Sign In' }).first().click()
  // A code is good once, and one step ahead is allowed.
  await signIn(page, FIRST_PASSWORD, authenticator.generate({ timestamp: Date.now() + 30 * SECOND }))
  const token = await page.evaluate(() => localStorage.getItem('auth_token'))
  await page.getByRole('heading', { name: 'Meera Trading Dashboard' }).waitFor()

  const other = (await product.openPage()).page
  await other.goto(product.address)
  await other.getByRole('button', { name: 'Sign In' }).first().click()
  await other.getByRole('dialog').getByLabel('Email').fill(email)
  await other.getByRole('button', { name: 'Forgot password?' }).click()
  await other.getByRole('button', { name: 'Send the link' }).click()
  await other.goto(await mailedLink('Reset your password'))
  await other.getByLabel('New Password', { exact: true }).fill(SECOND_PASSWORD)
  await other.getByLabel('Confirm Password', { exact: true }).fill(SECOND_PASSWORD)
  sockets.closed = false
  await other.getByRole('button', { name: 'Change Password' }).click()

  // The first page does nothing: its socket closes, its token is worth nothing, and it leaves.
  await page.waitForURL(`${product.address}/`)
  await page.getByText('Your session has ended. Please sign in again.').waitFor()
  expect(sockets.closed).toBe(true)
  await expect(askProduct(product.address, MeDocument, {}, { token: token ?? '' })).rejects.toThrow('UNAUTHENTICATED')
  expect(await page.evaluate(() => [localStorage.getItem('auth_token'), localStorage.getItem('refresh_token')])).toEqual([null, null])

  await signIn(other, SECOND_PASSWORD, recoveryCodes[0] ?? '')
  await other.getByRole('link', { name: 'Profile' }).click()
  await other.getByText('Recovery codes left: 9.').waitFor()
  await page.close()
  await other.close()
})

test('two tabs whose token ran out together stay signed in, and signing out in one signs out the other', async () => {
  const { page: first } = await product.openPage()
  await first.goto(product.address)
  await fillSignUp(first, { name: 'Ravi Iyer', email, password: FIRST_PASSWORD })
  const { page: second } = await product.openPage(first.context())
  await second.goto(`${product.address}/dashboard`)

  let refreshes = 0
  first.context().on('request', (request) => {
    if (operationOf(request) === 'Refresh') refreshes++
  })
  await first.evaluate(() => localStorage.setItem('auth_token', 'no longer good'))
  await Promise.all([first, second].map((page) => page.getByRole('link', { name: 'Profile' }).click()))
  await Promise.all([first, second].map((page) => page.getByText('Member since').waitFor()))
  // Each sent several requests. One refresh is the rule; a tab may see late what the other has stored, and gets the same tokens then.
  expect([1, 2]).toContain(refreshes)
  expect(await first.evaluate(() => localStorage.getItem('auth_token'))).toMatch(/^ey/)

  await first.getByRole('complementary').getByRole('button', { name: 'Logout' }).click()
  await second.waitForURL(`${product.address}/`)
  await first.context().close()
})

test.each<readonly [storage: string, spoil: () => void]>([
  [
    'is blocked',
    () => {
      const denied = () => {
        throw new DOMException('denied', 'SecurityError')
      }
      for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get: denied })
    },
  ],
  [
    'is full',
    () => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError')
      }
    },
  ],
])('a visit works where the browser’s storage %s, and where a translator has changed every text, and says so', async (_storage, spoil) => {
  const { page, faults } = await product.openPage()
  await page.addInitScript(spoil)
  await page.goto(product.address)
  await page.getByText('This browser blocks storage for Sakha.').waitFor()
  await fillSignUp(page, { name: 'Meera Nair', email, password: FIRST_PASSWORD })
  await page.getByRole('link', { name: 'Profile' }).click()
  await page.getByText('Member since').waitFor()
  await page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: Node[] = []
    while (texts.nextNode()) found.push(texts.currentNode)
    for (const text of found) {
      const font = document.createElement('font')
      font.textContent = text.textContent
      text.parentNode?.replaceChild(font, text)
    }
  })
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await page.waitForURL('**/dashboard')
  await page.getByRole('link', { name: 'Profile' }).click()
  await page.getByText('Member since').waitFor()
  expect(faults).toEqual([])
  await page.reload()
  await page.waitForURL(`${product.address}/`)
  await page.context().close()
})
