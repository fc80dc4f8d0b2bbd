import { setTimeout } from 'node:timers/promises'
import { v7 as uuid } from 'uuid'
import { listen } from '../../../prisma/bus/listen.ts'
import { publish } from '../../../prisma/bus/publish.ts'
import { keepListening } from '../../../prisma/bus/keepListening.ts'
import type { BusSubscription } from '../../../prisma/bus/port.ts'
import { openPool, type Database } from '../../../prisma/client.ts'
import { inTransaction, type Statements } from '../../../prisma/inTransaction.ts'
import type { LastingEvent } from '../../../schema/events/SakhaEvent.ts'
import type { BenchRow } from '../measuring/BenchRow.ts'
import { withBenchDatabase } from '../measuring/benchDatabase.ts'
import { percentile } from '../measuring/percentile.ts'

const WRITERS = 32
const ROUNDS = 3
const ROUND_MS = 5_000
/** At which nothing waits for anything: what an event takes at least. */
const CALM_PER_SECOND = 100
const SAMPLE_MS = 20
const MOST_WAITS = 0.05
const LEAST_GAIN = 2
const MOST_CALM_MS = 10

/** How a transaction publishes an event, and how subscribers get it. */
interface Way {
  tell(tx: Statements, event: LastingEvent): Promise<unknown>
  listen(url: string, onTrade: (tradeId: string) => void): Promise<BusSubscription>
}

interface Course {
  readonly commits: number
  /** Of the writers that were seen at work, the share that waited for the lock of NOTIFY. */
  readonly waiting: number
  /** Milliseconds from BEGIN to the listener. */
  readonly delays: readonly number[]
}

/** Of one thing by both ways. */
interface Courses {
  readonly ours: readonly Course[]
  readonly theirs: readonly Course[]
}

const OUTBOX: Way = {
  tell: publish,
  listen: (url, onTrade) =>
    listen(
      url,
      (event) => {
        if (event.type === 'trade.opened') onTrade(event.tradeId)
      },
      () => undefined,
    ),
}

const NOTIFY: Way = {
  tell: (tx, event) => tx.$executeRaw`SELECT pg_notify('bench', ${JSON.stringify(event)})`,
  listen: (url, onTrade) =>
    keepListening(url, {
      channel: 'bench',
      onPayload: (text) => onTrade((JSON.parse(text) as { readonly tradeId: string }).tradeId),
      look: async (client) => void (await client.query('SELECT 1')),
    }),
}

/** Transactions that write a row and publish an event: by the outbox, and as PostgreSQL notifies, in turns. */
export async function outbox(): Promise<BenchRow[]> {
  return withBenchDatabase(async (db, url) => {
    await db.$executeRaw`CREATE TABLE "Bench" (id uuid PRIMARY KEY, "userId" uuid NOT NULL)`
    await db.$executeRaw`CREATE INDEX ON "Bench" ("userId")`
    await db.$executeRaw`GRANT INSERT ON "Bench" TO PUBLIC`
    const { ours, theirs } = await inTurns(db, url)
    const calm = await run(db, url, OUTBOX, 1, 1_000 / CALM_PER_SECOND)
    const calmNotify = await run(db, url, NOTIFY, 1, 1_000 / CALM_PER_SECOND)
    await slowFlushes(db)
    const slow = await inTurns(db, url)
    const [waiting, waitingBefore] = [middle(ours, (course) => course.waiting), middle(theirs, (course) => course.waiting)]
    return [
      gainRow(`commits a second, ${WRITERS} writers, an event in each`, { ours, theirs }),
      gainRow('the same where each flush takes 2 ms longer, as on a network disk (commit_delay)', slow),
      {
        what: `writers that wait for the lock of NOTIFY, of ${WRITERS}`,
        ours: percent(waiting),
        peer: `NOTIFY in the transaction ${percent(waitingBefore)}`,
        ratio: '',
        wanted: `< ${percent(MOST_WAITS)}`,
        reached: waiting < MOST_WAITS,
      },
      {
        what: `an event from BEGIN to who listens, ${CALM_PER_SECOND} a second`,
        ours: delayOf([calm]),
        peer: `NOTIFY in the transaction ${delayOf([calmNotify])}`,
        ratio: '',
        wanted: `p50 ≤ ${MOST_CALM_MS} ms`,
        reached: percentile(calm.delays, 0.5) <= MOST_CALM_MS,
      },
    ]
  })
}

