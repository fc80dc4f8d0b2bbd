import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../prisma/testing/createTestDatabase.ts'
import { DAY, istDate, istInstant, istMinuteOfDay, MINUTE } from '../schema/time.ts'
import { startSandbox, type RunningSandbox } from './sandbox/startSandbox.ts'
import { expectBooksInOrder } from './store/testing/expectBooksInOrder.ts'
import { createTestSubscription, type TestSubscription } from './store/testing/createTestSubscription.ts'
import { createTestTrade } from './store/testing/createTestTrade.ts'
import { EngineProcess } from './testing/EngineProcess.ts'
import { contractOf } from './trading/testing/contracts.ts'

/** A market minute is a quarter of a second. */
const SPEED = 240
const START = istInstant('2026-07-01', 9 * 60 + 15)
/** Signals nearly every few minutes, and levels that are soon reached. */
const EAGER = {
  rules: { interval: '1min', long: ['close', 'crosses above', 'ema(3)'], short: ['close', 'crosses below', 'ema(3)'] },
  ...{ instruments: ['NIFTY', 'BANKNIFTY'], maxTrades: 50, stopLossPercent: 2, takeProfitPercent: 2 },
}

let home: string
let database: TestDatabase
let sandbox: RunningSandbox
let subscription: TestSubscription
let engine: EngineProcess

beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'sakha-engine-'))
  database = await createTestDatabase()
  sandbox = await startSandbox({ port: 0, home, speed: SPEED, seed: 7, start: START, replay: new Map() })
  subscription = await createTestSubscription(database.db, EAGER)
  engine = new EngineProcess({ databaseUrl: database.url, home, sandboxPort: sandbox.port })
})
afterEach(async (context) => {
  await engine.end('SIGKILL')
  await sandbox.stop()
  await database.drop()
  await rm(home, { recursive: true })
  if (context.task.result?.state === 'fail') process.stderr.write(`the engine said:\n${engine.log.slice(-40).join('\n')}\n`)
})

const patient = { timeout: 40_000, interval: 100 }
const closedTrades = () => database.db.trade.count({ where: { status: { not: 'RUNNING' } } })
const runningTrades = () => database.db.trade.findMany({ where: { status: 'RUNNING' } })

