import type { BenchRow } from './measuring/BenchRow.ts'

/**
 * What is measured, by the name of its file, in the order of the table. A row's file is loaded only to measure it: the code of all the
 * others would enlarge the heap of its process, and with it what a few microseconds cost.
 */
export const ROWS: Readonly<Record<string, () => Promise<readonly BenchRow[]>>> = {
  indicators: async () => (await import('./rows/indicators.ts')).indicators(),
  backtest: async () => (await import('./rows/backtest.ts')).backtest(),
  backtestRange: async () => (await import('./rows/backtestRange.ts')).backtestRange(),
  outbox: async () => (await import('./rows/outbox.ts')).outbox(),
  positions: async () => (await import('./rows/positions.ts')).positions(),
  sweep: async () => (await import('./rows/sweep.ts')).sweep(),
  closedCandle: async () => (await import('./rows/closedCandle.ts')).closedCandle(),
  users: async () => (await import('./rows/users.ts')).users(),
  tenThousandTrades: async () => (await import('./rows/tenThousandTrades.ts')).tenThousandTrades(),
  stops: async () => (await import('./rows/stops.ts')).stops(),
  tick: async () => (await import('./rows/tick.ts')).tick(),
  memory: async () => (await import('./rows/memory.ts')).memory(),
  importOptions: async () => (await import('./rows/importOptions.ts')).importOptions(),
  gateway: async () => (await import('./rows/gateway.ts')).gateway(),
  idle: async () => (await import('./rows/idle.ts')).idle(),
  signInStorm: async () => (await import('./rows/signInStorm.ts')).signInStorm(),
  accountTimes: async () => (await import('./rows/accountTimes.ts')).accountTimes(),
  performanceUpdates: async () => (await import('./rows/performanceUpdates.ts')).performanceUpdates(),
  figuresOfAll: async () => (await import('./rows/figuresOfAll.ts')).figuresOfAll(),
  agent: async () => (await import('./rows/agent.ts')).agent(),
  agentService: async () => (await import('./rows/agentService.ts')).agentService(),
  agentGate: async () => (await import('./rows/agentGate.ts')).agentGate(),
  liveOrders: async () => (await import('./rows/liveOrders.ts')).liveOrders(),
  liveStops: async () => (await import('./rows/liveStops.ts')).liveStops(),
  liveReconcile: async () => (await import('./rows/liveReconcile.ts')).liveReconcile(),
  restore: async () => (await import('./rows/restore.ts')).restore(),
}
