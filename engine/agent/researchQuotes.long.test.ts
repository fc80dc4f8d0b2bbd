import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { createTestDatabase } from '../../prisma/testing/createTestDatabase.ts'
import { INDEX_SYMBOLS } from '../../schema/market/indices.ts'
import { istInstant, MINUTE } from '../../schema/time.ts'
import { agentRecord } from '../../schema/trading/agentRecord.ts'
import { startSandbox } from '../sandbox/startSandbox.ts'
import { createTestSubscription } from '../store/testing/createTestSubscription.ts'
import { EngineProcess } from '../testing/EngineProcess.ts'

const START = istInstant('2026-07-01', 9 * 60 + 36)
const PATIENT = { timeout: 120_000, interval: 200 }

it('in the default sandbox both sides of every index are priced by the quotes of the moment', async () => {
  const home = await mkdtemp(path.join(tmpdir(), 'sakha-agent-'))
  const database = await createTestDatabase()
  const { db } = database
  const sandbox = await startSandbox({ port: 0, home, speed: 10, seed: 1, start: START, replay: new Map() })
  const engine = new EngineProcess({ databaseUrl: database.url, home, sandboxPort: sandbox.port })
  try {
    const { userId } = await createTestSubscription(db)
    await db.agentSettings.create({ data: { userId, enabled: true, enabledAt: new Date() } })
    await engine.start()
    const quotedIndices = async () => {
      const records = (await db.agentAnalysis.findMany()).map(({ record }) => agentRecord.parse(record))
      const quoted = records.filter(({ pricing }) => pricing?.source === 'QUOTE')
      for (const { pricing, spot, candleAt } of quoted) {
        expect(Math.abs(pricing!.strike / 100 - spot!)).toBeLessThanOrEqual(50)
        expect(pricing!.expiresAt).toBeGreaterThan(candleAt + 6 * 60 * MINUTE)
        expect(pricing!.volatility).toBeGreaterThan(0.08)
        expect(pricing!.volatility).toBeLessThan(0.6)
      }
      return [...new Set(quoted.map(({ symbol }) => symbol))].toSorted()
    }
    await expect.poll(quotedIndices, PATIENT).toEqual([...INDEX_SYMBOLS].toSorted())
  } finally {
    await engine.end('SIGKILL')
    await sandbox.stop()
    await database.drop()
    await rm(home, { recursive: true })
  }
}, 180_000)
