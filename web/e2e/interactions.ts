import type { Page } from 'playwright-core'

/** The time of one key or press from its event to the next paint, and its step. */
export interface Interaction {
  readonly step: string
  /** Milliseconds, in steps of 8. */
  readonly duration: number
}

declare global {
  interface Window {
    interactions?: Map<number, number>
  }
}

/** How long a step may take to be painted and reported. */
const SETTLED_MS = 400

type Step = (page: Page) => Promise<void>

const link = (name: string) => (page: Page) => page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name }).click()
const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).filter({ visible: true }).first().click()
const choose = (name: string) => (page: Page) => page.getByRole('radio', { name, exact: true }).click()
const keys =
  (...names: readonly string[]) =>
  async (page: Page) => {
    for (const name of names) await page.keyboard.press(name)
  }

const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog')).first()
const opens = (step: Step) => async (page: Page) => {
  await step(page)
  await dialog(page).waitFor()
}
const closes: Step = async (page) => {
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
}
const titled = (title: string, step: Step) => async (page: Page) => {
  await step(page)
  await page.getByRole('heading', { name: title }).first().waitFor()
}

/** Each with real keys and presses, in this order, beginning on the live trades. */
const STEPS: readonly (readonly [name: string, step: Step])[] = [
  ['type a search', (page) => page.getByPlaceholder('Search trades...').pressSequentially('nifty', { delay: 60 })],
  ['clear the search', keys('Control+a', 'Delete')],
  ['filter', async (page) => page.getByRole('combobox', { name: 'Filter trades' }).press('ArrowDown')],
  ['end the filter', keys('ArrowUp')],
  ['stop refreshing', async (page) => page.getByRole('switch', { name: 'Auto Refresh' }).click()],
  ['refresh again', async (page) => page.getByRole('switch', { name: 'Auto Refresh' }).click()],
  ['open a dialog', opens(press(/^Close trade/))],
  ['close it', closes],
  ['open the appearance', opens(press('Appearance'))],
  ['choose a theme', choose('Dark Forest')],
  ['choose the light scheme', choose('Light')],
  ['choose the dark scheme', choose('Dark')],
  ['choose another theme', choose('Midnight Professional')],
  ['close the appearance', closes],
  ['hide amounts', keys('.')],
  ['show amounts', keys('.')],
  ['open the palette', opens(keys('Control+k'))],
  ['type in the palette', (page) => page.keyboard.type('history', { delay: 60 })],
  ['close the palette', closes],
  ['open the notifications', opens(press(/^Notifications/))],
  ['close them', closes],
  ['go to the dashboard', titled('Trading Dashboard', link('Dashboard'))],
  ['choose five minutes', press('5min')],
  ['go to the strategies', titled('Strategy Marketplace', link('Strategies'))],
  ['choose a tab', async (page) => page.getByRole('tab', { name: /^My Strategies/ }).click()],
  ['go to the history', titled('Trade History', link('Trade History'))],
  ['sort', async (page) => page.getByRole('columnheader').getByRole('button').first().click()],
  [
    'open a trade',
    opens(async (page) =>
      page
        .getByRole('link', { name: /^Why was/ })
        .first()
        .click(),
    ),
  ],
  ['close the trade', closes],
  ['go to the profile', titled('Profile', link('Profile'))],
  ['go to the live trades', titled('Live Trades Monitor', link('Live Trades'))],
]

/** Makes a page note its interactions from now on, for as long as it is not loaded again. */
export async function watchInteractions(page: Page): Promise<void> {
  await page.evaluate(() => {
    type EventTiming = PerformanceEntry & { readonly interactionId: number }
    const everyFrame: PerformanceObserverInit & { durationThreshold: number } = { type: 'event', durationThreshold: 16 }
    const longest = (window.interactions = new Map<number, number>())
    new PerformanceObserver((list) => {
      for (const { interactionId, duration } of list.getEntries() as EventTiming[])
        if (interactionId > 0) longest.set(interactionId, Math.max(duration, longest.get(interactionId) ?? 0))
    }).observe(everyFrame)
  })
}

/** Walks through the steps on a page that shows the live trades; interactions shorter than a frame are not reported. */
export async function interact(page: Page): Promise<Interaction[]> {
  const interactions: Interaction[] = []
  for (const [step, perform] of STEPS) {
    await perform(page)
    await page.waitForTimeout(SETTLED_MS)
    const durations = await page.evaluate(() => {
      const taken = [...(window.interactions?.values() ?? [])]
      window.interactions?.clear()
      return taken
    })
    for (const duration of durations) interactions.push({ step, duration })
  }
  return interactions
}
