import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openPool, type Pool } from '../../prisma/client.ts'
import { createTestDatabase, type TestDatabase } from '../../prisma/testing/createTestDatabase.ts'
import { VERSION } from '../../schema/version.ts'
import { GatewayWatch } from './GatewayWatch.ts'

let database: TestDatabase
let pool: Pool
let watch: GatewayWatch
let told: string[]
beforeEach(async () => {
  database = await createTestDatabase()
  told = []
  const note = (...line: unknown[]) => void told.push(String(line.at(-1)))
  pool = openPool(database.url, 'test', 1)
  watch = new GatewayWatch({ pool, log: { warn: note, error: note } })
})
afterEach(async () => {
  await watch.close()
  await pool.end()
  await database.drop()
})

const measured = (kind: 'ENGINE' | 'GATEWAY', version: string, nodeId: string = randomUUID(), at = new Date()) =>
  database.db.nodeSample.create({
    data: { nodeId, at, kind, version, runtime: 'v20.19.0', startedAt: at, loopDelayMs: 1, memoryMb: 1, errors: 0 },
  })

describe('the watch over gateways', () => {
  it('minds none of its own release or an older one, no engine, and none that has ended', async () => {
    await measured('GATEWAY', VERSION)
    await measured('GATEWAY', VERSION.replace(/\d+$/, '99'))
    await measured('GATEWAY', '0.0.9')
    await measured('ENGINE', '9.0.0')
    await measured('GATEWAY', '9.0.0', randomUUID(), new Date(Date.now() - 31_000))
    await watch.start()
    expect(watch.newer).toBeNull()
    expect(told).toEqual([])
  })

  it('names one of a newer release, from the first look on, until it has ended', async () => {
    const nodeId = randomUUID()
    await measured('GATEWAY', VERSION)
    await measured('GATEWAY', '9.0.0', nodeId)
    await watch.start()
    expect(watch.newer).toBe('9.0.0')
    await database.db.nodeSample.updateMany({ where: { nodeId }, data: { at: new Date(Date.now() - 31_000) } })
    await expect.poll(() => watch.newer).toBeNull()
    await measured('GATEWAY', '9.1.0')
    await expect.poll(() => watch.newer).toBe('9.1.0')
    expect(told).toEqual([
      'a gateway is of a newer release: nothing is opened until this engine is, too',
      'no gateway is newer than this engine any more: entries are allowed again',
      'a gateway is of a newer release: nothing is opened until this engine is, too',
    ])
  })
})
