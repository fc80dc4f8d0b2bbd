import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { istInstant } from '../../schema/time.ts'
import { startSandbox, type RunningSandbox } from '../sandbox/startSandbox.ts'
import { EngineProcess } from '../testing/EngineProcess.ts'
import { expectNothingLostOrDoubled, subscribeManyUsers } from './testing/load.ts'
import { startTestServer, type TestServer } from './testing/startTestServer.ts'

/** A market minute is a quarter of a second. */
const SPEED = 240
/** What reliability.md grants the engine to block entries, and to trade again. */
const BLOCKED_WITHIN = { timeout: 2_000, interval: 50 }
const RESUMED_WITHIN = { timeout: 10_000, interval: 50 }

let home: string
let server: TestServer
let sandbox: RunningSandbox
let engine: EngineProcess
let url: string

beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'sakha-faults-'))
  server = await startTestServer()
  await subscribeManyUsers(server.db)
  sandbox = await startSandbox({ port: 0, home, speed: SPEED, seed: 7, start: istInstant('2026-07-01', 9 * 60 + 30), replay: new Map() })
  engine = new EngineProcess({ databaseUrl: server.url, home, sandboxPort: sandbox.port })
  url = await engine.start()
})
afterAll(async () => {
  await engine.end('SIGKILL')
  await sandbox.stop()
  await server.drop()
  await rm(home, { recursive: true })
})
afterEach((context) => {
  if (context.task.result?.state === 'fail') process.stderr.write(`the engine said:\n${engine.log.slice(-40).join('\n')}\n`)
})

const fills = async () => (await server.db.fill.findMany({ select: { id: true } })).map(({ id }) => id)
const readiness = async () => ((await (await fetch(`${url}/readyz`)).json()) as { database: boolean }).database

/** The engine trades, blocks once the database is broken, lives, and trades again once it is repaired, with all acknowledged data. */
async function expectOutlived(broken: () => Promise<void> | void, mended: () => Promise<void> | void): Promise<void> {
  await expect.poll(async () => (await fills()).length, RESUMED_WITHIN).toBeGreaterThan(0)
  const acknowledged = await fills()
  await broken()
  await expect.poll(readiness, BLOCKED_WITHIN).toBe(false)
  expect((await fetch(`${url}/livez`)).status).toBe(200)
  await mended()
  await expect.poll(async () => (await fetch(`${url}/readyz`)).status, RESUMED_WITHIN).toBe(200)
  await expect.poll(async () => (await fills()).length, RESUMED_WITHIN).toBeGreaterThan(acknowledged.length)
  expect(await fills()).toEqual(expect.arrayContaining(acknowledged))
}

describe('the engine under load of twenty users, its database', () => {
  it('killed five times, loses nothing that was acknowledged, blocks, and trades again', async () => {
    for (let kill = 0; kill < 5; kill++)
      await expectOutlived(
        () => server.kill(),
        () => server.start(),
      )
  }, 300_000)

  it('frozen for a second, trades on', async () => {
    const acknowledged = await fills()
    server.freeze(true)
    await sleep(1_000)
    server.freeze(false)
    await expect.poll(async () => (await fills()).length, RESUMED_WITHIN).toBeGreaterThan(acknowledged.length)
    expect(await fills()).toEqual(expect.arrayContaining(acknowledged))
  })

  it('frozen for ten seconds, which is longer than a lease lives, blocks and trades again once it is let go', async () => {
    await expectOutlived(
      () => server.freeze(true),
      async () => {
        await sleep(10_000)
        server.freeze(false)
      },
    )
  })

  it('with all its connections taken by others, blocks and trades again once they are given back', async () => {
    let giveBack = async (): Promise<void> => undefined
    await expectOutlived(
      async () => void (giveBack = await server.takeAllConnections()),
      () => giveBack(),
    )
  })

  it('cutting its connections over and over, delays and never doubles, and the engine ends in order', async () => {
    for (let cut = 0; cut < 20; cut++) {
      await server.cutConnections()
      await sleep(100)
    }
    const before = (await fills()).length
    await expect.poll(async () => (await fills()).length, RESUMED_WITHIN).toBeGreaterThan(before)
    expect(await engine.end('SIGTERM')).toBe(0)
    await expectNothingLostOrDoubled(server.db)
  })
})
