import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import path from 'node:path'
import { build } from './build.ts'
import { requireBrowser } from './test/browser.ts'
import { makeQuickFolder } from './test/makeQuickFolder.ts'
import { countsOf, failedFiles, outcomeOf, together, type Outcome, type Report } from './test/Outcome.ts'

/**
 * All but the long ones (whole quarters, two hundred simulated days, kills), the faults of live trading, and the longer walks through the
 * screens, those at a phone's width among them: with them the run takes twice as long.
 */
const EVERYDAY = ['unit', 'integration', 'web', 'browser'].flatMap((project) => ['--project', project])
/** Has the tests run beside processes that compute without a pause. */
const UNDER_LOAD = '--under-load'
const LOAD_PROCESSES = 3
/** Failed files that are run again: where more failed, it is not the machine. */
const MOST_FILES_AGAIN = 6
/** For every process of the run: one thread for compiling and for collecting garbage. With the usual four an engine's start took a third more processor time, measured on two cores. */
const NODE_OPTIONS = '--v8-pool-size=1'
/** The product gives its backtests the next lower one: from the usual distance they starve beside other tests. */
const PRIORITY = constants.priority.PRIORITY_BELOW_NORMAL - 1

try {
  setPriority(PRIORITY)
  const browser = requireBrowser('headless')
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

/**
 * Runs what the arguments choose of vitest.config.ts's projects, and closes with the count; resolves with the exit code. A few files that
 * failed are run again, by themselves, and named.
 */
async function runTests(browser: string, args: readonly string[]): Promise<number> {
  const outcome = await runOnce(browser, args)
  const again = failedFiles(outcome)
  const isFew = again.length > 0 && again.length <= MOST_FILES_AGAIN && outcome.files.size > MOST_FILES_AGAIN
  const { passed, failed, skipped } = countsOf(isFew ? await runAgain(browser, outcome, again) : outcome)
  process.stdout.write(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`)
  return failed > 0 || passed === 0 ? 1 : 0
}

async function runAgain(browser: string, first: Outcome, files: readonly string[]): Promise<Outcome> {
  const list = (names: readonly string[]) => names.map((name) => `  ${path.relative('.', name)}\n`).join('')
  process.stdout.write(`\nFailed beside other tests, and run once more by themselves:\n${list(files)}`)
  const second = await runOnce(browser, ['--retry', '0', ...files])
  const passed = files.filter((file) => second.files.get(file)?.failed === 0)
  if (passed.length > 0) process.stdout.write(`\nPassed by themselves:\n${list(passed)}`)
  return together([first, second])
}

/** One run of Vitest. */
async function runOnce(browser: string, args: readonly string[]): Promise<Outcome> {
  const temporary = makeQuickFolder()
  const file = path.join(temporary.folder, 'report.json')
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
        env: {
          ...process.env,
          ...{ TMPDIR: temporary.folder, CHROMIUM_PATH: browser, NODE_ENV: 'test', SAKHA_TEST_COMPILED: '1' },
          NODE_OPTIONS: [process.env['NODE_OPTIONS'], NODE_OPTIONS].join(' ').trim(),
        },
      },
    )
    const [code] = (await once(child, 'close')) as [number | null]
    return outcomeOf(JSON.parse(readFileSync(file, 'utf8')) as Report, code)
  } finally {
    temporary.remove()
  }
}
