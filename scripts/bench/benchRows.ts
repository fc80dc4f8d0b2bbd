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

/** What is measured, by the name of its file, in the order of the table. */
export const ROWS: Readonly<Record<string, () => Promise<readonly BenchRow[]>>> = {
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
