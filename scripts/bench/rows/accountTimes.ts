import { setTimeout as wait } from 'node:timers/promises'
import { v7 as uuid } from 'uuid'
import { hashPassword } from '../../../gateway/security/passwords.ts'
import { seedMarketTables } from '../../../prisma/marketTables.ts'
import { SHIPPED_MARKET_TABLES } from '../../../schema/market/shippedTables.ts'
import type { BenchRow } from '../measuring/BenchRow.ts'
import { withBenchDatabase } from '../measuring/benchDatabase.ts'
import { medianDifference } from '../measuring/medianDifference.ts'
import { percentile } from '../measuring/percentile.ts'
import { withGateway } from '../measuring/withGateway.ts'

const REQUESTS = 150
const WARM_UPS = 10
const PAUSE_MS = 20
const MOST_MS = 5
const PASSWORD = 'correct horse'

interface Question {
  readonly what: string
  readonly path: string
  readonly body: (email: string) => object
  /** Whether the answer itself reveals it. */
  readonly told: boolean
}
const QUESTIONS: readonly Question[] = [
  { what: 'a sign-in with a wrong password', path: 'login', body: (email) => ({ email, password: 'wrong' }), told: false },
  { what: 'a forgotten password', path: 'forgot-password', body: (email) => ({ email }), told: false },
  { what: 'a link sent again', path: 'resend-verification', body: (email) => ({ email }), told: false },
  {
    ...{ what: 'a sign-up', path: 'signup', told: true },
    body: (email) => ({ name: 'Bench', email, password: PASSWORD, confirmPassword: PASSWORD }),
  },
]

/** Whether an answer's time reveals if an address has an account. */
export async function accountTimes(): Promise<BenchRow[]> {
  return withBenchDatabase(async (db, databaseUrl) => {
    await seedMarketTables(db, SHIPPED_MARKET_TABLES)
    const passwordHash = await hashPassword(PASSWORD)
    const known = Array.from({ length: REQUESTS + WARM_UPS }, (_, i) => `known-${i}@example.com`)
    await db.user.createMany({ data: known.map((email) => ({ id: uuid(), name: 'Bench', email, passwordHash })) })
    await db.$executeRaw`ANALYZE`
    return withGateway(databaseUrl, async ({ url }) => {
      const rows: BenchRow[] = []
      for (const question of QUESTIONS) rows.push(await measure(url, question))
      return rows
    })
  })
}

type Side = 'known' | 'unknown'

/** In no order, so that what is done after an answer slows down one side as often as the other. */
function shuffledSides(): Side[] {
  const sides = Array.from({ length: REQUESTS + WARM_UPS }, (): Side[] => ['known', 'unknown']).flat()
  return sides
    .map((side) => ({ side, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ side }) => side)
}

async function measure(url: string, { what, path, body, told }: Question): Promise<BenchRow> {
  const times: Record<Side, number[]> = { known: [], unknown: [] }
  for (const side of shuffledSides()) {
    await wait(PAUSE_MS)
    const i = times[side].length
    times[side].push(await timeOf(`${url}/api/auth/${path}`, body(`${side}-${i}@example.com`), i))
  }
  const pairs = times.known.map((ms, i) => [ms, times.unknown[i] ?? NaN] as const).slice(WARM_UPS)
  const { median, from, to } = medianDifference(pairs)
  const [withOne, without] = [0, 1].map((side) =>
    percentile(
      pairs.map((pair) => pair[side] ?? NaN),
      0.5,
    ).toFixed(1),
  )
  return {
    what: `${what}: whether its time tells if there is an account, ${REQUESTS} requests each`,
    ours: `${withOne} ms with, ${without} ms without; ${signed(median)} ms (95%: ${signed(from)} to ${signed(to)})`,
    ...{ peer: '', ratio: '' },
    wanted: told ? 'the answer says it' : `median within ±${MOST_MS} ms`,
    reached: told || Math.abs(median) < MOST_MS,
  }
}

const signed = (ms: number) => `${ms < 0 ? '−' : '+'}${Math.abs(ms).toFixed(2)}`

/** Each comes through the proxy from its own address: one alone may not send so many. */
async function timeOf(address: string, body: object, i: number): Promise<number> {
  const from = performance.now()
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.1.${i >> 8}.${i & 255}` },
    body: JSON.stringify(body),
  })
  await response.arrayBuffer()
  return performance.now() - from
}
