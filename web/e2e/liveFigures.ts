import type { Page } from 'playwright-core'
import { percentile } from '../../scripts/bench/measuring/percentile.ts'
import { chartFramesPerSecond } from './chartFrames.ts'
import { interact, watchInteractions } from './interactions.ts'
import { openMemoryMeter, type PageMemory } from './pageMemory.ts'
import { delaysOf, type TimedPrice } from './priceDelays.ts'
import { RUNNING_TRADES, TRADER } from './runningTrades.ts'
import type { Product } from './startProduct.ts'
import { takePaintedPrices, watchEnginePrices, watchPaintedPrices } from './tickToPixels.ts'
import { tokensOf } from './tokensOf.ts'
import type { WebFigure } from './webFigures.ts'

const DESK = { width: 1440, height: 900 }
const LONGEST_DELAY_MS = 100
const LONGEST_TASK_MS = 100
const LONGEST_INTERACTION_MS = 150
const FEWEST_FRAMES = 55
/** Permitted growth of a page: the last of everything, at another moment. */
const MORE_HEAP = 1_024 * 1_024
const MORE_NODES = 200
/** Before anything is measured: code is compiled, caches are filled. */
const WARM_UP_MS = 20_000
const TAKEN_EVERY_MS = 5_000

declare global {
  interface Window {
    longTasks?: number[]
  }
}

/** A trader's page with fifty running trades over so many minutes: how late prices are, what blocks the page, and its memory. */
export function measureCards(product: Product, minutes: number): Promise<WebFigure[]> {
  return onLiveTrades(product, async (page) => {
    await page.waitForTimeout(WARM_UP_MS)
    const measure = await openMemoryMeter(page)
    const before = await measure()
    await watchLongTasks(page)
    await watchPaintedPrices(page)
    const engine = await watchEnginePrices(product.databaseUrl)
    const painted: TimedPrice[] = []
    const until = performance.now() + minutes * 60_000
    while (performance.now() < until) {
      await page.waitForTimeout(Math.min(TAKEN_EVERY_MS, until - performance.now()))
      painted.push(...(await takePaintedPrices(page)))
    }
    await engine.close()
    const tasks = await page.evaluate(() => window.longTasks ?? [])
    const period = `${minutes} minute${minutes === 1 ? '' : 's'} with ${RUNNING_TRADES} live cards`
    return [delayFigure(delaysOf(engine.left, painted), period), taskFigure(tasks, period), memoryFigure(before, await measure(), period)]
  })
}

/** How long presses and keys take to be painted on every screen while prices move. */
export function measureInteractions(product: Product): Promise<WebFigure[]> {
  return onLiveTrades(product, async (page) => {
    await watchInteractions(page)
    // First with code still to be loaded, then without.
    const interactions = [...(await interact(page)), ...(await interact(page))]
    const durations = interactions.map(({ duration }) => duration)
    const slow = interactions.filter(({ duration }) => duration > LONGEST_INTERACTION_MS)
    return [
      {
        what: `interaction → next paint with ${RUNNING_TRADES} live trades, longest of ${interactions.length}`,
        measured: `${Math.max(...durations)} ms (p98 ${percentile(durations, 0.98)} ms)`,
        wanted: `≤ ${LONGEST_INTERACTION_MS} ms`,
        reached: slow.length === 0,
        details: slow.map(({ step, duration }) => `${step}: ${duration} ms`),
      },
    ]
  })
}

/** How smoothly a chart full of candles follows the hand. */
export function measureChart(product: Product): Promise<WebFigure[]> {
  return onLiveTrades(product, async (page) => {
    const frames = await chartFramesPerSecond(page)
    return [
      {
        what: 'frames a second while 5,000 live candles are dragged',
        measured: frames.toFixed(1),
        wanted: `≥ ${FEWEST_FRAMES}`,
        reached: frames >= FEWEST_FRAMES,
        details: [],
      },
    ]
  })
}

/** A page of the trader's with all cards on it. */
async function onLiveTrades<T>(product: Product, measure: (page: Page) => Promise<T>): Promise<T> {
  const profile = await product.openProfile({ viewport: DESK, moves: true, tokens: await tokensOf(product.address, TRADER) })
  try {
    const { page } = await product.openPage(profile)
    await page.goto(`${product.address}/live-trades`)
    await page
      .getByRole('article')
      .nth(RUNNING_TRADES - 1)
      .waitFor()
    return await measure(page)
  } finally {
    await profile.close()
  }
}

function delayFigure(delays: readonly number[], period: string): WebFigure {
  const at = (share: number) => `${percentile(delays, share).toFixed(0)} ms`
  return {
    what: `tick leaves the engine → pixels, ${delays.length} prices in ${period}`,
    measured: `p95 ${at(0.95)} (p50 ${at(0.5)}, longest ${at(1)})`,
    wanted: `p95 ≤ ${LONGEST_DELAY_MS} ms`,
    reached: percentile(delays, 0.95) <= LONGEST_DELAY_MS,
    details: [],
  }
}

function taskFigure(tasks: readonly number[], period: string): WebFigure {
  const long = tasks.filter((duration) => duration > LONGEST_TASK_MS)
  return {
    what: `tasks over ${LONGEST_TASK_MS} ms in ${period}`,
    measured: `${long.length} (longest ${Math.max(0, ...tasks)} ms)`,
    wanted: '0',
    reached: long.length === 0,
    details: [],
  }
}

async function watchLongTasks(page: Page): Promise<void> {
  await page.evaluate(() => {
    const tasks: number[] = (window.longTasks = [])
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: 'longtask' })
  })
}

function memoryFigure(before: PageMemory, after: PageMemory, period: string): WebFigure {
  const megabytes = (bytes: number) => (bytes / 1_024 / 1_024).toFixed(1)
  const heap = after.heap - before.heap
  return {
    what: `memory after ${period} (${before.nodes} → ${after.nodes} nodes, ${before.listeners} → ${after.listeners} listeners)`,
    measured: `${megabytes(before.heap)} → ${megabytes(after.heap)} MiB`,
    wanted: 'flat',
    reached: heap <= MORE_HEAP && after.nodes - before.nodes <= MORE_NODES && after.listeners - before.listeners <= MORE_NODES,
    details: [],
  }
}
