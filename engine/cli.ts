import { backtest } from './cli/backtest.ts'
import { broker } from './cli/broker.ts'
import { doctor } from './cli/doctor.ts'
import { CommandFailure, UsageError } from './cli/failures.ts'
import { importOptions } from './cli/importOptions.ts'
import { kill } from './cli/kill.ts'
import { parseOptions } from './cli/options.ts'
import { printIndicators } from './cli/printIndicators.ts'
import { USAGE } from './cli/usage.ts'

const COMMANDS = new Map([
  ['run', run],
  ['indicators', printIndicators],
  ['backtest', backtest],
  ['import-options', importOptions],
  ['kill', kill],
  ['broker', broker],
  ['doctor', doctor],
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
  const command = COMMANDS.get(name)
  if (!command)
    throw new UsageError(
      `there is no ${name.startsWith('-') ? 'option' : 'command'} "${name}"; commands are ${[...COMMANDS.keys()].join(', ')}`,
    )
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
