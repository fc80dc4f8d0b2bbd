import { CommandFailure, UsageError } from './cli/failures.ts'
import { parseOptions } from './cli/options.ts'
import { USAGE } from './cli/usage.ts'

type Command = (args: readonly string[]) => Promise<string>

/** Each is loaded on demand: most of what they load, and most of the time that takes, is the database client. */
const COMMANDS = new Map<string, () => Promise<Command>>([
  ['run', () => Promise.resolve(run)],
  ['indicators', async () => (await import('./cli/printIndicators.ts')).printIndicators],
  ['backtest', async () => (await import('./cli/backtest.ts')).backtest],
  ['agent', async () => (await import('./cli/agent.ts')).agent],
  ['import-options', async () => (await import('./cli/importOptions.ts')).importOptions],
  ['import-candles', async () => (await import('./cli/importCandles.ts')).importCandles],
  ['kill', async () => (await import('./cli/kill.ts')).kill],
  ['broker', async () => (await import('./cli/broker.ts')).broker],
  ['doctor', async () => (await import('./cli/doctor.ts')).doctor],
])

/** Starts the engine, which then lives on its own. */
async function run(args: readonly string[]): Promise<string> {
  if (parseOptions(args, { help: { type: 'boolean', short: 'h' } }).help) return USAGE
  const { runEngine } = await import('./main.ts')
  await runEngine()
  return ''
}

/** The output of a command line, as text for stdout. */
async function answer(args: readonly string[]): Promise<string> {
  const [name, ...rest] = args
  if (name === '-h' || name === '--help') return USAGE
  if (name === undefined) throw new UsageError('a command is missing')
  const load = COMMANDS.get(name)
  if (!load)
    throw new UsageError(
      `there is no ${name.startsWith('-') ? 'option' : 'command'} "${name}"; commands are ${[...COMMANDS.keys()].join(', ')}`,
    )
  const command = await load()
  return command(rest)
}

// A reader that has seen enough (| head) is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

try {
  process.stdout.write(await answer(process.argv.slice(2)))
} catch (error) {
  if (error instanceof UsageError) {
    process.stderr.write(`${error.message}. See --help.\n`)
    process.exitCode = 2
  } else if (error instanceof CommandFailure) {
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  } else throw error
}
