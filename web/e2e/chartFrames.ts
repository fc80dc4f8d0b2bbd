import type { Page } from 'playwright-core'
import { z } from 'zod'

/** Bars that a chart holds at most (useChartHistory.ts). */
const BARS = 5_000
/** Presses of a key by which all of them come in sight, and are asked for page by page; more than are needed. */
const MOST_PRESSES = 200
const LOADED_MS = 100
const PANNING_MS = 5_000
/** How far a hand drags, in CSS pixels: there and back. */
const REACH = 150
const STEP = 6

declare global {
  interface Window {
    paintedFrames?: number[]
  }
}

const answer = z.object({
  data: z.object({ chart: z.object({ chartData: z.array(z.unknown()) }).optional(), candles: z.array(z.unknown()).optional() }),
})

/**
 * Frames a second of the dashboard's chart while a hand drags it, with 5,000 bars loaded and most of them in sight; the page is not on the
 * dashboard yet. A frame counts in which the chart was painted anew.
 */
export async function chartFramesPerSecond(page: Page): Promise<number> {
  const loaded = countBars(page)
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Dashboard' }).click()
  const chart = page.getByRole('application').first()
  await chart.focus()
  await zoomOut(page, loaded)
  const box = await chart.boundingBox()
  if (!box) throw new Error('The chart is not in sight')
  const [middle, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(middle, y)
  await page.mouse.down()
  await page.evaluate(() => {
    const frames: number[] = (window.paintedFrames = [])
    let painted = false
    const clear = CanvasRenderingContext2D.prototype.clearRect
    CanvasRenderingContext2D.prototype.clearRect = function (...area) {
      painted = true
      clear.apply(this, area)
    }
    const look = (now: number) => {
      if (painted) frames.push(now)
      painted = false
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  const until = performance.now() + PANNING_MS
  for (let x = 0, direction = STEP; performance.now() < until; x += direction) {
    if (Math.abs(x + direction) > REACH) direction = -direction
    await page.mouse.move(middle + x, y)
  }
  await page.mouse.up()
  const frames = await page.evaluate(() => window.paintedFrames ?? [])
  const [first = 0, last = 0] = [frames[0], frames.at(-1)]
  return ((frames.length - 1) / (last - first)) * 1_000
}

/** Presses the key until all earlier bars there is room for are loaded, then shows most of them: some lie beyond either edge. */
async function zoomOut(page: Page, loaded: () => number): Promise<void> {
  for (let presses = 0; loaded() < BARS; presses++) {
    if (presses === MOST_PRESSES) throw new Error(`The chart holds ${loaded()} bars, not ${BARS}`)
    await page.keyboard.press('-')
    await page.waitForTimeout(LOADED_MS)
  }
  for (let presses = 0; presses < 5; presses++) await page.keyboard.press('-')
  await page.keyboard.press('+')
}

/** Counts the bars that a page is given from now on: the latest ones once, and the pages of earlier ones. */
function countBars(page: Page): () => number {
  let [latest, earlier] = [0, 0]
  page.on('response', (response) => {
    if (!/CandlesBefore|Chart\b/.test(response.request().postData() ?? '')) return
    void response.json().then((body) => {
      const { data } = answer.parse(body)
      latest ||= data.chart?.chartData.length ?? 0
      earlier += data.candles?.length ?? 0
    })
  })
  return () => latest + earlier
}
