/** What `npm run check:web` runs once everything is built: measures, prints the table, and exits 1 when a figure is not reached. */
import { mkdirSync } from 'node:fs'
import { parseArgs } from 'node:util'
import startTestDatabase from '../../scripts/test/database.ts'
import { seededAdmin } from './seededAdmin.ts'
import { startProduct } from './startProduct.ts'
import { THEMES, walkViews, weighScripts, WIDTHS } from './webFigures.ts'

const { screenshots } = parseArgs({ options: { screenshots: { type: 'string' } } }).values
if (screenshots) mkdirSync(screenshots, { recursive: true })

const stopDatabase = await startTestDatabase()
try {
  // A market minute is one second, on the day before an expiry: what is live moves while it is looked at.
  const product = await startProduct({ SANDBOX_SPEED: '60', SANDBOX_START: '2026-12-28' })
  try {
    const tokens = await seededAdmin(product)
    const figures = [
      ...(await weighScripts(product, tokens)),
      ...(await walkViews(product, tokens, { widths: WIDTHS, themes: THEMES, dialogs: true, screenshots: screenshots ?? null })),
    ]
    process.stdout.write('\n| what | measured | wanted | reached |\n| --- | --: | --- | --- |\n')
    for (const { what, measured, wanted, reached } of figures)
      process.stdout.write(`| ${[what, measured, wanted, reached ? 'yes' : '**no**'].join(' | ')} |\n`)
    for (const { details } of figures) for (const line of details) process.stderr.write(`${line}\n`)
    process.exitCode = figures.every(({ reached }) => reached) ? 0 : 1
  } finally {
    await product.stop()
  }
} finally {
  await stopDatabase()
}