/** Shuts the test's database to everybody, or opens it again. */
async function setDatabaseOpen(open: boolean): Promise<void> {
  const client = new pg.Client({ connectionString: process.env['SAKHA_TEST_DATABASE_SERVER'] })
  await client.connect()
  try {
    const name = new URL(database.url).pathname.slice(1)
    await client.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS ${open}`)
    if (!open) await client.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name])
  } finally {
    await client.end()
  }
}

/** The stored minutes of each index follow each other without a hole, within every session. */
async function expectCandlesContiguous(): Promise<void> {
  for (const symbol of ['NIFTY', 'BANKNIFTY', 'SENSEX', 'MIDCPNIFTY']) {
    const rows = await database.db.candle.findMany({ where: { symbol }, orderBy: { time: 'asc' } })
    expect(rows.length).toBeGreaterThan(375)
    rows.slice(1).forEach((row, i) => {
      const before = rows[i]?.time.getTime() ?? 0
      const startsSession = istMinuteOfDay(row.time.getTime()) === 9 * 60 + 15 && istDate(before) !== istDate(row.time.getTime())
      if (startsSession) expect(row.time.getTime() - before).toBeLessThan(5 * DAY)
      else expect(row.time.getTime() - before).toBe(MINUTE)
    })
  }
}

describe('the engine against the sandbox', () => {
  it('opens and closes a subscribed user’s trades, is ready meanwhile, and stops in order', async () => {
    const url = await engine.start()
    await expect.poll(closedTrades, patient).toBeGreaterThanOrEqual(2)
    const readiness = await fetch(`${url}/readyz`)
    expect([readiness.status, await readiness.json()]).toEqual([200, { ready: true, database: true, broker: true, feed: true }])
    expect(await (await fetch(`${url}/metrics`)).text()).toMatch(/^sakha_engine_trades_closed_total [1-9]/m)
    expect(await database.db.engineState.findMany()).toMatchObject([{ market: sandbox.marketId, sandbox: true, feed: 'connected' }])
    expect(await engine.end('SIGTERM')).toBe(0)
    await expectBooksInOrder(database.db)
    await expectCandlesContiguous()
    const trades = await database.db.trade.findMany()
    expect(trades.every(({ userId }) => userId === subscription.userId)).toBe(true)
    expect(new Set(trades.map(({ exitReason }) => exitReason))).not.toEqual(new Set([null]))
  }, 90_000)

  it('lives through a lost database, says so, and is whole again afterwards', async () => {
    const url = await engine.start()
    await expect.poll(async () => (await runningTrades()).length, patient).toBeGreaterThan(0)
    await setDatabaseOpen(false)
    const databaseAnswers = async () => ((await (await fetch(`${url}/readyz`)).json()) as { database: boolean }).database
    await expect.poll(databaseAnswers, patient).toBe(false)
    expect((await fetch(`${url}/livez`)).status).toBe(200)
    await setDatabaseOpen(true)
    await expect.poll(async () => (await fetch(`${url}/readyz`)).status, patient).toBe(200)
    const closedBefore = await closedTrades()
    await expect.poll(closedTrades, patient).toBeGreaterThan(closedBefore)
    expect(await engine.end('SIGTERM')).toBe(0)
    await expectBooksInOrder(database.db)
    await expectCandlesContiguous()
  }, 90_000)

  it('closes a trade whose contract expired while no engine ran, at what it was worth then', async () => {
    const expiry = '2026-06-30'
    const contract = contractOf('NIFTY', 20_000, 'CE', expiry)
    const { id } = await createTestTrade(database.db, subscription, {
      ...{ market: sandbox.marketId, contract, quantity: 65, premium: 100_00 },
      ...{ entryTime: istInstant(expiry, 11 * 60), windowEndsAt: istInstant(expiry, 15 * 60) },
    })
    await engine.start()
    await expect.poll(async () => (await database.db.trade.findUniqueOrThrow({ where: { id } })).status, patient).toBe('COMPLETED')
    const close = istInstant(expiry, 15 * 60 + 30)
    const last = await database.db.candle.findFirstOrThrow({ where: { symbol: 'NIFTY', time: new Date(close - MINUTE) } })
    const trade = await database.db.trade.findUniqueOrThrow({ where: { id } })
    expect(trade).toMatchObject({ exitPricePaise: last.close - 20_000_00n, exitTime: new Date(close) })
  }, 60_000)

  it('ends, and says why, when another market takes the place of its own', async () => {
    await engine.start()
    const { port, marketId } = sandbox
    const ended = engine.ended()
    await sandbox.stop()
    sandbox = await startSandbox({ port, home, speed: SPEED, seed: 8, start: START, replay: new Map() })
    expect(await ended).toBe(1)
    const fatal = engine.log.map((line) => JSON.parse(line) as { level: number; msg: string }).filter(({ level }) => level === 60)
    expect(fatal.map(({ msg }) => msg)).toEqual([expect.stringContaining(`now ${sandbox.marketId}, no longer ${marketId}`)])
  }, 60_000)

  it('killed in mid-session and started again loses no trade, doubles none, and fills the candles’ hole', async () => {
    await engine.start()
    for (let round = 0; round < 2; round++) {
      await expect.poll(async () => (await runningTrades()).length, patient).toBeGreaterThan(0)
      await engine.end('SIGKILL')
      const left = await runningTrades()
      const closedBefore = await closedTrades()
      await expectBooksInOrder(database.db)
      await engine.start()
      await expect
        .poll(async () => (await runningTrades()).filter(({ id }) => left.some((trade) => trade.id === id)).length, patient)
        .toBe(0)
      await expect.poll(closedTrades, patient).toBeGreaterThan(closedBefore)
    }
    expect(await engine.end('SIGTERM')).toBe(0)
    await expectBooksInOrder(database.db)
    await expectCandlesContiguous()
  }, 120_000)
})
