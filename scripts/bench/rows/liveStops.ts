import { channel } from 'node:diagnostics_channel'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { OptionContract } from '../../../engine/broker/port.ts'
import type { EntryTerms } from '../../../engine/trading/orders/orders.ts'
import { TERMS } from '../../../engine/trading/testing/legs.ts'
import { legRule, percent, positionRule, termsOf } from '../../../engine/trading/testing/positions.ts'
import { paise } from '../../../schema/money.ts'
import { SECOND } from '../../../schema/time.ts'
import type { BenchRow } from '../measuring/BenchRow.ts'
import { subscribeUsers, withBenchDatabase } from '../measuring/benchDatabase.ts'
import { goLive, LiveEngine } from '../measuring/LiveEngine.ts'
import { percentile } from '../measuring/percentile.ts'
import { withSandbox } from '../measuring/withSandbox.ts'

const MOST_MS = 30
/** One account each, whose leg is stopped in every round. */
const ACCOUNTS = 10
const ROUNDS = 10
/** Between two stops, of different accounts. */
const APART = 150
/** Further than prices move by themselves meanwhile; the quote that touches the stop is one of the bench. */
const STOP = percent(10)
const TOUCHED = 0.85

/** Only the engine watches a stop of the whole. */
const WATCHED = termsOf(positionRule([legRule({ side: 'BUY' })], { stop: STOP }), 0)
/** A leg's own stop waits at the exchange as well. */
const PROTECTED: EntryTerms = { ...TERMS, takeProfit: null, stopLoss: STOP }

const request = z.object({ request: z.object({ path: z.string() }) })

/** From the quote that touches a live stop to the first call on an order that leaves for the broker, headers on the socket. */
export async function liveStops(): Promise<BenchRow[]> {
  const watched = await stopLegs(WATCHED, 'placeOrder')
  const withdrawn = await stopLegs(PROTECTED, 'cancelOrder')
  const [middle, slowest] = [percentile(watched, 0.5), percentile(watched, 0.99)]
  return [
    {
      what: 'live, stop touched → order on the wire, held against the broker’s books before it',
      ours: `p50 ${middle.toFixed(1)} ms, p99 ${slowest.toFixed(1)} ms`,
      peer: `where a stop waits at the exchange, until its cancellation is on the wire: p50 ${percentile(withdrawn, 0.5).toFixed(1)} ms, p99 ${percentile(withdrawn, 0.99).toFixed(1)} ms`,
      ratio: '',
      wanted: `p99 ≤ ${MOST_MS} ms`,
      reached: slowest <= MOST_MS,
    },
  ]
}

/** Milliseconds of each stop until a call of that name. */
async function stopLegs(terms: EntryTerms, call: string): Promise<number[]> {
  return withSandbox(ACCOUNTS, (sandbox) =>
    withBenchDatabase(async (db, databaseUrl) => {
      const strategyId = await subscribeUsers(db, ACCOUNTS)
      const userIds = await goLive(db, strategyId)
      const engine = await LiveEngine.open({ db, databaseUrl, sandbox, userIds, strategyId })
      try {
        // A contract for each account, so that a quote stops one of them alone.
        const contracts = await engine.cheapContracts(ACCOUNTS)
        const times: number[] = []
        for (let round = 0; round < ROUNDS; round++) {
          const opening = contracts.map((contract) => engine.quoteOf(contract))
          await openOneEach(engine, contracts, terms)
          for (const [i, contract] of contracts.entries()) {
            times.push(await stop(engine, contract, call, opening[i]?.lastPrice ?? 0))
            await sleep(APART)
          }
          for (let tries = 0; engine.desk.counts.open_trades > 0; tries++) {
            if (tries > 3_000) throw new Error(`${engine.desk.counts.open_trades} stopped trades are not closed`)
            await sleep(100)
          }
        }
        return times
      } finally {
        await engine.close()
      }
    }),
  )
}

async function openOneEach(engine: LiveEngine, contracts: readonly OptionContract[], terms: EntryTerms): Promise<void> {
  const before = engine.desk.counts.trades_opened
  engine.desk.submit(await engine.decide((i) => contracts[i % contracts.length]!, terms))
  for (let tries = 0; engine.desk.counts.trades_opened < before + contracts.length; tries++) {
    if (tries > 3_000) throw new Error(`${engine.desk.counts.trades_opened - before} of ${contracts.length} trades were opened`)
    await sleep(100)
  }
  // What protects them is at the exchange.
  await sleep(2 * SECOND)
}

/** `opening`: what it traded at when it was bought. */
async function stop(engine: LiveEngine, contract: OptionContract, call: string, opening: number): Promise<number> {
  const quote = engine.quoteOf(contract)
  const price = paise(Math.round((Math.min(quote.lastPrice, opening) * TOUCHED) / contract.tick) * contract.tick)
  const left = onTheWire(call)
  const touchedAt = performance.now()
  engine.desk.onTick({ ...quote, at: engine.now(), lastPrice: price, bid: paise(price - contract.tick), ask: price })
  const took = (await left) - touchedAt
  // The next trade on it is opened at what it trades at.
  engine.desk.onTick({ ...quote, at: engine.now() })
  return took
}

/** When the next call of a name leaves. */
function onTheWire(call: string): Promise<number> {
  const sent = channel('http.client.request.start')
  return new Promise((resolve) => {
    const listener = (message: unknown) => {
      if (!request.parse(message).request.path.endsWith(call)) return
      sent.unsubscribe(listener)
      resolve(performance.now())
    }
    sent.subscribe(listener)
  })
}
