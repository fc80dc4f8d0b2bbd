import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { chromium } from 'playwright-core'
import { z } from 'zod'
import { percentile } from '../../scripts/bench/measuring/percentile.ts'
import { seededAdmin } from './seededAdmin.ts'
import { BROWSER_FLAGS, type Product, type Tokens } from './startProduct.ts'
import type { WebFigure } from './webFigures.ts'

const FOLDER = path.join(import.meta.dirname, '../../scripts/lighthouse')
const CLI = path.join(FOLDER, 'node_modules/lighthouse/cli/index.js')
/** Performance differs from run to run; Lighthouse's own advice is the median of five. */
const RUNS = 5

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const METRICS = ['first-contentful-paint', 'largest-contentful-paint', 'speed-index', 'total-blocking-time', 'cumulative-layout-shift']

const Score = z.object({ score: z.number() })
const Report = z.object({
  finalDisplayedUrl: z.string(),
  categories: z.object({ performance: Score, accessibility: Score, 'best-practices': Score, seo: Score }),
  audits: z.record(z.string(), z.object({ title: z.string(), displayValue: z.string().optional() })),
})
type Report = z.infer<typeof Report>

/** Lighthouse's scores for the landing page and for the dashboard with data, on its default slow phone and network. */
export async function measureLighthouse(product: Product): Promise<WebFigure[]> {
  await installLighthouse()
  const tokens = await seededAdmin(product)
  const landing = await reportsOf(`${product.address}/`, null)
  const dashboard = await reportsOf(`${product.address}/dashboard`, tokens)
  return [
    performance('landing', landing, 95),
    ...(['accessibility', 'best-practices', 'seo'] as const).map((category) => perfect('landing', landing, category)),
    performance('dashboard with data', dashboard, 85),
    perfect('dashboard with data', dashboard, 'accessibility'),
  ]
}

/** Lighthouse brings 200 packages that nothing else here needs: only those who measure install them. */
async function installLighthouse(): Promise<void> {
  if (existsSync(CLI)) return
  process.stdout.write('Installing Lighthouse …\n')
  const npm = spawn('npm', ['ci', '--no-audit', '--no-fund', '--silent'], { cwd: FOLDER, stdio: 'inherit' })
  const [code] = (await once(npm, 'close')) as [number | null]
  if (code !== 0) throw new Error('Lighthouse could not be installed: run npm ci in scripts/lighthouse to see why')
}

/** Each run uses a fresh browser, signed in when there are tokens; nothing is cached between runs. */
async function reportsOf(address: string, tokens: Tokens | null): Promise<Report[]> {
  const browser = await startBrowser()
  try {
    if (tokens) await signIn(browser.endpoint, address, tokens)
    const reports: Report[] = []
    for (let tries = 0; reports.length < RUNS && tries < RUNS * 2; tries++) {
      const report = await reportOf(browser.endpoint, address)
      if (report) reports.push(report)
    }
    if (reports.length < RUNS) throw new Error(`Lighthouse measured ${address} ${reports.length} times in ${RUNS * 2} runs`)
    return reports
  } finally {
    await browser.stop()
  }
}

/** Not through Playwright, which holds on to every page that Lighthouse opens. */
async function startBrowser() {
  const executable = process.env['CHROMIUM_PATH']
  if (!executable) throw new Error('No browser: run npm run check:web, which finds or installs one')
  const profile = mkdtempSync(path.join(tmpdir(), 'sakha-lighthouse-'))
  const args = ['--headless=new', '--remote-debugging-port=0', `--user-data-dir=${profile}`, ...BROWSER_FLAGS, 'about:blank']
  const browser = spawn(executable, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  const endpoint = await new Promise<string>((resolve, reject) => {
    createInterface(browser.stderr).on('line', (line) => {
      const address = /^DevTools listening on (ws:\S+)/.exec(line)?.[1]
      if (address) resolve(address)
    })
    browser.once('error', reject)
    browser.once('exit', (code) => reject(new Error(`The browser ended with ${code} before it could be used`)))
  })
  return {
    endpoint,
    async stop() {
      browser.kill()
      if (browser.exitCode === null && browser.signalCode === null) await once(browser, 'exit')
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Leaves the tokens where the page looks for them, by a file of the same origin: nothing of the page itself is loaded before it is measured. */
async function signIn(endpoint: string, address: string, { token, refreshToken }: Tokens): Promise<void> {
  const browser = await chromium.connectOverCDP(endpoint)
  const page = await browser.contexts()[0]?.newPage()
  if (!page) throw new Error('The browser has no profile to sign in')
  await page.goto(new URL('/robots.txt', address).href)
  await page.evaluate(
    (tokens) => {
      for (const [name, value] of Object.entries(tokens)) localStorage.setItem(name, value)
    },
    { auth_token: token, refresh_token: refreshToken },
  )
  await page.close()
  await browser.close()
}

/** Null when the browser lost the trace of the run, which happens. */
async function reportOf(endpoint: string, address: string): Promise<Report | null> {
  const options = [`--port=${new URL(endpoint).port}`, '--output=json', '--quiet', `--only-categories=${CATEGORIES.join(',')}`]
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [CLI, address, ...options], { maxBuffer: 2 ** 28 })
    const report = Report.parse(JSON.parse(stdout))
    // A session that is refused ends on the landing page, which is easily fast.
    if (report.finalDisplayedUrl !== address) throw new Error(`it went on to ${report.finalDisplayedUrl}`)
    return report
  } catch (error) {
    process.stderr.write(
      `Lighthouse could not measure ${address}, once more: ${error instanceof Error ? error.message.slice(0, 400) : String(error)}\n`,
    )
    return null
  }
}

function performance(page: string, reports: readonly Report[], wanted: number): WebFigure {
  const scores = reports.map(({ categories }) => Math.round(categories.performance.score * 100)).toSorted((a, b) => a - b)
  const median = percentile(scores, 0.5)
  return {
    what: `Lighthouse performance of the ${page}, mobile, median of ${RUNS}`,
    measured: `${median} (${scores.join(', ')})`,
    wanted: `≥ ${wanted}`,
    reached: median >= wanted,
    details: reports.map(({ audits }) =>
      METRICS.map((metric) => audits[metric])
        .map((audit) => `${audit?.title} ${audit?.displayValue}`)
        .join(', '),
    ),
  }
}

function perfect(page: string, reports: readonly Report[], category: 'accessibility' | 'best-practices' | 'seo'): WebFigure {
  const worst = Math.min(...reports.map(({ categories }) => Math.round(categories[category].score * 100)))
  return {
    what: `Lighthouse ${category.replace('-', ' ')} of the ${page}, lowest of ${RUNS}`,
    measured: String(worst),
    wanted: '100',
    reached: worst === 100,
    details: [],
  }
}
