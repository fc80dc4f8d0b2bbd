import { pino } from 'pino'
import { PaperBroker } from '../../../engine/broker/paper/PaperBroker.ts'
import { contractOf, quoteOf } from '../../../engine/trading/testing/contracts.ts'
import { openLegOf } from '../../../engine/trading/testing/legs.ts'
import type { TradeRecords } from '../../../engine/trading/floor/TradeRecords.ts'
import { TradeDesk } from '../../../engine/trading/floor/TradeDesk.ts'
import type { OpenLeg } from '../../../engine/trading/positions/legs.ts'
import { DESK_WAITS } from '../../../engine/trading/testing/deskWaits.ts'
import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import { istInstant, MINUTE } from '../../../schema/time.ts'
import type { BenchRow } from '../measuring/BenchRow.ts'
import { percentile } from '../measuring/percentile.ts'

const MOST_MS = 0.2
const CONTRACTS = 200
const TICKS = 20_000
const NOW = istInstant('2026-07-01', 10 * 60)

/** One quote against open trades that trail their stops, with and without the trades of other contracts. */
export async function tick(): Promise<BenchRow[]> {
  const perContract = 10_000 / CONTRACTS
  const [alone, among] = [await tickTimes(1, perContract), await tickTimes(CONTRACTS, perContract)]
  const [few, many] = [percentile(alone, 0.5), percentile(among, 0.5)]
  const p99 = percentile(among, 0.99)
  return [
    {
      what: `one tick, 10,000 open trades on ${CONTRACTS} contracts`,
      ours: `${micro(many)} µs (99%: ${micro(p99)} µs); with that contract’s ${perContract} trades alone ${micro(few)} µs`,
      ...{ peer: '', ratio: '' },
      wanted: `≤ ${MOST_MS} ms`,
      reached: p99 <= MOST_MS,
    },
  ]
}

const micro = (milliseconds: number) => (milliseconds * 1_000).toFixed(1)

async function tickTimes(contracts: number, perContract: number): Promise<number[]> {
  const options = Array.from({ length: contracts }, (_, i) => contractOf('NIFTY', 20_000 + 50 * i, 'CE'))
  const legs = options.flatMap((contract) => Array.from({ length: perContract }, (_, i) => legOn(contract, i)))
  const records = { ...NO_RECORDS, heldLegs: async () => legs }
  const queue = { length: 0, add: async (_name: string, job: () => Promise<void>) => (await job(), 'done' as const) }
  const quotes = { watch: () => undefined, unwatch: () => undefined }
  const broker = new PaperBroker(() => SHIPPED_MARKET_RULES, NOW, MINUTE)
  const parts = {
    rules: () => SHIPPED_MARKET_RULES,
    log: pino({ level: 'silent' }),
    ...DESK_WAITS,
  }
  const desk = new TradeDesk({ records, broker, quotes, queue, exits: queue, beside: queue, ...parts }, NOW)
  await desk.reconcile()
  const times: number[] = []
  for (let i = 0; i < TICKS; i++) {
    const contract = options[i % contracts]
    if (!contract) continue
    // Between target and stop; half of the ticks raise the stop.
    const quote = quoteOf(contract, NOW + i, 100_00 + 5 * (i % 200))
    const from = performance.now()
    desk.onTick(quote)
    times.push(performance.now() - from)
  }
  return times.slice(TICKS / 2)
}

function legOn(contract: ReturnType<typeof contractOf>, i: number): OpenLeg {
  const leg = openLegOf({ contract, id: `${contract.token}-${i}`, userId: `user ${i}` })
  return { ...leg, terms: { ...leg.terms, trailingStopPercent: 20 } }
}

/** Nothing is written in this row: the stops that trail are kept once a second, not with a tick. */
const NO_RECORDS: TradeRecords = {
  closeForeign: async () => ({ trades: 0, orders: 0 }),
  closeNotHeld: async () => ({ legUpdates: [], changes: [], failedExits: [], strangers: [], left: [] }),
  heldLegs: async () => [],
  openOrders: async () => [],
  kills: async () => [],
  barredUsers: async () => [],
  requestedExits: async () => [],
  letGo: async () => null,
  letGoTrades: async () => [],
  markSubmitted: async () => [],
  expire: async () => undefined,
  refuseEntries: async () => undefined,
  submitExits: async () => ({ exits: [], busy: [] }),
  keepExitAtBroker: async () => true,
  resizeExitAtBroker: async () => true,
  endExitsAtBroker: async () => undefined,
  bookedByHand: async () => 0,
  exitsAtBroker: async () => [],
  keepTaken: async () => [],
  keepUnresolved: async () => undefined,
  keepIncidents: async () => undefined,
  closingOrders: async () => [],
  sendClosing: async () => false,
  shrinkClosing: async () => false,
  bookClosing: async () => null,
  incidents: async () => [],
  shrinkExit: async () => true,
  takeStop: async () => false,
  moveStops: async () => undefined,
  setAskedLevels: async () => [],
  lockedProfits: async () => new Map(),
  keepLocks: async () => undefined,
  reenter: async () => ({ entries: [], refused: [] }),
  endTrades: async () => [],
  exitTries: async () => [],
  book: async () => ({ legUpdates: [], changes: [], failedExits: [], strangers: [], left: [] }),
}
