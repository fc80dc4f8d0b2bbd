import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Walk } from './openScreens.ts'
import { seeTexts } from './seeTexts.ts'
import { walkStates } from './walkStates.ts'

/** Chapters 5 and 8 of the specification. */
const TEXTS = {
  nameless: 'Strategy name is required',
  nowhere: 'At least one instrument is required',
  created: 'Strategy created successfully!',
  notCreated: 'Failed to create strategy',
  updated: 'Strategy updated successfully!',
  conflict: 'Someone else has changed this strategy. Reload it, then make your change again.',
  deleted: 'Strategy deleted successfully!',
  deletion:
    "1 subscription ends with it, and the subscribers are notified. Its past trades stay in everyone's history. This cannot be undone.",
}
const NAME = 'Morning momentum'
const SECTIONS = ['What it is', 'When it trades', 'In plain English', 'Backtest', 'Run backtest', 'Save Changes']

/** The states and actions of the strategy editor with its rule builder and its backtest, until the strategy is deleted. */
export function strategyEditorWalk(walk: Walk): void {
  const { place, screens } = walk
  const field = (page: Page, name: string) => page.locator(`[name="${name}"]`)
  const save = (page: Page) => page.getByRole('button', { name: /^(Create Strategy|Save Changes)$/ })

  const toast = (page: Page, text: string) => page.locator('[data-sonner-toast]').filter({ hasText: text }).waitFor()

  test('it waits, says what did not come, shows it after Retry, and keeps it when the line breaks', async () => {
    const { id } = await screens().product.db.strategy.findFirstOrThrow({ where: { name: 'EMA Crossover' } })
    const page = await walkStates(walk, {
      ...{ person: 'admin', path: `/strategies/${id}/edit`, heading: 'Edit Strategy', operation: 'ManagedStrategies' },
      ...{ failed: 'Failed to load strategies', shows: ['Edit EMA Crossover', ...SECTIONS] },
    })
    await seeTexts(page, ['Rules and terms are unchanged: version 1 stays.'])
    await page.context().close()
  })

  test('rules come from a template and menus, with a sentence that follows, what is wrong at its place, and every step undone', async () => {
    const page = await screens().open('admin', place, '/strategies/new')
    await seeTexts(page, ['Saving makes version 1.', 'Never.'])
    await save(page).click()
    await seeTexts(page, [TEXTS.nameless, TEXTS.nowhere, 'The rules are incomplete. Fix the highlighted fields.'])
    await expect.poll(() => field(page, 'name').evaluate((input) => input === document.activeElement)).toBe(true)

    await page.getByLabel(/^Start from a template/).selectOption('EMA Crossover')
    await expect.poll(() => field(page, 'name').inputValue()).toBe('EMA Crossover')
    const sentence = page.getByRole('complementary', { name: 'In plain English' }).getByRole('definition').first()
    const shownSentence = expect.poll(() => sentence.innerText())
    await shownSentence.toBe('EMA(9) crosses above EMA(21).')
    const rule = page.getByRole('region', { name: 'Buys a CALL when' }).getByRole('group', { name: 'Comparison' })
    await rule.getByRole('combobox', { name: 'First operand' }).selectOption('RSI')
    await rule.getByRole('combobox', { name: 'Comparison' }).selectOption('is above')
    await rule.getByRole('combobox', { name: 'Second operand' }).selectOption('A number')
    const number = rule.getByRole('textbox', { name: 'Number' })
    await number.fill('')
    await seeTexts(rule, ['Enter a number.'])
    expect(await page.getByText('Enter a number.').count()).toBe(1)
    await shownSentence.toBe('Fix the highlighted fields.')
    await number.fill('60')
    await shownSentence.toBe('RSI(14) is above 60.')
    await expect.poll(() => page.getByText('Enter a number.').count()).toBe(0)

    await page.getByRole('button', { name: 'Undo' }).click()
    await shownSentence.toContain('RSI(14) is above 0.')
    await number.press('Control+z')
    await shownSentence.toBe('RSI(14) is above EMA(21).')
    await page.getByRole('button', { name: 'Redo' }).click()
    await page.getByRole('button', { name: 'Redo' }).click()
    await shownSentence.toBe('RSI(14) is above 60.')

    await page.getByRole('link', { name: 'Cancel' }).click()
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await shownSentence.toBe('RSI(14) is above 60.')
    await page.getByRole('link', { name: 'Cancel' }).click()
    await question.getByRole('button', { name: 'Leave' }).click()
    await page.waitForURL('**/strategies')
    await page.context().close()
  })

  test('one is tried in place, stored, refused, changed into another version, and deleted after what that does was said', async () => {
    const { db } = screens().product
    const page = await screens().open('admin', place, '/strategies/new')
    await page.getByLabel(/^Start from a template/).selectOption('EMA Crossover')
    await page.getByRole('button', { name: 'NIFTY', exact: true }).click()

    await page.getByRole('button', { name: 'Run backtest' }).click()
    await page.getByRole('progressbar', { name: 'Backtest' }).waitFor()
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
    await seeTexts(page, ['Cancelled: there is no result.'])
    await page.getByRole('textbox', { name: 'From (empty: first available day)' }).fill('14/12/2026')
    await page.getByRole('button', { name: 'Run backtest' }).click()
    await seeTexts(page.getByRole('term').filter({ hasText: 'Net result' }), ['HYPOTHETICAL'])
    await seeTexts(page, ['Hypothetical equity, with the drawdown below', 'Hypothetical trades on the index'])

    await field(page, 'name').fill(NAME)
    await page.context().setOffline(true)
    await save(page).click()
    await toast(page, TEXTS.notCreated)
    await page.context().setOffline(false)
    await save(page).click()
    await seeTexts(page, [TEXTS.created, 'Version 1'])
    const id = /[\w-]{36}$/.exec(page.url())?.[0] ?? ''

    await db.subscription.create({ data: { userId: screens().userId('newcomer'), strategyId: id } })
    await page.goto(`${screens().product.address}/strategies/${id}/edit`)
    await field(page, 'stopLoss').fill('40')
    const consequence =
      'Saving makes version 2. 1 subscriber stays on the version they have until they move; trades that are open keep to theirs.'
    await seeTexts(page, [consequence])
    await db.strategy.update({ where: { id }, data: { description: 'Changed by another admin.' } })
    await save(page).click()
    await toast(page, TEXTS.conflict)
    await page.getByRole('button', { name: 'Discard my changes and reload' }).click()
    await expect.poll(() => page.getByLabel(/^Description/).inputValue()).toBe('Changed by another admin.')
    await field(page, 'stopLoss').fill('40')
    await seeTexts(page, [consequence])
    await save(page).click()
    await seeTexts(page, [TEXTS.updated, 'Version 2', 'Version 1'])

    await page.goto(`${screens().product.address}/strategies`)
    await page.getByRole('button', { name: `Delete ${NAME}` }).click()
    const question = page.getByRole('alertdialog', { name: `Delete ${NAME}?` })
    await seeTexts(question, [TEXTS.deletion])
    await question.getByRole('button', { name: 'Delete' }).click()
    await seeTexts(page, [TEXTS.deleted])
    await expect.poll(() => page.getByRole('article', { name: NAME }).count()).toBe(0)
    await page.context().close()
  })
}
