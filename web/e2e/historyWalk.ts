import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { controlAnswers, type AnswerControl } from './controlAnswers.ts'
import { TRADED } from './insertTraded.ts'
import { overflow, seeTexts, skeletons, type Walk } from './openScreens.ts'

/** Chapters 2 and 8 of the specification. */
const TEXTS = {
  cards: ['Total Trades', 'Profitable Trades', 'Win Rate', 'Total P&L'],
  columns: ['Symbol', 'Strategy', 'Side', 'Entry Price', 'Exit Price', 'Entry & Exit Time', 'P&L', 'Status', 'Date'],
  failed: 'Failed to load trade history',
  empty: ['No Trades Found', 'No trades found in your history.'],
  filtered: ['No Trades Found', 'No trades match your current filters.'],
}

const gross = Array.from({ length: TRADED.closed }, (_, place) => Number(TRADED.grossPaise(place)))
const total = gross.reduce((sum, one) => sum + one, 0) / 100
const wins = gross.filter((one) => one > 0).length
const rupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR', signDisplay: 'exceptZero' })
/** As screens write amounts: the minus sign is as wide as a digit. */
const signed = (amount: number) => rupees.format(amount).replace('-', '\u2212')

/** The states and actions of the trade history. */
export function historyWalk({ place, wide, screens }: Walk): void {
  const rows = (page: Page) => page.getByRole('link', { name: /^Why was/ })

  test('it holds the places of what is on its way, says what did not come, and shows it after Retry', async () => {
    let answers: AnswerControl | undefined
    const page = await screens().open('trader', place, '/history', async (opened) => {
      answers = await controlAnswers(opened, 'TradeHistory')
      answers.hold()
    })
    await page.getByRole('heading', { name: 'Trade History', level: 1 }).waitFor()
    await expect.poll(() => skeletons(page)).toBe(5)
    answers?.refuse('The history could not be read.', 'request-of-the-test')
    const failure = page.getByRole('alert').filter({ hasText: TEXTS.failed })
    await seeTexts(failure, [`${TEXTS.failed}: The history could not be read.`, 'Request request-of-the-test'])
    await page.getByRole('listitem').filter({ hasText: TEXTS.failed }).waitFor()
    expect(await skeletons(page)).toBe(0)

    answers?.pass()
    await failure.getByRole('button', { name: 'Retry' }).click()
    await rows(page).first().waitFor()
    await failure.waitFor({ state: 'detached' })
    await page.getByRole('listitem').filter({ hasText: TEXTS.failed }).waitFor({ state: 'detached' })
    await seeTexts(page.getByRole('main'), [
      ...TEXTS.cards,
      String(TRADED.closed),
      String(wins),
      `${((wins / TRADED.closed) * 100).toFixed(1)}%`,
      signed(total),
      '100 of 300 trades',
    ])
    if (wide) expect(await page.getByRole('columnheader').allInnerTexts()).toEqual(TEXTS.columns)
    expect(await overflow(page)).toBe(0)

    await page.context().setOffline(true)
    await page.getByRole('status', { name: 'Connection' }).getByText('Offline').waitFor()
    expect(await rows(page).count()).toBe(100)
    await page.context().setOffline(false)
    await page.getByRole('status', { name: 'Connection' }).getByText('Live').waitFor()
    await page.context().close()
  })

  test('without trades it says so and leads to the strategies', async () => {
    const page = await screens().open('newcomer', place, '/history')
    await seeTexts(page, TEXTS.empty)
    await page.getByRole('link', { name: 'Browse Strategies' }).click()
    await page.waitForURL('**/strategies')
    await page.context().close()
  })

  test('it filters, sorts, reads on, explains a trade and saves what matches', async () => {
    const page = await screens().open('trader', place, '/history?search=no-such-thing')
    await seeTexts(page, TEXTS.filtered)
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await seeTexts(page, ['100 of 300 trades'])
    await page.getByRole('button', { name: 'Show more' }).click()
    await seeTexts(page, ['200 of 300 trades'])

    await page.getByRole('searchbox', { name: 'Search' }).fill('24500')
    await seeTexts(page, ['100 of 100 trades'])
    await page.getByLabel('Status').selectOption('Target Hit')
    const hits = gross.filter((one, i) => TRADED.strikes[i % 3] === 24_500 && one > 0)
    await seeTexts(page, [`${hits.length} of ${hits.length} trades`])
    if (wide) await page.getByRole('button', { name: 'P&L' }).click()
    else await page.getByLabel('Sorted by').selectOption('P&L, descending')
    await page
      .getByRole('row')
      .filter({ has: rows(page) })
      .first()
      .getByText(signed(Math.max(...hits) / 100))
      .waitFor()

    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    const file = await download
    expect(file.suggestedFilename()).toBe('trade-history.csv')
    expect(
      readFileSync(await file.path(), 'utf8')
        .trimEnd()
        .split('\n'),
    ).toHaveLength(1 + hits.length)

    await rows(page).first().click()
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.goto(`${screens().product.address}/history?from=2026-11-10&to=2026-11-01`)
    await seeTexts(page, ['The end date is before the start date.'])
    await page.context().close()
  })
}
