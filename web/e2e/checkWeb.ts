/**
 * `npm run check:web` after all builds: measures, prints the table, and exits 1 when a figure misses its target. `--only
 * bytes|views|lighthouse|cards|interactions|chart` measures one part, `--minutes` says how long live cards are watched.
 */
import { mkdirSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import startTestDatabase from '../../scripts/test/database.ts'
import { measureLighthouse } from './lighthouse.ts'
import { measureCards, measureChart, measureInteractions } from './liveFigures.ts'
import { THEMES } from './paintTheme.ts'
import { insertRunningTrades, LIVE_MARKET } from './runningTrades.ts'
import { seededAdmin } from './seededAdmin.ts'
import { startProduct, type Product } from './startProduct.ts'
import { walkViews, weighScripts, WIDTHS, type WebFigure } from './webFigures.ts'

const PARTS = ['bytes', 'views', 'lighthouse', 'cards', 'interactions', 'chart'] as const
type Part = (typeof PARTS)[number]

const given = z
  .object({
    screenshots: z.string().optional(),
    only: z.enum(PARTS, `must be one of ${PARTS.join(', ')}`).optional(),
    minutes: z.coerce.number('must be a number').positive('must be above 0').default(1),
  })
  .safeParse(parseArgs({ options: { screenshots: { type: 'string' }, only: { type: 'string' }, minutes: { type: 'string' } } }).values)
if (!given.success) {
  for (const { path, message } of given.error.issues) process.stderr.write(`--${path.join('.')} ${message}\n`)
  process.exit(1)
}
const { screenshots = null, only, minutes } = given.data
if (screenshots !== null) mkdirSync(screenshots, { recursive: true })

// A market minute is one second, on the day before an expiry: live data moves during the checks.
const startMoving = () => startProduct({ SANDBOX_SPEED: '60', SANDBOX_START: '2026-12-28' })
const startLive = () => startProduct(LIVE_MARKET, insertRunningTrades)

/** Each with its own product: when one fails, the others are still measured. */
const MEASURES: Readonly<Record<Part, () => Promise<WebFigure[]>>> = {
  bytes: () => onProduct(startMoving(), async (product) => weighScripts(product, await seededAdmin(product))),
  views: () =>
    onProduct(startMoving(), async (product) =>
      walkViews(product, await seededAdmin(product), { widths: WIDTHS, themes: THEMES, dialogs: true, screenshots }),
    ),
  lighthouse: () => onProduct(startProduct({ SANDBOX_START: '2026-12-28' }), measureLighthouse),
  cards: () => onProduct(startLive(), (product) => measureCards(product, minutes)),
  interactions: () => onProduct(startLive(), measureInteractions),
  chart: () => onProduct(startLive(), measureChart),
}

async function onProduct<T>(starting: Promise<Product>, measure: (product: Product) => Promise<T>): Promise<T> {
  const product = await starting
  try {
    return await measure(product)
  } finally {
    await product.stop()
  }
}

async function figuresOf(part: Part): Promise<readonly WebFigure[]> {
  try {
    return await MEASURES[part]()
  } catch (error) {
    const details = [error instanceof Error ? (error.stack ?? error.message) : String(error)]
    return [{ what: part, measured: 'could not be measured', wanted: 'a figure', reached: false, details }]
  }
}

const startedAt = performance.now()
const stopDatabase = await startTestDatabase()
try {
  const figures: WebFigure[] = []
  for (const part of only ? [only] : PARTS) figures.push(...(await figuresOf(part)))
  process.stdout.write('\n| what | measured | wanted | reached |\n| --- | --: | --- | --- |\n')
  for (const { what, measured, wanted, reached } of figures)
    process.stdout.write(`| ${[what, measured, wanted, reached ? 'yes' : '**no**'].join(' | ')} |\n`)
  process.stdout.write(`\nMeasured in ${((performance.now() - startedAt) / 60_000).toFixed(1)} minutes.\n`)
  for (const { details } of figures) for (const line of details) process.stderr.write(`${line}\n`)
  process.exitCode = figures.every(({ reached }) => reached) ? 0 : 1
} finally {
  await stopDatabase()
}
