import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { checkBooks } from '../../engine/store/checkBooks.ts'
import type { Database } from '../../prisma/client.ts'
import { istInstant, istIso, MINUTE, SECOND, type Instant } from '../../schema/time.ts'
import { withBenchDatabase } from '../bench/measuring/benchDatabase.ts'
import { answerAsOwner } from './liveDays/answerAsOwner.ts'
import { compareBooks } from './liveDays/compareBooks.ts'
import { compareNotifications } from './liveDays/compareNotifications.ts'
import { compareScreens } from './liveDays/compareScreens.ts'
import { Comparison } from './liveDays/Comparison.ts'
import { IncidentWatch } from './liveDays/IncidentWatch.ts'
import { judgeAccounts } from './liveDays/judgeAccounts.ts'
import { measureStops } from './liveDays/measureStops.ts'
import { installSdk } from './liveDays/OwnersApp.ts'
import { actAsOwner, type OwnersAct } from './liveDays/ownersActs.ts'
import { printTrial } from './liveDays/printTrial.ts'
import { readBooks } from './liveDays/readBooks.ts'
import { startTrial, type Trial } from './liveDays/startTrial.ts'

/** The day on which this week's options of an index expire, and the next one with a session. */
const EXPIRIES = { nifty: ['2026-12-01', '2026-12-02'], sensex: ['2026-12-03', '2026-12-04'] } as const
const INDEX = { nifty: 'NIFTY', sensex: 'SENSEX' } as const
/** Minutes of the day in India: until then on the next morning; and from when to when a trader stops all his trading. */
const [UNTIL, STOPPED_FROM, STOPPED_TO] = [9 * 60 + 36, 14 * 60 + 50, 14 * 60 + 54]
/** Shares of the time until the emergency stop after which the engine is killed. */
const KILLED_AFTER = [0.35, 0.7]

export interface LiveDaysOptions {
  readonly market: keyof typeof EXPIRIES
  readonly speed: number
  readonly seed: number
  /** HH:MM in India at which the expiry day is begun. */
  readonly from: string
  /** Real minutes after which it ends before its time; null: it runs until the next morning. */
  readonly minutes: number | null
  /** Folder for what was seen, as JSON, beside the data of the product; null: nothing is kept. */
  readonly keep: string | null
}

/**
 * The product with three live accounts over an expiry day and the morning after, their owners doing things of their own by the broker's SDK in
 * between; then ledger, books, screens, notifications and reports are compared. Resolves with what does not agree, a line each.
 */
export async function liveDays(options: LiveDaysOptions, say: (text: string) => void): Promise<string[]> {
  await installSdk()
  return withBenchDatabase(async (db, databaseUrl) => {
    const folder = options.keep ?? mkdtempSync(path.join(tmpdir(), 'sakha-live-days-'))
    const [day] = EXPIRIES[options.market]
    const { speed, seed } = options
    const terms = { index: INDEX[options.market], start: `${day}T${options.from}`, speed, seed, home: path.join(folder, 'home') }
    const trial = await startTrial(db, databaseUrl, terms)
    try {
      return await run(trial, db, databaseUrl, { ...options, folder }, say)
    } finally {
      await trial.stop()
    }
  })
}