const middle = (courses: readonly Course[], pick: (course: Course) => number) => percentile(courses.map(pick), 0.5)
const percent = (share: number) => `${(100 * share).toFixed(1)}%`
const delayOf = (courses: readonly Course[]) => {
  const delays = courses.flatMap((course) => course.delays)
  return `${percentile(delays, 0.5).toFixed(1)} ms, p99 ${percentile(delays, 0.99).toFixed(1)} ms`
}

function gainRow(what: string, { ours, theirs }: Courses): BenchRow {
  const perSecond = ({ commits }: Course) => commits / (ROUND_MS / 1_000)
  const [gain, before] = [middle(ours, perSecond), middle(theirs, perSecond)]
  return {
    what,
    ours: `${Math.round(gain)}; to who listens ${delayOf(ours)}`,
    peer: `NOTIFY in the transaction ${Math.round(before)}; ${delayOf(theirs)}`,
    ratio: (gain / before).toFixed(1),
    wanted: `≥ ${LEAST_GAIN} times as many`,
    reached: gain >= LEAST_GAIN * before,
  }
}

/** The courses of both ways, one after the other, so that what else the machine does meets both. */
async function inTurns(db: Database, url: string): Promise<Courses> {
  const [ours, theirs]: [Course[], Course[]] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    theirs.push(await run(db, url, NOTIFY, WRITERS))
    ours.push(await run(db, url, OUTBOX, WRITERS))
  }
  return { ours, theirs }
}

/**
 * From now on a flush of the log, for itself and others, waits 2 ms first. It stands in for a slow disk, and is kinder: a commit
 * during the wait joins it.
 */
async function slowFlushes(db: Database): Promise<void> {
  // For all new connections; the courses open theirs.
  await db.$executeRaw`ALTER DATABASE sakha_bench SET commit_delay = 2000`
  await db.$executeRaw`ALTER DATABASE sakha_bench SET commit_siblings = 0`
}

async function run(db: Database, url: string, way: Way, writers: number, pauseMs = 0): Promise<Course> {
  const begun = new Map<string, number>()
  const delays: number[] = []
  const listening = await way.listen(url, (tradeId) => {
    const from = begun.get(tradeId)
    if (from !== undefined) delays.push(performance.now() - from)
    begun.delete(tradeId)
  })
  const pool = openPool(named(url), 'bench', writers)
  const sampling = sampleWaits(db)
  const until = performance.now() + ROUND_MS
  let commits = 0
  async function write(): Promise<void> {
    while (performance.now() < until) {
      const [tradeId, userId] = [uuid(), uuid()]
      begun.set(tradeId, performance.now())
      await inTransaction(pool, async (tx) => {
        await tx.$executeRaw`INSERT INTO "Bench" (id, "userId") VALUES (${tradeId}::uuid, ${userId}::uuid)`
        await way.tell(tx, { type: 'trade.opened', tradeId, userId })
      })
      commits++
      if (pauseMs > 0) await setTimeout(pauseMs)
    }
  }
  await Promise.all(Array.from({ length: writers }, write))
  const waiting = await sampling.stop()
  while (begun.size > 0) await setTimeout(SAMPLE_MS)
  await Promise.all([listening.close(), pool.end()])
  return { commits, waiting, delays }
}

const WRITER = 'bench writer'

function named(url: string): string {
  const address = new URL(url)
  address.searchParams.set('application_name', WRITER)
  return address.href
}

/** Looks again and again at what the writers do. */
function sampleWaits(db: Database) {
  let [working, waiting] = [0, 0]
  let sampling = true
  const done = (async () => {
    while (sampling) {
      const [seen] = await db.$queryRaw<{ working: number; waiting: number }[]>`
        SELECT count(*)::int AS working, count(*) FILTER (WHERE wait_event_type = 'Lock' AND wait_event = 'object')::int AS waiting
        FROM pg_stat_activity WHERE application_name = ${WRITER} AND state = 'active'`
      working += seen?.working ?? 0
      waiting += seen?.waiting ?? 0
      await setTimeout(SAMPLE_MS)
    }
  })()
  return {
    async stop(): Promise<number> {
      sampling = false
      await done
      return waiting / Math.max(1, working)
    },
  }
}
