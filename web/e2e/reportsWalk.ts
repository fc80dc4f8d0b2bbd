import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { TRADED } from './insertTraded.ts'
import type { Walk } from './openScreens.ts'
import { seeTexts } from './seeTexts.ts'
import { walkStates } from './walkStates.ts'

const SECTIONS = [
  'Net result so far, with the drawdown below',
  'P&L calendar',
  'By weekday and hour of the entry',
  'By strategy',
  'Charges',
]
const FIGURES = [
  ...['Net result', 'Trades', 'Win rate', 'Expectancy'],
  ...['Profit factor', 'Maximum drawdown', 'Sharpe ratio', 'Sortino ratio'],
]

/** The states and actions of the reports. */
export function reportsWalk(walk: Walk): void {
  const { place, screens } = walk

  test('it waits, says what did not come, shows it after Retry, and keeps it when the line breaks', async () => {
    const page = await walkStates(walk, {
      ...{ person: 'trader', path: '/reports', heading: 'Reports', operation: 'Report' },
      ...{
        failed: 'Failed to load the report',
        shows: [...FIGURES, ...SECTIONS, 'PAPER', String(TRADED.closed), `On ${TRADED.days} days`],
      },
    })
    const scope = page.getByRole('main').getByRole('status').filter({ hasText: 'closed trades' })
    await scope.getByText('300 closed trades, 01 Oct 2026 to 11 Nov 2026.').waitFor()

    // A day of the calendar, all of it, and all days again.
    await page
      .getByRole('region', { name: 'P&L calendar' })
      .getByRole('button', { name: /11 Nov/ })
      .click()
    await scope.getByText('10 closed trades, 11 Nov 2026.').waitFor()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    const file = await download
    expect(file.suggestedFilename()).toBe('report-trades.csv')
    expect(
      readFileSync(await file.path(), 'utf8')
        .trimEnd()
        .split('\n'),
    ).toHaveLength(1 + 10)
    await page.goBack()
    await scope.getByText('300 closed trades').waitFor()

    await page.getByRole('group', { name: 'Mode' }).getByRole('button', { name: 'Live' }).click()
    await seeTexts(page, ['No live trades', 'No trades were closed live that match your filters. There are 300 on paper.'])
    await page.getByRole('button', { name: 'Show paper trades' }).click()
    await scope.getByText('300 closed trades').waitFor()
    await page.context().close()
  })

  test('without trades it says so and leads to the strategies; filters that leave nothing can be cleared', async () => {
    const empty = await screens().open('newcomer', place, '/reports')
    await seeTexts(empty, ['Nothing to report yet', 'Your reports begin with your first closed trade.'])
    await empty.getByRole('link', { name: 'Browse Strategies' }).click()
    await empty.waitForURL('**/strategies')
    await empty.context().close()

    const filtered = await screens().open('trader', place, '/reports?from=2020-01-01&to=2020-01-31')
    await seeTexts(filtered, ['No paper trades', 'No trades were closed on paper that match your filters.'])
    await filtered.getByRole('button', { name: 'Clear filters' }).click()
    await seeTexts(filtered, FIGURES)
    await filtered.context().close()
  })
}
