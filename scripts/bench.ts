/** `npm run bench`: measures every row, prints the table and writes it to docs/bench.md and into the README. */
import { accountTimes } from './bench/rows/accountTimes.ts'
import { backtest } from './bench/rows/backtest.ts'
import { closedCandle } from './bench/rows/closedCandle.ts'
import { gateway } from './bench/rows/gateway.ts'
import { importOptions } from './bench/rows/importOptions.ts'
import { indicators } from './bench/rows/indicators.ts'
import { memory } from './bench/rows/memory.ts'
import { signInStorm } from './bench/rows/signInStorm.ts'
import { stops } from './bench/rows/stops.ts'
import { sweep } from './bench/rows/sweep.ts'
import { tenThousandTrades } from './bench/rows/tenThousandTrades.ts'
import { tick } from './bench/rows/tick.ts'
import { users } from './bench/rows/users.ts'
import { writeTable } from './bench/writeTable.ts'

const rows = []
for (const measure of [
  indicators,
  backtest,
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
])
  rows.push(...(await measure()))
process.stdout.write(`${await writeTable(rows)}\n`)
