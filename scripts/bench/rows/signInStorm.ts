import { readFile } from 'node:fs/promises'
import { v7 as uuid } from 'uuid'
import { hashPassword } from '../../../gateway/security/passwords.ts'
import type { Database } from '../../../prisma/client.ts'
import { seedMarketTables } from '../../../prisma/marketTables.ts'
import { SHIPPED_MARKET_TABLES } from '../../../schema/market/shippedTables.ts'
import type { BenchRow } from '../measuring/BenchRow.ts'
import { withBenchDatabase } from '../measuring/benchDatabase.ts'
import { withGateway } from '../measuring/withGateway.ts'

const AT_ONCE = 200
const MOST_MB = 100
/** Connections are made, passwords checked (four at most) and sessions written (ten) at the same time: so many places may be lost to others. */
const MOST_PLACES = 50
const LONGEST_LOCK_SECONDS = 900
const SAMPLE_MS = 10
const PASSWORD = 'correct horse'

interface Answer {
  readonly status: number
  readonly retryAfter: number
}

interface Storm {
  /** In the order they were sent. */
  readonly answers: readonly Answer[]
  readonly seconds: number
  readonly megabytes: number
  /** By how many places an answer came before or after its turn, at most. */
  readonly places: number
}

/** Two hundred sign-ins at once: of two hundred accounts, then with wrong passwords at one. Linux only. */
export async function signInStorm(): Promise<BenchRow[]> {
  return withBenchDatabase(async (db, databaseUrl) => {
    await seedMarketTables(db, SHIPPED_MARKET_TABLES)
    await createAccounts(db)
    return withGateway(databaseUrl, async ({ url, pid }) => {
      // What the first sign-ins load is not the storm's.
      for (let i = 0; i < 8; i++) await signIn(url, i, i, PASSWORD)
      const right = await storm(pid, (i) => signIn(url, i, i, PASSWORD))
      const wrong = await storm(pid, (i) => signIn(url, 0, AT_ONCE + i, `wrong ${i}`))
      return [rowOfMany(right), rowOfOne(wrong)]
    })
  })
}

async function createAccounts(db: Database): Promise<void> {
  const passwordHash = await hashPassword(PASSWORD)
  const accounts = Array.from({ length: AT_ONCE }, (_, i) => ({ id: uuid(), name: 'Bench', email: emailOf(i), passwordHash }))
  await db.user.createMany({ data: accounts })
}

const emailOf = (i: number) => `storm-${i}@example.com`

/** Each comes through the proxy from its own address: one alone may not send so many. */
async function signIn(url: string, account: number, address: number, password: string): Promise<Answer> {
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.0.${address >> 8}.${address & 255}` },
    body: JSON.stringify({ email: emailOf(account), password }),
  })
  await response.arrayBuffer()
  return { status: response.status, retryAfter: Number(response.headers.get('retry-after') ?? 0) }
}

async function storm(pid: number | undefined, ask: (i: number) => Promise<Answer>): Promise<Storm> {
  const before = await residentMegabytes(pid)
  let most = before
  const sampling = setInterval(() => void residentMegabytes(pid).then((megabytes) => (most = Math.max(most, megabytes))), SAMPLE_MS)
  const from = performance.now()
  const turns: number[] = []
  const answers = await Promise.all(
    Array.from({ length: AT_ONCE }, async (_, i) => {
      const answer = await ask(i)
      turns.push(i)
      return answer
    }),
  )
  clearInterval(sampling)
  return {
    answers,
    seconds: (performance.now() - from) / 1_000,
    megabytes: most - before,
    places: Math.max(...turns.map((i, turn) => Math.abs(i - turn))),
  }
}

async function residentMegabytes(pid: number | undefined): Promise<number> {
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) / 1_024
}

function rowOfMany({ answers, seconds, megabytes, places }: Storm): BenchRow {
  const signedIn = answers.filter(({ status }) => status === 200).length
  return {
    what: `sign-in storm: ${AT_ONCE} accounts at once`,
    ours: `${signedIn} signed in within ${seconds.toFixed(1)} s, at most ${places} places out of turn, +${Math.round(megabytes)} MB`,
    ...{ peer: '', ratio: '' },
    wanted: `all, in order, < +${MOST_MB} MB`,
    reached: signedIn === AT_ONCE && places <= MOST_PLACES && megabytes < MOST_MB,
  }
}

function rowOfOne({ answers, seconds, megabytes }: Storm): BenchRow {
  const looked = answers.filter(({ status }) => status === 401).length
  const asked = answers.filter(({ status }) => status === 429).length
  const wait = Math.max(...answers.map(({ retryAfter }) => retryAfter))
  return {
    what: `sign-in storm: ${AT_ONCE} wrong passwords at one account`,
    ours: `${looked} looked at in ${seconds.toFixed(1)} s, the owner waits ${wait} s, +${Math.round(megabytes)} MB`,
    ...{ peer: '', ratio: '' },
    wanted: `nobody locked out for longer than ${LONGEST_LOCK_SECONDS} s, < +${MOST_MB} MB`,
    reached: looked + asked === AT_ONCE && wait <= LONGEST_LOCK_SECONDS && megabytes < MOST_MB,
  }
}
