import { expect, test } from 'vitest'
import { controlAnswers } from './controlAnswers.ts'
import type { Walk } from './openScreens.ts'
import { seeTexts } from './seeTexts.ts'
import { walkStates } from './walkStates.ts'

/** Chapter 2 of the specification. */
const TEXTS = {
  subtitle: "Welcome back! Here's your trading overview for today.",
  cards: ["Today's P&L", "Today's Trades", 'Active Strategies', "Today's Funds Used"],
  market: ['Markets Open', 'Market Status', 'Market Open', 'Bot Status', 'Running', 'Active Trades'],
  actions: ['Quick Actions', 'Start All Strategies', 'Emergency Stop', 'View Reports'],
  chart: ['1min', '5min'],
  recent: ['Recent Trades', 'View All →'],
}
const RECENT = 6

/** The states and actions of the dashboard. */
export function dashboardWalk(walk: Walk): void {
  const { place, screens, wide } = walk

  test('it waits, says what did not come, shows it after Retry, and keeps it when the line breaks', async () => {
    const page = await walkStates(walk, {
      ...{ person: 'trader', path: '/dashboard', heading: 'Tara Trading Dashboard', operation: 'Dashboard' },
      ...{ failed: 'Error loading dashboard data', toast: 'Failed to fetch dashboard data', shows: Object.values(TEXTS).flat() },
    })
    await page.getByText(/^Last Updated: \d\d:\d\d:\d\d IST$/).waitFor()
    const open = page.getByRole('region', { name: 'Open Trades' })
    const top = (await page.getByRole('application').boundingBox())?.y
    await open.getByRole('table', { name: 'Running trades' }).or(open.getByText('No open trades')).waitFor()
    // Above the chart, which does not move when they come.
    expect((await page.getByRole('application').boundingBox())?.y).toBe(top)
    expect((await open.boundingBox())?.y ?? Infinity).toBeLessThan(top ?? 0)
    const recent = page.getByRole('region', { name: 'Recent Trades' })
    await recent.scrollIntoViewIfNeeded()
    await expect.poll(() => recent.getByRole('article').count()).toBe(RECENT)
    await page.getByRole('button', { name: '5min' }).click()
    await expect.poll(() => page.getByRole('button', { name: '5min' }).getAttribute('aria-pressed')).toBe('true')
    await page.getByRole('button', { name: 'Full screen' }).click()
    const full = page.getByRole('dialog')
    const chart = await full.getByRole('application').boundingBox()
    expect((chart?.height ?? 0) / (page.viewportSize()?.height ?? 1)).toBeGreaterThan(0.6)
    await full.getByRole('button', { name: 'Leave full screen' }).click()
    await full.waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'View Reports' }).click()
    await page.waitForURL('**/reports')
    await page.goBack()
    await page.getByRole('link', { name: 'View All →' }).click()
    await page.waitForURL('**/history')
    await page.context().close()
  })

  if (!wide)
    test('trades far below the window are requested once one scrolls near them', async () => {
      let requests = 0
      const page = await screens().open('trader', place, '/dashboard', async (opened) => {
        opened.on('request', (request) => {
          if (request.postData()?.includes('"operationName":"RecentTrades"')) requests++
        })
      })
      await page.getByRole('application').waitFor()
      await page.waitForLoadState('networkidle')
      expect(requests).toBe(0)
      const recent = page.getByRole('region', { name: 'Recent Trades' })
      await recent.scrollIntoViewIfNeeded()
      await expect.poll(() => recent.getByRole('article').count()).toBe(RECENT)
      expect(requests).toBe(1)
      await page.context().close()
    })

  test('figures, chart and recent trades fail each for itself, and say when there is nothing', async () => {
    const page = await screens().open('newcomer', place, '/dashboard', async (opened) => {
      for (const operation of ['Dashboard', 'RecentTrades', 'Chart'])
        (await controlAnswers(opened, operation)).refuse('The test refused this.', 'r1')
    })
    await seeTexts(page, ['Nila Trading Dashboard', 'No dashboard data available'])
    const alert = (text: string) => page.getByRole('alert').getByText(`${text}: The test refused this.`)
    for (const text of ['Error loading dashboard data', 'Error loading chart data']) await alert(text).waitFor()
    const recent = page.getByRole('region', { name: 'Recent Trades' })
    await recent.scrollIntoViewIfNeeded()
    await alert('Error loading recent trades').waitFor()
    await page.unrouteAll()
    const retry = recent.getByRole('button', { name: 'Retry' })
    // The toasts of the failures stay; on a phone they lie over the foot of the window, and one scrolls.
    await retry.evaluate((button) => button.scrollIntoView({ block: 'center' }))
    await retry.click()
    await seeTexts(page, ['No recent trades available'])
    await page.context().close()
  })
}
