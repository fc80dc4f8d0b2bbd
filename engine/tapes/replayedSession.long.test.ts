import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { createTestDatabase } from '../../prisma/testing/createTestDatabase.ts'
import { loadPast } from '../../scripts/launch/loadPast.ts'
import { parseCandleCsv } from '../../schema/market/candleCsv.ts'
import type { Candle } from '../../schema/market/candles.ts'
import type { IndexSymbol } from '../../schema/market/indices.ts'
import { STRATEGY_TEMPLATES } from '../../schema/rules/templates.ts'
import { istDate, istInstant, MINUTE } from '../../schema/time.ts'
import { openMarket } from '../sandbox/openMarket.ts'
import { startSandbox } from '../sandbox/startSandbox.ts'
import { newestCandles } from '../store/candles.ts'
import { expectBooksInOrder } from '../store/testing/expectBooksInOrder.ts'
import { sandboxConnection } from '../broker/smartapi/sandboxConnection.ts'
import { SmartApiBroker } from '../broker/smartapi/SmartApiBroker.ts'
import { marketTimeAt } from '../../schema/market/MarketClock.ts'
import { expectSignalsOfBacktest, expectTradesOfBacktest } from './testing/liveAgainstBacktest.ts'
import { createTestSubscription } from '../store/testing/createTestSubscription.ts'
import { EngineProcess } from '../testing/EngineProcess.ts'

const FOLDER = path.resolve(process.env['SAKHA_REAL_DATA'] ?? '../shared/data')
const SYMBOLS = ['NIFTY', 'BANKNIFTY'] as const
const fileOf = (symbol: string) => path.join(FOLDER, `${symbol}-1min-2024Q1.csv.gz`)
const missing = SYMBOLS.map(fileOf).find((file) => !existsSync(file))
/** A minute and a half for two market hours, which a machine that is busy with other tests keeps up with; `SAKHA_REPLAY_SPEED=60 npm test -- --project long engine/tapes/replayedSession` takes its six minutes. */
const SPEED = Number(process.env['SAKHA_REPLAY_SPEED'] ?? 80)
const DAY = '2024-01-01'
/** Of the drawn past. */
const PAST_SESSIONS = 30
const KILL_AT = istInstant(DAY, 12 * 60)
/** All of them at once, on both indices, with room for every signal of a day. */
const TEMPLATES = STRATEGY_TEMPLATES.map((template) => ({ ...template, maxTrades: 50, instruments: [...SYMBOLS] }))
/** Market time in which a slow machine decides on stored candles. */
const UNDECIDED = 15 * MINUTE
const SESSION_MS = (375 * MINUTE) / SPEED

function sessionOf(symbol: string): readonly Candle[] {
  const parsed = parseCandleCsv(gunzipSync(readFileSync(fileOf(symbol))).toString('utf8'))
  if (!parsed.ok) throw new Error(`line ${parsed.error.line}: ${parsed.error.reason}`)
  return parsed.value.filter(({ time }) => istDate(time) === DAY)
}

it.skipIf(missing !== undefined)(
  `a replayed real session is stored candle by candle as in the files, over a kill in mid-session, and traded as in a backtest${missing ? ` (skipped: no ${missing})` : ''}`,
  async () => {
    const home = await mkdtemp(path.join(tmpdir(), 'sakha-replay-'))
    const database = await createTestDatabase()
    const replay = new Map(SYMBOLS.map((symbol) => [symbol, fileOf(symbol)]))
    const sandbox = await startSandbox({ port: 0, home, speed: SPEED, seed: 1, start: null, replay })
    const connection = await sandboxConnection(home, sandbox.port)
    const broker = new SmartApiBroker(connection, connection, Date.now, pino({ level: 'silent' }))
    const engine = new EngineProcess({ databaseUrl: database.url, home, sandboxPort: sandbox.port })
    try {
      const strategies = []
      for (const template of TEMPLATES) {
        const { strategyId } = await createTestSubscription(database.db, template)
        strategies.push({ strategyId, template })
      }
      const marketNow = async () => marketTimeAt(await broker.clock(), Date.now())
      const open = new Date(istInstant(DAY, 0))
      const stored = (symbol: string) =>
        database.db.candle.findMany({ where: { symbol, time: { gte: open } }, orderBy: { time: 'asc' }, take: 375 })
      const ofIndices = { symbol: { in: [...SYMBOLS] }, time: { gte: open } }
      const lastStored = async () =>
        (await database.db.candle.aggregate({ where: ofIndices, _max: { time: true } }))._max.time?.getTime() ?? 0
      const patient = { timeout: SESSION_MS + 60_000, interval: 200 }

      // As a first start stores it: long enough for the slowest template to signal from the first bar on.
      const { source } = openMarket({ home, seed: 1, start: null, replay })
      await loadPast(database.url, { source, today: DAY, sessions: PAST_SESSIONS })
      await broker.connect()
      await engine.start()
      const firstUp = await marketNow()
      await expect.poll(lastStored, patient).toBeGreaterThanOrEqual(KILL_AT)
      await engine.end('SIGKILL')
      await engine.start()
      const upAgain = await marketNow()
      // Bars that close while the engine is down get no decision; for ones just before the kill, the decision may have been on its way.
      const served = (closedAt: number) => (closedAt > firstUp && closedAt < KILL_AT - UNDECIDED) || closedAt > upAgain
      for (const symbol of SYMBOLS) await expect.poll(async () => (await stored(symbol)).length, patient).toBe(375)
      await expect.poll(() => database.db.trade.count({ where: { status: 'RUNNING' } }), patient).toBe(0)
      await engine.end('SIGTERM')

      for (const symbol of SYMBOLS) {
        const rows = await stored(symbol)
        const candles = rows.map(({ time, open, high, low, close, volume }) => [
          time.getTime(),
          ...[open, high, low, close, volume].map(Number),
        ])
        expect(candles).toEqual(sessionOf(symbol).map(({ time, open, high, low, close, volume }) => [time, open, high, low, close, volume]))
      }
      expect(await database.db.trade.count()).toBeGreaterThan(5)
      await expectBooksInOrder(database.db)
      const candles = new Map(SYMBOLS.map((symbol) => [symbol, sessionOf(symbol)]))
      const pastOf = async (symbol: IndexSymbol) => {
        const all = await newestCandles(database.db, source.marketId, symbol, 375 * (PAST_SESSIONS + 2))
        return all.filter(({ time }) => istDate(time) < DAY)
      }
      const past = new Map([
        ['NIFTY', await pastOf('NIFTY')],
        ['BANKNIFTY', await pastOf('BANKNIFTY')],
      ] as const)
      const live = { db: database.db, broker, candles, past, strategies, served }
      await expectSignalsOfBacktest(live)
      await expectTradesOfBacktest(live)
    } finally {
      await engine.end('SIGKILL')
      await broker.close()
      await sandbox.stop()
      await database.drop()
      await rm(home, { recursive: true })
    }
  },
  2 * SESSION_MS + 180_000,
)
