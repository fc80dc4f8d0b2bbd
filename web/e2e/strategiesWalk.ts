import { expect, test } from 'vitest'
import { controlAnswers } from './controlAnswers.ts'
import type { Walk } from './openScreens.ts'
import { seeTexts } from './seeTexts.ts'
import { walkStates } from './walkStates.ts'

/** Chapters 2 and 8 of the specification. */
const TEXTS = {
  cards: ['Active Strategies', 'Total Trades', 'Win Rate', 'Total P&L'],
  failed: 'Failed to load strategies',
  empty: 'No Subscribed Strategies',
  subscribed: 'Successfully subscribed to strategy!',
  unsubscribed: 'Successfully unsubscribed from strategy!',
  activated: 'Strategy activated successfully!',
  deactivated: 'Strategy deactivated successfully!',
  settings: 'Strategy settings updated',
}

/** Texts on a page that are wider than the cards they stand in. */
const OVERFLOWING = () =>
  [...document.querySelectorAll('article dd')].filter((text) => text.scrollWidth > text.clientWidth).map((text) => text.textContent)

/** The states and actions of the strategy marketplace. */
export function strategiesWalk(walk: Walk): void {
  const { place, screens } = walk

  test('it waits, says what did not come, shows it after Retry, and keeps it when the line breaks', async () => {
    const shows = ['Strategy Overview', 'All Strategies', ...TEXTS.cards, 'My Strategies (2)']
    const page = await walkStates(walk, {
      ...{ person: 'trader', path: '/strategies', heading: 'Strategy Marketplace', operation: 'AvailableStrategies' },
      ...{ failed: TEXTS.failed, shows },
    })
    const available = await page.getByRole('article').count()
    await seeTexts(page, [`Available Strategies (${available})`])
    expect(await page.getByRole('button', { name: /^Subscribed to/ }).count()).toBe(2)
    await page.getByRole('group', { name: 'Strategies in the overview' }).getByRole('button').nth(1).click()
    await seeTexts(page, ['Strategy Status', 'Inactive'])
    await page.getByRole('tab', { name: 'My Strategies (2)' }).click()
    await page
      .getByRole('button', { name: /^Settings of / })
      .first()
      .waitFor()
    expect(await page.evaluate(OVERFLOWING)).toEqual([])
    await page.context().close()
  })

  test('a screen that shows no price knows all the same whether prices come', async () => {
    const page = await screens().open('newcomer', place, '/strategies')
    await page.getByRole('status', { name: 'Connection' }).getByText('Prices on time', { exact: true }).waitFor()
    await page.context().close()
  })

  test('arrow keys pressed right after one another leave the tab chosen that has the focus', async () => {
    const page = await screens().open('trader', place, '/strategies')
    const tabs = page.getByRole('tab')
    await tabs.first().focus()
    for (let presses = 1; presses <= 15; presses++) {
      for (let press = 0; press < presses; press++) await page.keyboard.press('ArrowRight')
      const focused = page.locator('[role=tab]:focus')
      // A late change would show within a frame.
      await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))))
      expect(await focused.getAttribute('aria-selected'), `after ${presses} presses`).toBe('true')
    }
    await page.context().close()
  })

  test('a strategy is subscribed to, switched off and on, kept from live trading, set and left again', async () => {
    const page = await screens().open('newcomer', place, '/strategies?tab=mine')
    await seeTexts(page, [TEXTS.empty])
    await page.getByRole('button', { name: 'Browse Strategies' }).click()
    const refusal = await controlAnswers(page, 'SubscribeStrategy')
    refusal.fail(502)
    await page.getByRole('button', { name: 'Subscribe to EMA Crossover' }).click()
    await seeTexts(page, ['Failed to subscribe to strategy', 'HTTP error! status: 502'])
    refusal.pass()
    await page.getByRole('button', { name: 'Subscribe to EMA Crossover' }).click()
    await seeTexts(page, [TEXTS.subscribed])

    await page.getByRole('tab', { name: 'My Strategies (1)' }).click()
    const card = page.getByRole('article', { name: 'EMA Crossover' })
    await card.getByRole('switch', { name: 'Active' }).click()
    await seeTexts(page, [TEXTS.deactivated])
    await card.getByRole('switch', { name: 'Active' }).click()
    await seeTexts(page, [TEXTS.activated])
    await card.getByRole('switch', { name: 'Active' }).click()
    await card.getByText('No new trades; open ones keep running').waitFor()
    await card.getByRole('switch', { name: 'Live trading' }).click()
    const live = page.getByRole('dialog', { name: 'Trade live' })
    await seeTexts(live, ['Live trading allowed here', 'Missing'])
    await live.getByRole('button', { name: 'Stay on paper' }).click()
    await seeTexts(card, ['PAPER'])

    await page.getByRole('button', { name: 'Settings of EMA Crossover' }).click()
    await page.getByLabel('Max trades per day').fill('7')
    await page.getByRole('button', { name: 'Save Settings' }).click()
    await seeTexts(page, [TEXTS.settings])
    await card.getByText('7 per day').waitFor()

    await page.getByRole('button', { name: 'Unsubscribe from EMA Crossover' }).click()
    const question = page.getByRole('alertdialog', { name: 'Unsubscribe from EMA Crossover?' })
    await question.getByRole('button', { name: 'Unsubscribe' }).click()
    await seeTexts(page, [TEXTS.unsubscribed, TEXTS.empty])
    await page.context().close()
  })
}
