import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { build } from './build.ts'
import { requireBrowser } from './test/browser.ts'

/** The parts of Vitest's JSON report that are counted here. */
interface Report {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numPendingTests: number
  readonly testResults: readonly { readonly status: string; readonly assertionResults: readonly unknown[] }[]
}

/** All but the long ones (whole quarters, two hundred simulated days, kills), the faults of live trading, and the walks at a phone's width: with them the run takes twice as long. */
const EVERYDAY = ['unit', 'integration', 'web', 'browser'].flatMap((project) => ['--project', project])
/** Has the tests run beside processes that compute without a pause. */
const UNDER_LOAD = '--under-load'
const LOAD_PROCESSES = 3

try {
  const browser = requireBrowser()
  process.stdout.write('Building …\n')
  await build()
  const chosen = process.argv.slice(2).filter((argument) => argument !== UNDER_LOAD)
  const endLoad = process.argv.includes(UNDER_LOAD) ? startLoad() : null
  process.exitCode = await runTests(browser, chosen.length > 0 ? chosen : EVERYDAY).finally(endLoad)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n0 passed, 1 failed\n`)
  process.exitCode = 1
}

/** Starts the processes that compute; they end when the function it returns is called, and with this process. */
function startLoad(): () => void {
  const untilParentGoes =
    "process.once('disconnect', () => process.exit()); setInterval(() => { for (const end = Date.now() + 1_000; Date.now() < end; ); }, 0)"
  const started = Array.from({ length: LOAD_PROCESSES }, () =>
    spawn(process.execPath, ['--eval', untilParentGoes], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] }),
  )
  return () => {
    for (const child of started) child.kill('SIGKILL')
  }
}

/** Runs what the arguments choose of vitest.config.ts's projects and closes with the count; resolves with the exit code. */
async function runTests(browser: string, args: readonly string[]): Promise<number> {
  const folder = mkdtempSync(path.join(tmpdir(), 'sakha-report-'))
  const file = path.join(folder, 'report.json')
  try {
    const child = spawn(
      process.execPath,
      [
        ...['node_modules/vitest/vitest.mjs', 'run', `--outputFile.json=${file}`],
        ...['default', 'json', './scripts/test/SecondAttempts.ts'].map((reporter) => `--reporter=${reporter}`),
        ...args,
      ],
      {
        stdio: 'inherit',
        env: { ...process.env, CHROMIUM_PATH: browser, NODE_ENV: 'test', SAKHA_TEST_COMPILED: '1' },
      },
    )
    const [code] = (await once(child, 'close')) as [number | null]
    const report = JSON.parse(readFileSync(file, 'utf8')) as Report
    // A file that cannot even be loaded counts as a failure although it has no test.
    const brokenFiles = report.testResults.filter((result) => result.status === 'failed' && result.assertionResults.length === 0).length
    const failed = report.numFailedTests + brokenFiles + (code !== 0 && report.numFailedTests + brokenFiles === 0 ? 1 : 0)
    const skipped = report.numPendingTests > 0 ? `, ${report.numPendingTests} skipped` : ''
    process.stdout.write(`${report.numPassedTests} passed, ${failed} failed${skipped}\n`)
    return failed > 0 || report.numPassedTests === 0 ? 1 : 0
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
