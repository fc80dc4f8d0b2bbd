/** What `npm run bench` runs, compiled: every row for the table, or those that are named for the screen. Each is printed once it is measured; the table is written when none is missing. */
import type { BenchRow } from './measuring/BenchRow.ts'
import { accountTimes } from './rows/accountTimes.ts'
import { agent } from './rows/agent.ts'
import { agentGate } from './rows/agentGate.ts'
import { agentService } from './rows/agentService.ts'
import { backtest } from './rows/backtest.ts'
import { backtestRange } from './rows/backtestRange.ts'
import { closedCandle } from './rows/closedCandle.ts'
import { figuresOfAll } from './rows/figuresOfAll.ts'
import { gateway } from './rows/gateway.ts'
import { importOptions } from './rows/importOptions.ts'
import { indicators } from './rows/indicators.ts'
import { liveOrders } from './rows/liveOrders.ts'
import { liveReconcile } from './rows/liveReconcile.ts'
import { liveStops } from './rows/liveStops.ts'
import { memory } from './rows/memory.ts'
import { outbox } from './rows/outbox.ts'
import { performanceUpdates } from './rows/performanceUpdates.ts'
import { positions } from './rows/positions.ts'
import { restore } from './rows/restore.ts'
import { signInStorm } from './rows/signInStorm.ts'
import { stops } from './rows/stops.ts'
import { sweep } from './rows/sweep.ts'
import { tenThousandTrades } from './rows/tenThousandTrades.ts'
import { tick } from './rows/tick.ts'
import { users } from './rows/users.ts'
import { writeTable } from './writeTable.ts'

const ROWS: Readonly<Record<string, () => Promise<readonly BenchRow[]>>> = {
  indicators,
  backtest,
  backtestRange,
  outbox,
  positions,
  sweep,
  closedCandle,
  users,
  tenThousandTrades,
  stops,
  tick,
  memory,
  importOptions,
  gateway,
  signInStorm,
  accountTimes,
  performanceUpdates,
  figuresOfAll,
  agent,
  agentService,
  agentGate,
  liveOrders,
  liveStops,
  liveReconcile,
  restore,
}

const named = process.argv.slice(2)
const unknown = named.filter((name) => !Object.hasOwn(ROWS, name))
if (unknown.length > 0) {
  process.stderr.write(`No such row: ${unknown.join(', ')}. Known: ${Object.keys(ROWS).join(', ')}.\n`)
  process.exit(2)
}
const rows: BenchRow[] = []
let missing = 0
for (const [name, measure] of Object.entries(ROWS)) {
  if (named.length > 0 && !named.includes(name)) continue
  try {
    for (const row of await measure()) {
      rows.push(row)
      process.stdout.write(`${[row.what, row.ours, row.peer, row.ratio, row.wanted, row.reached ? 'yes' : 'no'].join(' | ')}\n`)
    }
  } catch (error) {
    // The others are still worth knowing.
    missing++
    process.stderr.write(`${name} could not be measured: ${error instanceof Error ? error.stack : String(error)}\n`)
  }
}
if (missing > 0) process.exitCode = 1
else if (named.length === 0) process.stdout.write(`\n${await writeTable(rows)}\n`)