async function run(
  trial: Trial,
  db: Database,
  databaseUrl: string,
  options: LiveDaysOptions & { readonly folder: string },
  say: (text: string) => void,
) {
  const { mirror, traders, terms } = trial
  const [day, next] = EXPIRIES[options.market]
  const deadline = options.minutes === null ? Infinity : Date.now() + options.minutes * MINUTE
  const until = istInstant(next, UNTIL)
  let isOver = false
  const acts: OwnersAct[] = []
  const kills: Instant[] = []
  const incidents = new IncidentWatch(db, mirror, traders)
  const owners = traders.flatMap((trader) => [
    actAsOwner(trial, trader, acts, () => isOver),
    answerAsOwner(trial, trader, acts, () => isOver),
  ])
  say(`traders are enrolled at ${istIso(mirror.now)}`)

  const begun = mirror.now
  // A run that ends before its time has all of it in its time.
  const ends = Math.min(until, begun + (deadline - Date.now()) * terms.speed)
  const stopsAt = Math.min(istInstant(day, STOPPED_FROM), begun + (ends - begun) * 0.7)
  const liftsAt = Math.min(istInstant(day, STOPPED_TO), stopsAt + (ends - begun) * 0.1)
  const killsAt = KILLED_AFTER.map((share) => begun + (stopsAt - begun) * share)
  const [stopped] = traders
  const due: { readonly at: Instant; readonly act: () => Promise<unknown> }[] = [
    ...killsAt.map((at) => ({ at, act: () => (kills.push(Date.now()), trial.killEngine(), Promise.resolve()) })),
    {
      at: stopsAt,
      act: () => stopped!.client.ask(z.unknown(), STOP, { input: { scope: 'USER', squareOff: true, confirm: 'STOP', reason: 'trial' } }),
    },
    { at: liftsAt, act: () => stopped!.prove().then(() => stopped!.client.ask(z.unknown(), LIFT, { input: { scope: 'USER' } })) },
  ]
  let told = mirror.now
  while (mirror.now < until && Date.now() < deadline) {
    await sleep(SECOND)
    while ((due[0]?.at ?? Infinity) <= mirror.now) {
      const { at, act } = due.shift()!
      await act().catch((error: unknown) => say(`what was due at ${istIso(at)} was refused: ${String(error)}`))
    }
    if (mirror.now - told < 10 * MINUTE) continue
    told = mirror.now
    const [running, closed] = [
      await db.leg.count({ where: { status: 'RUNNING' } }),
      await db.trade.count({ where: { exitTime: { not: null } } }),
    ]
    say(`${istIso(mirror.now)}: ${running} legs open, ${closed} trades closed, ${acts.length} acts, ${incidents.seen.length} incidents`)
  }
  isOver = true
  await Promise.all(owners)
  await flatten(trial, db, say)
  await incidents.end()
  await mirror.look()

  const books = await readBooks(db, traders)
  const comparison = new Comparison()
  compareBooks(books, mirror, comparison)
  judgeAccounts(traders, mirror, comparison)
  const broken = await checkBooks(databaseUrl)
  comparison.same('the laws of the nightly check', broken, [], { text: 'broken laws', clientCode: '', option: null, at: null })
  for (const { userId, kind, option, units } of books.incidents)
    comparison.holds('incidents: none stands at the end', false, {
      text: `${kind} ${units}`,
      clientCode: books.traderOf(userId).account.clientCode,
      option,
      at: mirror.now,
    })
  const notifications: unknown[] = []
  for (const trader of traders) {
    await compareScreens(books, trader, comparison)
    notifications.push({ trader: trader.name, told: await compareNotifications(books, trader, comparison) })
  }
  const stops = measureStops(books, traders, mirror, mirror.now, terms.speed)
  printTrial(trial, { comparison, acts, incidents: incidents.seen, stops, kills }, say)
  if (options.keep !== null) {
    const { trades, orders, stops: exitsAtBroker } = books
    const watched = { entries: mirror.entries, acts, incidents: incidents.seen, kills, log: trial.log, notifications }
    for (const [name, value] of Object.entries({ ...watched, differences: comparison.differences, trades, orders, exitsAtBroker }))
      writeFileSync(path.join(options.folder, `${name}.json`), asJson(value))
  }
  return comparison.differences.map(({ compared, text }) => `${compared}: ${text}`)
}

const STOP = 'mutation ($input: EmergencyStopInput!) { emergencyStop(input: $input) { stop { id } } }'
const LIFT = 'mutation ($input: StopTargetInput!) { liftStop(input: $input) }'

/** Traders press Close on what still runs, and pause what would open more; resolves once all is closed, or after a minute. */
async function flatten({ traders, mirror }: Trial, db: Database, say: (text: string) => void): Promise<void> {
  const Ids = z.array(z.object({ id: z.string() }))
  for (const { client } of traders) {
    for (const { id } of await client.ask(Ids, '{ myStrategies { id } }'))
      await client.ask(z.unknown(), 'mutation ($id: ID!) { toggleSubscription(id: $id) { id } }', { id })
    for (const { id } of await client.ask(Ids, '{ liveTrades { id } }'))
      await client
        .ask(z.unknown(), 'mutation ($id: ID!) { closeTrade(id: $id) { id } }', { id })
        .catch((error: unknown) => say(`Close of ${id}: ${String(error)}`))
  }
  const left = () => db.leg.count({ where: { status: 'RUNNING' } })
  for (const from = Date.now(); Date.now() - from < MINUTE && (await left()) > 0;) await sleep(SECOND)
  // What was sold by hand last is booked by two looks.
  await sleep(5 * SECOND)
  say(`${istIso(mirror.now)}: over; ${await left()} legs open`)
}

const asJson = (value: unknown) => JSON.stringify(value, (_key, each: unknown) => (typeof each === 'bigint' ? Number(each) : each), 1)
