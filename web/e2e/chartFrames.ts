import type { Page } from 'playwright-core'
import { z } from 'zod'

/** Bars that a chart holds at most (useChartHistory.ts). */
const BARS = 5_000
/** Earlier bars that it requests at once, where there is room for so many. */
const PAGE = 500
/** Key presses that scroll all of them into view, page by page; more than are needed. */
const MOST_PRESSES = 200
const LOADED_MS = 100
const DRAGGED_MS = 5_000
/** How far a hand drags, in CSS pixels. */
const REACH = 150
const STEP = 6

const answer = z.object({
  data: z.object({ chart: z.object({ chartData: z.array(z.unknown()) }).optional(), candles: z.array(z.unknown()).optional() }),
})

const asked = z.object({ variables: z.object({ limit: z.number() }) })

/**
 * Frames a second of the dashboard's chart during a drag, with 5,000 bars loaded and most of them in sight; the page is not on the
 * dashboard yet. A frame counts when the chart was repainted in it.
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
  const frames = await page.evaluate(dragged, { middle, y, reach: REACH, step: STEP, forMs: DRAGGED_MS })
  await page.mouse.up()
  const [first = 0, last = 0] = [frames[0], frames.at(-1)]
  return ((frames.length - 1) / (last - first)) * 1_000
}

/** When frames painted a chart, while a hand on it moves with every frame: moves sent from outside come less often. */
function dragged(hand: { middle: number; y: number; reach: number; step: number; forMs: number }): Promise<number[]> {
  const { middle, y, reach, step, forMs } = hand
  const target = document.elementFromPoint(middle, y)
  if (!target) throw new Error('There is nothing to be dragged')
  const frames: number[] = []
  let painted = false
  const clear = CanvasRenderingContext2D.prototype.clearRect
  CanvasRenderingContext2D.prototype.clearRect = function (...area) {
    painted = true
    clear.apply(this, area)
  }
  const from = performance.now()
  let [x, direction] = [0, step]
  return new Promise((resolve) => {
    const frame = (now: number) => {
      if (painted) frames.push(now)
      painted = false
      if (now - from > forMs) return resolve(frames)
      // To the right and back: at the newest bar there is nothing to drag to the left.
      if (x + direction > reach || x + direction < 0) direction = -direction
      x += direction
      // 1: the mouse, which is down.
      target.dispatchEvent(new PointerEvent('pointermove', { pointerId: 1, clientX: middle + x, clientY: y, bubbles: true }))
      requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
  })
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

/**
 * Counts the bars of a page's chart from now on: the latest ones once, and the pages of earlier ones. A bar that closes meanwhile comes in no
 * answer; the chart holds it too, and so requests fewer on its last page, which is the only short one: that one tells the whole.
 */
function countBars(page: Page): () => number {
  let bars = 0
  page.on('response', (response) => {
    if (!/CandlesBefore|Chart\b/.test(response.request().postData() ?? '')) return
    void response.json().then((body) => {
      const { data } = answer.parse(body)
      bars ||= data.chart?.chartData.length ?? 0
      if (!data.candles) return
      const { limit } = asked.parse(response.request().postDataJSON()).variables
      bars = (limit < PAGE ? BARS - limit : bars) + data.candles.length
    })
  })
  return () => bars
}
