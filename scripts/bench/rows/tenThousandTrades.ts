import { monitorEventLoopDelay } from 'node:perf_hooks'
import { pino } from 'pino'
import { PaperBroker } from '../../../engine/broker/paper/PaperBroker.ts'
import type { OptionContract } from '../../../engine/broker/port.ts'
import { Lanes } from '../../../engine/store/Lanes.ts'
import { Store } from '../../../engine/store/Store.ts'
import { holdAllLeases } from '../../../engine/store/testLeases.ts'
import { contractOf, quoteOf } from '../../../engine/trading/testContracts.ts'
import { judgeAt } from '../../../engine/trading/judgeAt.ts'
import { TradeDesk } from '../../../engine/trading/TradeDesk.ts'
import type { Database } from '../../../prisma/client.ts'
import { listen } from '../../../prisma/bus.ts'
import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import { paise } from '../../../schema/money.ts'
import { istInstant, MINUTE, SECOND } from '../../../schema/time.ts'
import type { BenchRow } from '../BenchRow.ts'
import { benchMoment } from '../benchMoment.ts'
import { subscribeUsers, withBenchDatabase } from '../benchDatabase.ts'
import { countStatements } from '../countStatements.ts'
import { percentile } from '../percentile.ts'

const MOST_MS = 350
/** Of this thread, which stops wait for. */
const MOST_HELD_MS = 10
const ROUNDS = 5
const MARKET = 'bench'
const OPEN = istInstant('2026-07-01', 10 * 60)
const contract: OptionContract = contractOf('NIFTY', 24_500, 'CE')
const rules = () => SHIPPED_MARKET_RULES

interface Round {
  /** Milliseconds. */
  readonly decide: number
  readonly submit: number
  readonly book: number
  readonly statements: number
  /** The longest that this thread was held. */
  readonly held: number
}

/** One signal, 10,000 subscribers: from the signal to all trades stored and told, and how that grows with the users. */
export async function tenThousandTrades(): Promise<BenchRow[]> {
  const [many, few] = await withBenchDatabase(
    async (db, url) => [await rounds(db, url, 10_000, ROUNDS), await rounds(db, url, 1_000, ROUNDS)] as const,
  )
  const middleOf = (of: readonly Round[], pick: (round: Round) => number) => percentile(of.map(pick), 0.5)
  const middle = (pick: (round: Round) => number) => Math.round(middleOf(many, pick))
  const whole = ({ decide, submit, book }: Round) => decide + submit + book
  const total = middle(whole)
  const ofFew = Math.round(middleOf(few, whole))
  const held = middle((round) => round.held)
  const phases = `decided ${middle(({ decide }) => decide)}, sent ${middle(({ submit }) => submit)}, filled and booked ${middle(({ book }) => book)}`
  const [statementsOfFew, statements] = [few, many].map((of) => Math.max(...of.map((round) => round.statements)))
  const none = { peer: '', ratio: '' }
  return [
    {
      what: 'one signal → 10,000 users’ trades stored and told',
      ours: `${total} ms (${phases}); main thread held at most ${held} ms`,
      ...none,
      wanted: `≤ ${MOST_MS} ms; held ≤ ${MOST_HELD_MS} ms`,
      reached: total <= MOST_MS && held <= MOST_HELD_MS,
    },
    {
      what: 'users × 10, 1,000 → 10,000: one signal’s trades stored and told',
      ours: `${total} ms, ${statements} statements`,
      peer: `1,000 users ${ofFew} ms, ${statementsOfFew} statements`,
      ratio: `${(total / ofFew).toFixed(1)} times as long`,
      wanted: '≤ 10 times',
      reached: total <= 10 * ofFew,
    },
  ]
}

async function rounds(db: Database, url: string, users: number, count: number): Promise<Round[]> {
  const strategyId = await subscribeUsers(db, users)
  const store = new Store({ databaseUrl: url, market: MARKET, leases: await holdAllLeases(db), rules })
  const log = pino({ level: 'silent' })
  const broker = new PaperBroker(rules, OPEN, 30 * SECOND)
  const { queue, exits }: Lanes = new Lanes({ ping: () => store.ping(), reconcile: () => desk.reconcile(), log })
  const quotes = { watch: () => undefined, unwatch: () => undefined }
  const waits = { entryLife: () => MINUTE, repriceAfter: () => MINUTE }
  const desk: TradeDesk = new TradeDesk({ books: store, broker, rules, quotes, queue, exits, log, ...waits }, OPEN)
  const idle = () => queue.add('nothing', async () => undefined)
  const measured: Round[] = []
  for (let round = 0; round < count; round++) {
    const now = OPEN + round * MINUTE
    broker.onTime(now, 30 * SECOND)
    // What the orders are priced by.
    desk.onTick(quoteOf(contract, now, 100_00))
    const told = await opened(url, users)
    const statements = countStatements()
    const delay = monitorEventLoopDelay({ resolution: 1 })
    delay.enable()
    const from = performance.now()
    const signals = [{ strategyId, version: 1, side: 'LONG' as const }]
    const batch = { index: 'NIFTY' as const, interval: '1min' as const, candleTime: now - MINUTE, price: paise(24_510_00), signals }
    const judge = judgeAt(benchMoment(contract, now))
    const { entries } = await store.decide(batch, now, (_side, candidate, account) => judge(candidate, account))
    const decided = performance.now()
    desk.submit(entries)
    await idle()
    await idle()
    const sent = performance.now()
    broker.onTick({ ...quoteOf(contract, now + SECOND, 100_00), askQuantity: 65 })
    await told.all
    const booked = performance.now()
    delay.disable()
    const phases = { decide: decided - from, submit: sent - decided, book: booked - sent }
    measured.push({ ...phases, statements: statements.stop(), held: delay.max / 1e6 })
    await told.close()
    const trades = await db.trade.count()
    if (trades !== users) throw new Error(`${trades} trades of ${users} were opened`)
    await reset(db, desk)
  }
  await store.close()
  return measured
}

/** Resolves when a listener of its own has been told of all trades, as a gateway would be. */
async function opened(url: string, count: number) {
  let seen = 0
  let finish: () => void
  const all = new Promise<void>((resolve) => (finish = resolve))
  const bus = await listen(
    url,
    ({ type }) => {
      if (type === 'trade.opened' && ++seen === count) finish()
    },
    () => undefined,
  )
  return { all, close: () => bus.close() }
}

/** As if nothing had been traded yet. */
async function reset(db: Database, desk: TradeDesk): Promise<void> {
  await db.$executeRaw`TRUNCATE "Trade", "Fill", "Order", "Denial", "Signal" CASCADE`
  await desk.reconcile()
}
