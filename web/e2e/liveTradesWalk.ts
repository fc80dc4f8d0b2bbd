import { expect, test } from 'vitest'
import type { Database } from '../../prisma/client.ts'
import { changeTrade, closedWith, insertTrade } from '../../gateway/testing/rows.ts'
import { TRADED } from './insertTraded.ts'
import type { Walk } from './openScreens.ts'
import { seeTexts } from './seeTexts.ts'
import { walkStates } from './walkStates.ts'

/** Chapter 2 of the specification. */
const TEXTS = {
  subtitle: 'Monitor your active trading positions in real-time',
  cards: ['Total P&L', 'Total Exposure', 'Active Trades', 'Win Rate'],
  filters: ['All Trades', 'Profitable', 'Loss Making'],
  empty: ['No Live Trades', "You don't have any active trades at the moment."],
  filtered: ['No Live Trades', 'No trades match your current filters.'],
}

const RIGHT_WITHIN_MS = 5_000

/** The states and actions of the live trades monitor; that cards move is the paper trade's test. */
export function liveTradesWalk(walk: Walk): void {
  const { place, screens, wide } = walk

  test('it waits, says what did not come, shows it after Retry, and keeps it when the line breaks', async () => {
    const page = await walkStates(walk, {
      ...{ person: 'trader', path: '/live-trades', heading: 'Live Trades Monitor', operation: 'LiveTrades' },
      ...{ failed: 'Failed to load live trades', shows: [TEXTS.subtitle, ...TEXTS.cards, '₹15,000.00'] },
    })
    const cards = page.getByRole('article')
    expect(await cards.count()).toBe(TRADED.running)
    // Nobody trades these contracts: their price is unknown, and so is everything computed from it.
    await seeTexts(cards.first(), ['—', 'PAPER', 'ACTIVE'])

    expect(await page.getByRole('combobox', { name: 'Filter trades' }).getByRole('option').allInnerTexts()).toEqual(TEXTS.filters)
    await page.getByPlaceholder('Search trades...').fill('24,400 ce')
    await expect.poll(() => cards.count()).toBe(1)
    await page.getByPlaceholder('Search trades...').fill('no such thing')
    await seeTexts(page, TEXTS.filtered)
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect.poll(() => cards.count()).toBe(TRADED.running)

    const autoRefresh = page.getByRole('switch', { name: 'Auto Refresh' })
    expect(await autoRefresh.getAttribute('aria-checked')).toBe('true')
    await autoRefresh.click()
    expect(await autoRefresh.getAttribute('aria-checked')).toBe('false')
    const readAgain = page.waitForRequest((request) => request.postData()?.includes('LiveTrades') ?? false)
    await page.getByRole('button', { name: 'Refresh', exact: true }).click()
    await readAgain

    await cards
      .first()
      .getByRole('button', { name: /^Close trade/ })
      .click()
    await page
      .getByRole('alertdialog')
      .getByText(/75 units are sold at the market. There is no price yet/)
      .waitFor()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('alertdialog').waitFor({ state: 'detached' })
    await page.context().close()
  })

  test('without a running trade it says so, why that may be, and leads to the strategies', async () => {
    const page = await screens().open('newcomer', place, '/live-trades')
    await seeTexts(page, [...TEXTS.empty, 'Why did nothing happen?'])
    await page.getByRole('link', { name: 'Browse Strategies' }).click()
    await page.waitForURL('**/strategies')
    await page.context().close()
  })

  test('what opened and closed while the network was away is right within five seconds of its return', async () => {
    const { db } = screens().product
    const userId = screens().userId('reader')
    const { id: strategyId } = await db.strategy.findFirstOrThrow({ where: { agent: null }, orderBy: { slug: 'asc' } })
    // A try before this one may have left some running.
    const left = await db.trade.findMany({ where: { userId, status: 'RUNNING' }, select: { id: true } })
    for (const { id } of left) await changeTrade(db, id, closedWith(120_000n))
    const closing = await insertTrade(db, { userId, strategyId, fundUsedPaise: 123_400n })
    await switchOff(db, userId)
    const page = await screens().open('reader', place, '/live-trades')
    await page.getByText('₹1,234.00').waitFor()
    await page.getByRole('switch', { name: 'Auto Refresh' }).click()

    const connection = page.getByRole('status', { name: 'Connection' })
    await page.context().setOffline(true)
    await connection.getByText('Offline').waitFor()
    // Past the engine and the bus: the page gets no event afterwards.
    await changeTrade(db, closing, closedWith(120_000n))
    const opened = await insertTrade(db, { userId, strategyId, fundUsedPaise: 567_800n })
    await page.context().setOffline(false)
    const back = Date.now()
    await page.getByText('₹5,678.00').waitFor({ timeout: RIGHT_WITHIN_MS })
    expect(await page.getByRole('article').count()).toBe(1)
    expect(Date.now() - back).toBeLessThan(RIGHT_WITHIN_MS)
    await changeTrade(db, opened, closedWith(120_000n))
    await page.context().close()
  })

  if (wide)
    test('as a table, which is whole and remembered, two trades are chosen and closed after one question', async () => {
      const { db } = screens().product
      const userId = screens().userId('reader')
      const { id: strategyId } = await db.strategy.findFirstOrThrow({ where: { agent: null }, orderBy: { slug: 'asc' } })
      const ids = [await insertTrade(db, { userId, strategyId }), await insertTrade(db, { userId, strategyId })]
      await switchOff(db, userId)
      const page = await screens().open('reader', place, '/live-trades')
      await page.getByRole('group', { name: 'View' }).getByRole('button', { name: 'Table' }).click()
      const table = page.getByRole('table', { name: 'Running trades' })
      await table.waitFor()
      await page.reload()
      const choices = table.getByRole('rowgroup').getByRole('checkbox', { name: /^Select Nifty 50/ })
      await expect.poll(() => choices.count()).toBe(2)
      expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)

      const lots = table.getByRole('columnheader', { name: 'Lots' })
      await lots.waitFor()
      await table.getByRole('button', { name: 'Choose columns' }).click()
      await page.getByRole('checkbox', { name: 'Lots' }).uncheck()
      await lots.waitFor({ state: 'hidden' })
      await page.keyboard.press('Escape')

      for (const choice of await choices.all()) await choice.check()
      await page.getByRole('group', { name: 'Selected trades' }).getByRole('button', { name: 'Close 2 trades' }).click()
      const question = page.getByRole('alertdialog', { name: 'Close 2 trades?' })
      await question.getByText(/2 PAPER trades are closed at the market/).waitFor()
      await question.getByRole('button', { name: 'Close 2 trades' }).click()
      await page.getByText('2 trades are closing').waitFor()
      expect(await db.exitRequest.count({ where: { tradeId: { in: ids } } })).toBe(2)
      await expect.poll(() => table.getByRole('button', { name: /^Closing/ }).count()).toBe(2)
      for (const id of ids) await changeTrade(db, id, closedWith(120_000n))
      await page.context().close()
    })
}

/** A signal of the strategy would add a trade of the engine's to those that are counted. */
async function switchOff(db: Database, userId: string): Promise<void> {
  await db.subscription.updateMany({ where: { userId }, data: { isActive: false } })
}
