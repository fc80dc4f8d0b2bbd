import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { requestAnalysis } from '../../prisma/agent/requestAnalysis.ts'
import { createTestDatabase } from '../../prisma/testing/createTestDatabase.ts'
import { istInstant, MINUTE } from '../../schema/time.ts'
import { agentRecord } from '../../schema/trading/agentRecord.ts'
import { startSandbox } from '../sandbox/startSandbox.ts'
import { createTestSubscription } from '../store/testing/createTestSubscription.ts'
import { EngineProcess } from '../testing/EngineProcess.ts'

const OPEN = istInstant('2026-07-01', 9 * 60 + 15)
const PATIENT = { timeout: 60_000, interval: 100 }

it('an engine killed in the midst of a scan loses none and makes none twice, and answers who asks', async () => {
  const home = await mkdtemp(path.join(tmpdir(), 'sakha-agent-'))
  const database = await createTestDatabase()
  const { db } = database
  const sandbox = await startSandbox({ port: 0, home, speed: 60, seed: 1, start: OPEN + 20 * MINUTE, replay: new Map() })
  const engine = new EngineProcess({ databaseUrl: database.url, home, sandboxPort: sandbox.port })
  try {
    const { userId } = await createTestSubscription(db)
    await db.agentSettings.create({
      data: { userId, enabled: true, enabledAt: new Date(), lookbackPeriod: 25, analysisIntervalMinutes: 2 },
    })
    await engine.dieAt('mid-agent-scan:3')
    const scanned = async () => (await db.agentService.findFirstOrThrow()).scannedAt!.getTime()
    const killedAfter = await scanned()
    await engine.start()
    await expect.poll(scanned, PATIENT).toBeGreaterThanOrEqual(killedAfter + 10 * MINUTE)

    const rows = await db.agentAnalysis.findMany({ orderBy: { number: 'asc' } })
    const first = (rows[0]!.candleAt.getTime() + MINUTE - OPEN) / MINUTE
    const last = ((await scanned()) - OPEN) / MINUTE
    const minutesOf = (lookback: number, symbol = 'NIFTY') =>
      rows
        .filter((row) => row.lookback === lookback && row.symbol === symbol)
        .map(({ candleAt }) => (candleAt.getTime() + MINUTE - OPEN) / MINUTE)
    const every = (step: number) =>
      Array.from({ length: last + 1 }, (_, minute) => minute).filter((minute) => minute >= first && minute % step === 0)
    expect(minutesOf(25)).toEqual(every(2))
    expect(minutesOf(50, 'SENSEX')).toEqual(every(5))
    expect(rows.map(({ number }) => Number(number))).toEqual(rows.map((_, place) => place + 1))

    const requestId = await db.$transaction((tx) => requestAnalysis(tx, userId, 'BANKNIFTY', 33))
    const request = () => db.agentRequest.findUniqueOrThrow({ where: { id: requestId }, include: { analysis: true } })
    await expect
      .poll(async () => (await request()).analysis, PATIENT)
      .toMatchObject({ symbol: 'BANKNIFTY', lookback: 33, verdict: 'NO_TRADE' })
    const { analysis } = await request()
    expect(agentRecord.parse(analysis!.record)).toMatchObject({ reason: 'HISTORY_SHORT', numbers: { sessions: 0, needed: 60 } })
  } finally {
    await engine.end('SIGKILL')
    await sandbox.stop()
    await database.drop()
    await rm(home, { recursive: true })
  }
}, 150_000)
