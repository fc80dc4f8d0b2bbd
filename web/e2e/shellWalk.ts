import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { focusWalk } from './focusWalk.ts'
import type { Walk } from './openScreens.ts'

/** Longer than the 1.5 seconds that the button is held for. */
const HELD_MS = 1_700

/** What every screen has around it: how the product looks, the way to stop, the way out. */
export function shellWalk({ place, wide, screens }: Walk): void {
  const look = (page: Page) => page.evaluate(() => ({ ...document.documentElement.dataset }))

  test('the appearance is chosen in one menu by keyboard, kept over a reload from the first paint on, and given back', async () => {
    const page = await screens().open('newcomer', place, '/dashboard')
    await page.getByRole('heading', { name: 'Nila Trading Dashboard' }).waitFor()
    if (!wide) await page.getByRole('button', { name: 'Open menu' }).click()
    const opener = page.getByRole('button', { name: 'Appearance' })
    await opener.focus()
    await page.keyboard.press('Enter')
    const menu = page.getByRole('dialog', { name: 'Appearance' })
    await menu.waitFor()
    expect((await focusWalk(page, '[role="dialog"]:has([role="radiogroup"])')).faults).toEqual([])
    await menu.getByRole('radio', { name: 'Dark', exact: true }).focus()
    await page.keyboard.press('ArrowDown')
    await menu.getByRole('radio', { name: 'Dark Forest' }).check()
    await menu.getByRole('radio', { name: /^Colour-blind safe/ }).check()
    const chosen = { theme: 'forest', scheme: 'light', pnl: 'cvd' }
    expect(await look(page)).toMatchObject(chosen)
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    expect(await ground()).toBe('rgb(241, 246, 243)')
    expect(await page.locator('meta[name="theme-color"]').getAttribute('content')).toBe('#f1f6f3')
    await page.keyboard.press('Escape')
    await menu.waitFor({ state: 'detached' })
    expect(await opener.evaluate((button) => button === document.activeElement)).toBe(true)

    await page.reload({ waitUntil: 'commit' })
    await expect.poll(() => look(page)).toMatchObject(chosen)
    await page.getByRole('heading', { name: 'Nila Trading Dashboard' }).waitFor()
    expect(await look(page)).toMatchObject(chosen)
    expect(await ground()).toBe('rgb(241, 246, 243)')
    await page.context().close()
  })

  test('with System the device decides, and goes on deciding', async () => {
    const page = await screens().open('newcomer', place, '/dashboard', async (opened) => {
      await opened.emulateMedia({ colorScheme: 'light' })
      await opened.addInitScript(() => {
        const state = { preset: 'charcoal', darkMode: true, pnl: 'classic', followSystem: true }
        localStorage.setItem('theme-storage', JSON.stringify({ state, version: 0 }))
      })
    })
    await page.getByRole('heading', { name: 'Nila Trading Dashboard' }).waitFor()
    expect(await look(page)).toMatchObject({ theme: 'charcoal', scheme: 'light' })
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(() => look(page)).toMatchObject({ scheme: 'dark' })
    await page.context().close()
  })

  if (wide) return

  test('on a phone two presses stop new entries, from any screen and however far it is scrolled; the way out is in the menu', async () => {
    for (const path of ['/dashboard', '/live-trades', '/strategies', '/history', '/research-agent', '/profile']) {
      const page = await screens().open('newcomer', place, path)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
      const stop = page.getByRole('button', { name: 'Stop trading' })
      const box = await stop.boundingBox()
      expect(box && box.y >= 0 && box.y + box.height < 844, path).toBe(true)
      expect(await page.locator('main').getByRole('button', { name: 'Logout' }).filter({ visible: true }).count(), path).toBe(0)
      await page.context().close()
    }
    const page = await screens().open('newcomer', place, '/history')
    await page.getByRole('button', { name: 'Stop trading' }).click()
    await page.getByRole('button', { name: 'Stop new entries' }).click()
    await page.getByRole('dialog', { name: 'Trading is stopped' }).getByRole('button', { name: 'Done' }).click()
    await page.getByText('Your trading is stopped').waitFor()

    await page.getByRole('button', { name: 'Stop trading' }).click()
    await page.getByRole('button', { name: 'New entries are stopped' }).waitFor()
    const hold = page.getByRole('button', { name: /^Hold to square off/ })
    await hold.click()
    expect(await page.getByRole('dialog', { name: 'Stop trading' }).isVisible()).toBe(true)
    await hold.click({ delay: HELD_MS })
    const result = page.getByRole('dialog', { name: 'Trading is stopped' })
    await result.getByText('There were no open trades to square off.').waitFor()
    await result.getByRole('button', { name: 'Done' }).click()

    for (const stops = page.getByRole('button', { name: 'Lift' }); (await stops.count()) > 0;) {
      await stops.first().click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Lift the stop' }).click()
      await page.getByRole('alertdialog').waitFor({ state: 'detached' })
      await expect.poll(() => page.getByText('Your trading is stopped').count()).toBe(0)
    }
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Logout' }).waitFor()
    await page.context().close()
  })
}
