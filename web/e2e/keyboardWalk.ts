import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { focusWalk } from './focusWalk.ts'
import { PASSWORD, VIEWPORTS, type Walk } from './openScreens.ts'

const DIALOG = '[role="dialog"], [role="alertdialog"]'

/**
 * Screens, the mark of a complete load, and what opens dialogs on them; ten trades on a day keep the table short enough to walk through.
 */
const SCREENS: readonly {
  readonly path: string
  readonly whole: (page: Page) => Locator
  readonly openers: readonly (string | RegExp)[]
}[] = [
  { path: '/dashboard', whole: (page) => page.getByRole('application'), openers: [/^Notifications/, 'Emergency Stop', 'Add an indicator'] },
  { path: '/live-trades', whole: (page) => page.getByRole('article').first(), openers: [/^Close trade/] },
  { path: '/strategies', whole: (page) => page.getByRole('article').first(), openers: [/^Subscribed to/] },
  { path: '/strategies?tab=mine', whole: (page) => page.getByRole('article').first(), openers: [/^Settings of/] },
  { path: '/history?from=2026-10-01&to=2026-10-01', whole: (page) => page.getByText('10 of 10 trades'), openers: [/^Why was/] },
  { path: '/reports?period=all', whole: (page) => page.getByRole('grid').first(), openers: [/^What is/] },
  { path: '/profile', whole: (page) => page.getByText('Member since'), openers: ['Change Password', 'Set up', /^Delete/] },
]

/**
 * Everything without a mouse: each Tab stop is visible, shows its focus and has a name; everything is reachable, and dialogs trap the
 * focus.
 */
export function keyboardWalk({ place, wide, screens }: Walk): void {
  const focused = (control: Locator) => expect.poll(() => control.evaluate((element) => element === document.activeElement)).toBe(true)

  const focusIn = (page: Page) => page.evaluate(() => `${document.activeElement?.computedRole} “${document.activeElement?.computedName}”`)

  /** Opens a dialog by Enter on its opener, walks round in it both ways, and closes it by Escape. */
  async function walkDialog(page: Page, opener: Locator): Promise<void> {
    await opener.focus()
    const name = await focusIn(page)
    await page.keyboard.press('Enter')
    const dialog = page.locator(DIALOG)
    await dialog.waitFor()
    const inside = () => dialog.evaluate((element) => element.contains(document.activeElement))
    await expect.poll(inside).toBe(true)
    const { stops, faults } = await focusWalk(page, DIALOG)
    expect(faults).toEqual([])
    expect(await inside()).toBe(true)
    await page.keyboard.press('Shift+Tab')
    expect(await focusIn(page)).toBe(stops.at(-1))
    expect(await inside()).toBe(true)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => focusIn(page)).toBe(name)
  }

  test('from the landing page through the modal to the dashboard', async () => {
    const { product } = screens()
    const { page } = await product.openPage(await product.openProfile({ viewport: VIEWPORTS[place] }))
    await page.goto(product.address)
    const signIn = page.getByRole('button', { name: 'Sign In' }).first()
    await signIn.waitFor()
    expect((await focusWalk(page, 'body')).faults).toEqual([])
    await walkDialog(page, signIn)

    await page.keyboard.press('Enter')
    const modal = page.getByRole('dialog')
    await focused(modal.getByLabel('Email'))
    await page.keyboard.type('nila@example.com')
    await modal.getByLabel('Password', { exact: true }).focus()
    await page.keyboard.type(PASSWORD)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/dashboard')
    await page.getByRole('heading', { name: 'Nila Trading Dashboard' }).waitFor()
    await page.keyboard.press('Tab')
    await focused(page.getByRole('link', { name: 'Skip to content' }))
    await page.keyboard.press('Enter')
    await focused(page.getByRole('main'))
    await page.context().close()
  })

  test('through every screen, into its dialogs and out again', async () => {
    // Two-factor sign-in requires a confirmed address.
    await screens().product.db.user.update({ where: { id: screens().userId('trader') }, data: { emailVerifiedAt: new Date() } })
    const page = await screens().open('trader', place, '/dashboard')
    const faults: string[] = []
    for (const { path, whole, openers } of SCREENS) {
      await page.goto(screens().product.address + path)
      await whole(page).waitFor()
      // The shell is the same on all screens: once is enough.
      const within = path === '/dashboard' ? 'body' : 'main'
      if (within === 'main') await page.getByRole('main').focus()
      faults.push(...(await focusWalk(page, within)).faults.map((fault) => `${path}: ${fault}`))
      for (const name of openers) {
        const opener = page.getByRole('button', { name }).or(page.getByRole('link', { name }))
        await walkDialog(page, opener.filter({ visible: true }).first())
      }
    }
    if (!wide) await walkDialog(page, page.getByRole('button', { name: 'Open menu' }))
    expect(faults).toEqual([])
    await page.context().close()
  })

  test('a chart is read, a switch turned, and a strategy subscribed to and left, without losing the place', async () => {
    const page = await screens().open('newcomer', place, '/dashboard')
    await page.getByRole('application').focus()
    const legend = page.locator('[aria-live][aria-atomic]').filter({ hasText: 'IST' })
    const newest = await legend.locator('span').first().innerText()
    for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowLeft')
    await expect.poll(() => legend.getAttribute('aria-live')).toBe('polite')
    expect(await legend.locator('span').first().innerText()).not.toBe(newest)

    await page.goto(`${screens().product.address}/live-trades`)
    const autoRefresh = page.getByRole('switch', { name: 'Auto Refresh' })
    await autoRefresh.focus()
    await page.keyboard.press('Space')
    await expect.poll(() => autoRefresh.getAttribute('aria-checked')).toBe('false')

    await page.goto(`${screens().product.address}/strategies`)
    await page.getByRole('button', { name: 'Subscribe to MACD' }).focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => focusIn(page)).toBe('button “Subscribed to MACD, unsubscribe”')
    const subscribed = page.getByRole('button', { name: 'Subscribed to MACD', disabled: false })
    await subscribed.waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => focusIn(page)).toBe('button “Cancel”')
    await page.keyboard.press('Tab')
    // A question takes no press before it has stood for a moment.
    await page.getByRole('button', { name: 'Unsubscribe', exact: true, disabled: false }).waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => focusIn(page)).toBe('button “Subscribe to MACD”')
    await page.context().close()
  })
}
