import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { controlAnswers } from './controlAnswers.ts'
import type { Walk } from './openScreens.ts'
import { seeTexts } from './seeTexts.ts'

/** The command palette, the list of shortcuts and the hidden amounts, which all screens share. */
export function paletteWalk({ place, wide, screens }: Walk): void {
  const palette = (page: Page) => page.getByRole('dialog', { name: 'Command palette' })
  const options = (page: Page) => palette(page).getByRole('option')

  /** Opens the palette, types, and waits until Enter would run this entry. */
  async function type(page: Page, typed: string, first: string): Promise<void> {
    await page.keyboard.press('Control+k')
    await palette(page).getByRole('combobox').pressSequentially(typed)
    await palette(page).getByRole('option', { name: first, selected: true }).waitFor()
  }

  test('it finds pages, strategies and actions by a few letters, the latest first, and asks before what is dangerous', async () => {
    const { product } = screens()
    const page = await screens().open('trader', place, '/dashboard')
    await page.getByRole('heading', { name: 'Tara Trading Dashboard' }).waitFor()
    if (!wide) {
      await page.getByRole('button', { name: 'Open menu' }).click()
      await page.getByRole('button', { name: 'Search' }).click()
      await palette(page).getByRole('button', { name: 'Close' }).click()
      await palette(page).waitFor({ state: 'detached' })
    }
    await type(page, 'hist', 'Trade History')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/history')
    await type(page, 'ema cr', 'EMA Crossover')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'EMA Crossover', level: 1 }).waitFor()

    await page.keyboard.press('Control+k')
    await expect.poll(() => palette(page).getByRole('group', { name: 'Recent' }).getByRole('option').count()).toBe(2)
    await page.keyboard.press('ArrowDown')
    await palette(page).getByRole('option', { name: 'Trade History', selected: true }).waitFor()
    await page.keyboard.type('no such thing')
    await seeTexts(palette(page), ['No results for “no such thing”. Try fewer letters.'])
    await page.keyboard.press('Control+k')
    await palette(page).waitFor({ state: 'detached' })

    await type(page, 'start all', 'Start All Strategies')
    await page.keyboard.press('Enter')
    const start = page.getByRole('alertdialog', { name: 'Start all strategies?' })
    await start.waitFor()
    await page.keyboard.press('Enter')
    await start.waitFor({ state: 'detached' })
    await type(page, 'emerg', 'Emergency Stop')
    await page.keyboard.press('Enter')
    const stop = page.getByRole('dialog', { name: 'Emergency Stop' })
    await stop.getByLabel('Type STOP to confirm').waitFor()
    await page.keyboard.press('Enter')
    expect(await stop.getByRole('button', { name: 'Stop trading' }).isDisabled()).toBe(true)
    await page.keyboard.press('Escape')
    await stop.waitFor({ state: 'detached' })
    // Neither has done anything.
    expect(await product.db.subscription.count({ where: { userId: screens().userId('trader'), isActive: true } })).toBe(0)
    expect(await product.db.killSwitch.count({ where: { scopeId: screens().userId('trader') } })).toBe(0)
    await page.context().close()
  })

  test('it says when strategies are on their way, and when they did not come', async () => {
    const answers = { hold: () => {}, fail: () => {} }
    const page = await screens().open('newcomer', place, '/profile', async (opened) => {
      const control = await controlAnswers(opened, 'AvailableStrategies')
      answers.fail = () => control.fail(500)
      control.hold()
    })
    await page.getByRole('heading', { name: 'Profile Settings' }).waitFor()
    await page.keyboard.press('Control+k')
    await seeTexts(palette(page), ['Loading strategies…'])
    answers.fail()
    await seeTexts(palette(page), ['Strategies could not be loaded, so they are not searched.'])
    await options(page).filter({ hasText: 'Dashboard' }).first().click()
    await page.waitForURL('**/dashboard')
    await page.context().close()
  })

  test('? lists the keys and . hides the amounts until it is pressed again; both can be turned off', async () => {
    const page = await screens().open('trader', place, '/live-trades')
    const exposure = page.getByText('₹15,000.00', { exact: true })
    const hidden = page.getByText('₹••••', { exact: true })
    await exposure.waitFor()
    await page.keyboard.press('.')
    await exposure.waitFor({ state: 'detached' })
    await hidden.first().waitFor()
    await page.reload()
    await hidden.first().waitFor()
    expect(await exposure.count()).toBe(0)
    await page.getByPlaceholder('Search trades...').press('.')
    expect(await page.getByPlaceholder('Search trades...').inputValue()).toBe('.')
    expect(await exposure.count()).toBe(0)
    await page.getByPlaceholder('Search trades...').fill('')
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('.')
    await exposure.waitFor()

    await page.keyboard.press('g')
    await page.keyboard.press('h')
    await page.waitForURL('**/history')
    await page.keyboard.press('?')
    const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await seeTexts(list, ['Search and run commands', 'Show this list', 'Hide or show amounts', 'Go to Dashboard'])
    await list.getByRole('switch').click()
    await page.keyboard.press('Escape')
    await list.waitFor({ state: 'detached' })
    await page.keyboard.press('?')
    await page.keyboard.press('Control+k')
    await palette(page).waitFor()
    expect(await list.count()).toBe(0)
    await page.context().close()
  })
}
