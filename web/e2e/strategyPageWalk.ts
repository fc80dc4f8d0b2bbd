import { test } from 'vitest'
import type { Walk } from './openScreens.ts'
import { seeTexts } from './seeTexts.ts'
import { walkStates } from './walkStates.ts'

/** The states and actions of the page of one strategy. */
export function strategyPageWalk(walk: Walk): void {
  const { place, screens } = walk

  test('it waits, says what did not come, shows it after Retry, and keeps it when the line breaks', async () => {
    const { id } = await screens().product.db.strategy.findFirstOrThrow({ where: { name: 'EMA Crossover' } })
    const page = await walkStates(walk, {
      ...{ person: 'newcomer', path: `/strategies/${id}`, heading: 'Strategy', operation: 'StrategyPage' },
      ...{ failed: 'Failed to load the strategy', shows: ['EMA Crossover', 'What it does', 'Versions', 'HYPOTHETICAL'] },
    })
    // Refetched after a reconnect.
    await page.waitForLoadState('networkidle')
    const subscription = page.getByRole('region', { name: 'Your subscription' })
    await seeTexts(subscription, ['Subscribe, and version 1 trades for you on paper.'])
    await subscription.getByRole('button', { name: 'Subscribe' }).click()
    await seeTexts(page, ['Successfully subscribed to strategy!', 'You are on version 1, the newest.'])
    await subscription.getByRole('button', { name: 'Unsubscribe' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Unsubscribe' }).click()
    await seeTexts(page, ['Successfully unsubscribed from strategy!', 'Subscribe, and version 1 trades for you on paper.'])
    await page.getByRole('link', { name: 'All strategies' }).click()
    await page.waitForURL('**/strategies')
    await page.context().close()
  })

  test('one that is not there is said to be missing', async () => {
    const page = await screens().open('newcomer', place, '/strategies/00000000-0000-7000-8000-000000000000')
    await page
      .getByRole('alert')
      .getByText(/^Failed to load the strategy: /)
      .waitFor()
    await page.getByRole('link', { name: 'All strategies' }).click()
    await page.waitForURL('**/strategies')
    await page.context().close()
  })
}
