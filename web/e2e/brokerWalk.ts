import type { Page } from 'playwright-core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { HOUR, MINUTE } from '../../schema/time.ts'
import { personsAccount, readHome, signInAtBroker, type Signer } from './brokersApp.ts'
import { accessibilityFaults } from './accessibility.ts'
import { makeAdmin } from './makeAdmin.ts'
import { VIEWPORTS, type Place } from './openScreens.ts'
import { PASSWORD, signUp } from './signUp.ts'
import { seeTexts } from './seeTexts.ts'
import { startProduct, type Product } from './startProduct.ts'

/** A one-time code is used once: a second sign-in waits for the next one. */
const NEXT_CODE_MS = MINUTE

/** One that fades away has too little contrast for a moment. */
const toastsGone = (page: Page) => expect.poll(() => page.locator('[data-sonner-toast]').count()).toBe(0)
const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** Fills the dialog in, and sends it. */
async function connectWithPin(page: Page, { clientCode, pin, totpSecret }: Signer): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Connect with PIN' })
  await dialog.getByLabel('Client code').fill(clientCode)
  await dialog.getByLabel('PIN', { exact: true }).fill(pin)
  await dialog.getByLabel('TOTP secret', { exact: true }).fill(totpSecret)
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
}

async function confirmPassword(page: Page): Promise<void> {
  const question = page.getByRole('dialog', { name: 'Confirm your password' })
  await question.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await question.getByRole('button', { name: 'Confirm' }).click()
  await question.waitFor({ state: 'detached' })
}

/** Connects a person's account at the broker in every way, and the installation's, in a product of its own. */
export function walkBroker(place: Place): void {
  let product: Product
  beforeEach(async () => {
    product = await startProduct({ SMARTAPI_STATIC_IP: '127.0.0.1' })
  })
  afterEach(() => product?.stop())

  test(`at ${place} an account is connected by the broker's page and by PIN, refreshed, and disconnected`, async () => {
    const signer = personsAccount(product, 0)
    const { page, userId } = await signUp(product, 'Tara', VIEWPORTS[place])
    await page.goto(`${product.address}/profile`)
    const card = page.getByRole('region', { name: 'Broker Connection' })
    const overview = page.getByRole('region', { name: 'Account Overview' })
    await seeTexts(card, ['Not connected'])
    await seeTexts(overview, ['Not connected'])

    await card.getByRole('button', { name: 'Connect Broker' }).click()
    await signInAtBroker(page, signer)
    await page.waitForURL(`${product.address}/profile#broker`)
    await seeTexts(page, ['Your broker account is connected.'])
    await seeTexts(card, ['Connected', 'Broker tokens', 'Up to date', 'You connect again'])
    await seeTexts(overview, ['Connected'])
    await card.getByText(`client code …${signer.clientCode.slice(-2)}`).waitFor()
    const readiness = card.getByRole('region', { name: 'Ready for the open' })
    await readiness.getByRole('button', { name: 'Check Again' }).click()
    await seeTexts(readiness, ['Prices are arriving.', 'Today is a trading day.', 'Orders leave from 127.0.0.1, the registered address.'])
    expect(await readiness.getByRole('listitem').filter({ hasText: 'Ready' }).count()).toBe(7)
    expect(await overflow(page)).toBe(0)
    await toastsGone(page)
    expect(await accessibilityFaults(page)).toEqual([])

    expect(await card.getByRole('button', { name: 'Automatic Refresh' }).isDisabled()).toBe(true)

    // The password was given too long ago for what follows.
    await product.db.session.updateMany({ where: { userId }, data: { authenticatedAt: new Date(Date.now() - HOUR) } })
    await card.getByRole('button', { name: 'Disconnect' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click()
    await confirmPassword(page)
    await seeTexts(card, ['Not connected'])
    expect(await product.db.brokerAccount.count({ where: { userId } })).toBe(0)

    await card.getByRole('button', { name: 'Connect with PIN' }).click()
    const dialog = page.getByRole('dialog', { name: 'Connect with PIN' })
    await connectWithPin(page, { ...signer, pin: signer.pin === '0000' ? '1111' : '0000' })
    await dialog.getByRole('alert').waitFor()
    await toastsGone(page)
    expect(await accessibilityFaults(page)).toEqual([])
    await dialog.getByRole('checkbox').check()
    await connectWithPin(page, signer)
    await dialog.waitFor({ state: 'detached', timeout: NEXT_CODE_MS })
    await seeTexts(card, ['Connected', 'Signs in automatically'])
    for (const way of ['Refresh Tokens', 'Automatic Refresh']) {
      await product.db.brokerAccount.update({ where: { userId }, data: { refreshedAt: new Date(Date.now() - 2 * HOUR) } })
      await page.reload()
      await seeTexts(card, ['Refresh recommended'])
      await card.getByRole('button', { name: way }).click()
      await card.getByText('Up to date').waitFor({ timeout: NEXT_CODE_MS })
    }

    await card.getByRole('button', { name: 'Disconnect' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click()
    await seeTexts(card, ['Not connected'])
    expect(await product.db.brokerAccount.count({ where: { userId } })).toBe(0)
    await page.context().close()
  })

  test.runIf(place === 'a desk')("an admin configures the installation's account, signs it in and removes it", async () => {
    const { page, userId } = await signUp(product, 'Asha', VIEWPORTS[place])
    const tokenOf = () => page.evaluate(() => ({ token: localStorage.getItem('auth_token') ?? '' }))
    await makeAdmin(product, userId, await tokenOf())
    await page.goto(`${product.address}/admin`)
    const card = page.getByRole('region', { name: 'Admin Broker Management' })
    await card.getByRole('button', { name: 'Configure' }).click()
    const dialog = page.getByRole('dialog')
    const save = dialog.getByRole('button', { name: 'Save' })
    const { clientCode, pin, totpSecret } = readHome(product, 'sandbox-account.json') as Signer
    await dialog.getByLabel('Client ID').fill(clientCode)
    await dialog.getByLabel('TOTP secret').fill(totpSecret)
    expect(await save.isDisabled()).toBe(true)
    await dialog.getByLabel('Password').fill(pin)
    await save.click()
    await seeTexts(page, ['Admin broker credentials configured successfully!'])
    await card.getByRole('button', { name: 'Login' }).click()
    await seeTexts(page, ['Admin broker login successful!'])
    await seeTexts(card, ['Connected', `…${clientCode.slice(-2)}`])
    expect(await card.getByRole('button', { name: 'Login' }).isDisabled()).toBe(true)
    await card.getByRole('button', { name: 'Remove Credentials' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove Credentials' }).click()
    await seeTexts(page, ['Admin broker credentials removed successfully!'])
    await card.getByRole('button', { name: 'Configure' }).waitFor()
    await page.context().close()
  })
}
