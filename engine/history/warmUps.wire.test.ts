import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { createTestDatabase } from '../../prisma/testing/createTestDatabase.ts'
import { istInstant } from '../../schema/time.ts'
import { startSandbox } from '../sandbox/startSandbox.ts'
import { createTestSubscription } from '../store/testing/createTestSubscription.ts'
import { EngineProcess } from '../testing/EngineProcess.ts'

// Some twenty weeks of 15-minute bars: five calls of the broker's, one a second.
const SLOW = { interval: '15min', long: ['close', 'crosses above', 'ema(200)'], short: ['close', 'crosses below', 'ema(200)'] } as const
const PATIENT = { timeout: 90_000, interval: 100 }

it('an engine that starts without a past trades at once, fetches what a slow strategy needs behind that, and says so until it is there', async () => {
  const home = await mkdtemp(path.join(tmpdir(), 'sakha-past-'))
  const database = await createTestDatabase()
  const sandbox = await startSandbox({ port: 0, home, speed: 10, seed: 1, start: istInstant('2026-07-01', 600), replay: new Map() })
  const engine = new EngineProcess({ databaseUrl: database.url, home, sandboxPort: sandbox.port })
  try {
    const { strategyId } = await createTestSubscription(database.db, { rules: SLOW })
    const warming = () => database.db.warmingUp.findMany()
    const days = () => database.db.candle.count({ where: { symbol: 'NIFTY', time: new Date(istInstant('2026-05-15', 600)) } })
    const url = await engine.start()
    expect(await days()).toBe(0)
    await expect.poll(warming, PATIENT).toMatchObject([{ strategyId, version: 1, symbol: 'NIFTY', readyAt: expect.any(Date) }])
    const [row] = await warming()
    expect(row?.sessionsNeeded).toBeGreaterThan(80)
    expect(row?.sessions).toBeLessThan(80)
    await expect.poll(warming, PATIENT).toEqual([])
    expect(await days()).toBe(1)
    const metrics = await (await fetch(`${url}/metrics`)).text()
    expect(metrics).toMatch(/^sakha_engine_strategies_warming_up 0$/m)
    const calls = Number(/^sakha_engine_history_calls_total (\d+)$/m.exec(metrics)?.[1])
    expect(calls).toBeGreaterThan(1)

    await engine.end('SIGTERM')
    const again = await engine.start()
    await expect.poll(async () => (await fetch(`${again}/metrics`)).text(), PATIENT).toMatch(/^sakha_engine_history_remaining_seconds 0$/m)
    expect(await (await fetch(`${again}/metrics`)).text()).toMatch(/^sakha_engine_history_calls_total 0$/m)
    expect(await warming()).toEqual([])
  } finally {
    await engine.end('SIGKILL')
    await sandbox.stop()
    await database.drop()
    await rm(home, { recursive: true })
  }
})
