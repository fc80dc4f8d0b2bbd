import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { closedWith } from '../../gateway/testing/rows.ts'
import { TRADED } from './insertTraded.ts'
import type { Walk } from './openScreens.ts'
import { seeTexts } from './seeTexts.ts'
import { walkStates } from './walkStates.ts'

/** Chapters 2 and 8 of the specification. */
const TEXTS = {
  cards: ['Total Trades', 'Profitable Trades', 'Win Rate', 'Total P&L'],
  columns: ['Symbol', 'Strategy', 'Side', 'Entry Price', 'Exit Price', 'Entry & Exit Time', 'P&L', 'Status', 'Date'],
  empty: ['No Trades Found', 'No trades found in your history.'],
  filtered: ['No Trades Found', 'No trades match your current filters.'],
}

const gross = Array.from({ length: TRADED.closed }, (_, place) => Number(TRADED.grossPaise(place)))
const total = gross.reduce((sum, one) => sum + one, 0) / 100
/** After charges. */
const wins = Array.from({ length: TRADED.closed }, (_, place) => closedWith(TRADED.grossPaise(place)).netPaise ?? 0n).filter(
  (net) => net > 0n,
).length
const rupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR', signDisplay: 'exceptZero' })
/** As screens write amounts: the minus sign is as wide as a digit. */
const signed = (amount: number) => rupees.format(amount).replace('-', '\u2212')

/** The states and actions of the trade history. */
export function historyWalk(walk: Walk): void {
  const { place, wide, screens } = walk
  const rows = (page: Page) => page.getByRole('link', { name: /^Why was/ })

  test('it waits, says what did not come, shows it after Retry, and keeps it when the line breaks', async () => {
    const shows = [
      ...TEXTS.cards,
      String(TRADED.closed),
      String(wins),
      `${((wins / TRADED.closed) * 100).toFixed(1)}%`,
      '100 of 300 trades',
    ]
    const page = await walkStates(walk, {
      ...{ person: 'trader', path: '/history', heading: 'Trade History', operation: 'TradeHistory' },
      ...{ failed: 'Failed to load trade history', shows },
    })
    await page.getByText(signed(total)).first().waitFor()
    await page
      .getByRole('region', { name: 'Total P&L' })
      .getByText(/^Net of /)
      .waitFor()
    await page.getByText('CALL', { exact: true }).first().waitFor()
    if (wide) expect((await page.getByRole('columnheader').allInnerTexts()).map((text) => text.trim())).toEqual(TEXTS.columns)
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
    await page.getByRole('search').getByLabel('Status').selectOption('Target Hit')
    const hits = gross.filter((one, i) => TRADED.strikes[i % 3] === 24_500 && one > 0)
    await seeTexts(page, [`${hits.length} of ${hits.length} trades`])
    if (wide) await page.getByRole('button', { name: 'P&L' }).click()
    else await page.getByRole('combobox', { name: 'Sorted by' }).selectOption('P&L, descending')
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
    await page
      .getByRole('row')
      .filter({ has: rows(page).first() })
      .getByRole('cell')
      .last()
      .click()
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.goto(`${screens().product.address}/history?from=2026-11-10&to=2026-11-01`)
    await seeTexts(page, ['The end date is before the start date.'])
    await page.context().close()
  })
}
