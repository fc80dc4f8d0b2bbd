import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { formatRupees, paise } from '../../schema/money.ts'
import { readEnvironment } from '../../schema/readEnvironment.ts'
import { engineEnvironment } from '../runtime/config.ts'
import { StopFile, type StopAll } from '../runtime/StopFile.ts'
import { EmergencyStop, type StoppedTrade, type StopTarget } from '../store/emergencyStop.ts'
import { databaseUrl } from './databaseUrl.ts'
import { CommandFailure, UsageError } from './failures.ts'
import { parseOptions } from './options.ts'
import { KILL_USAGE } from './usage.ts'

/** How long the squared-off trades are waited for: an engine needs a quote of each. */
const WAIT_MS = 15_000
const LOOK_MS = 250

/** `kill`: stops entries, for a user, a strategy or everything, and optionally closes the open trades; or lifts such a stop. */
export async function kill(args: readonly string[]): Promise<string> {
  const options = parseOptions(args, {
    user: { type: 'string' },
    strategy: { type: 'string' },
    all: { type: 'boolean' },
    'square-off': { type: 'boolean' },
    reason: { type: 'string', default: 'stopped from the command line' },
    lift: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  })
  if (options.help) return KILL_USAGE
  const { target, name } = targetOf(options)
  if (options.lift && options['square-off']) throw new UsageError('--lift and --square-off do not go together')
  const url = databaseUrl(process.env)
  // `everything` has a way past the database: it goes first, as the database may hang.
  const file = target === 'everything' ? stopFile(process.env) : null

  const stop = new EmergencyStop(url)
  try {
    if (options.lift) {
      file?.remove()
      const lifted = told(await stop.lift(target))
      return lifted ? `Entries are allowed again for ${name}.\n` : `No kill switch was in force for ${name}.\n`
    }
    const order = { target, squareOff: options['square-off'] ?? false, reason: options.reason, by: 'command line' }
    file?.write({ squareOff: order.squareOff, reason: order.reason })
    const pulled = await stop.pull(order).catch((error: unknown) => {
      if (!file) throw error
      return null
    })
    if (!pulled) return withoutDatabase(order)
    file?.remove()
    const open = told(pulled)
    const stopped = `No more entries for ${name}. Lift it with --lift.\n`
    if (!order.squareOff) return `${stopped}${open.length} open trades run to their own exits.\n`
    return stopped + report(await untilClosed(stop, open))
  } finally {
    await stop.close()
  }
}

function targetOf(options: { readonly user?: string; readonly strategy?: string; readonly all?: boolean }): {
  readonly target: StopTarget
  readonly name: string
} {
  const named = [options.user, options.strategy, options.all].filter((each) => each !== undefined)
  if (named.length !== 1) throw new UsageError('exactly one of --user EMAIL, --strategy NAME and --all is needed')
  if (options.user !== undefined) return { target: { user: options.user }, name: options.user }
  if (options.strategy !== undefined) return { target: { strategy: options.strategy }, name: `strategy ${options.strategy}` }
  return { target: 'everything', name: 'everybody' }
}

/** Null: there is no data folder here, so no engine looks into it. */
function stopFile(environment: NodeJS.ProcessEnv): StopFile | null {
  const read = readEnvironment(engineEnvironment.pick({ SAKHA_HOME: true }), environment)
  return read.ok && existsSync(read.value.SAKHA_HOME) ? new StopFile(read.value.SAKHA_HOME) : null
}

function withoutDatabase({ squareOff }: StopAll): string {
  const closing = squareOff ? ', and begins to close what is open,' : ''
  return `The database does not answer. The stop lies in the data folder: an engine of this machine calls its waiting entries back within a
second and opens nothing. When the database is back, it makes a kill switch of it${closing} within a second. Lift it with --lift.
`
}

function told<T>(result: { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: string }): T {
  if (!result.ok) throw new CommandFailure(result.error)
  return result.value
}

async function untilClosed(stop: EmergencyStop, open: readonly StoppedTrade[]): Promise<readonly StoppedTrade[]> {
  const ids = open.map(({ id }) => id)
  const deadline = performance.now() + WAIT_MS
  let trades = open
  while (trades.some(({ status }) => status === 'RUNNING') && performance.now() < deadline) {
    await sleep(LOOK_MS)
    trades = await stop.tradesOf(ids)
  }
  return trades
}

function report(trades: readonly StoppedTrade[]): string {
  const lines = trades.map(({ option, email, status, exitPricePaise, netPaise }) => {
    const outcome =
      status === 'RUNNING'
        ? 'still open: the engine closes it with the next quote, or when it runs again'
        : `closed at ${exitPricePaise === null ? 'an unknown price' : rupees(exitPricePaise)}, net ${netPaise === null ? 'unknown' : rupees(netPaise)}`
    return `${option.padEnd(24)} ${email}  ${outcome}`
  })
  const closed = trades.filter(({ status }) => status !== 'RUNNING').length
  return `${lines.map((line) => `${line}\n`).join('')}${closed} of ${trades.length} open trades closed.\n`
}

const rupees = (value: bigint) => formatRupees(paise(Number(value)))
