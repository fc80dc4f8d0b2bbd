import { afterEach, beforeEach, expect, it } from 'vitest'
import { Relay } from '../../../prisma/bus/Relay.ts'
import { enqueue } from '../../../prisma/jobs/enqueue.ts'
import { waitingJobs } from '../../../prisma/jobs/testing/waitingJobs.ts'
import { EngineProcess } from '../../testing/EngineProcess.ts'
import { openTestBroker, type TestBroker } from './testing/openTestBroker.ts'

const PATIENT = { timeout: 60_000, interval: 20 }

let broker: TestBroker
let engine: EngineProcess
let relay: Relay
beforeEach(async () => {
  broker = await openTestBroker()
  engine = new EngineProcess({ databaseUrl: broker.database.url, home: broker.sandbox.home, sandboxPort: broker.sandbox.port })
  await engine.start()
  relay = new Relay(broker.database.url)
}, 120_000)
afterEach(async () => {
  await engine.end('SIGKILL')
  await relay.close()
  await broker.remove()
})

async function connect(userId: string): Promise<string> {
  const { jwtToken, feedToken } = await broker.sandbox.signIn(broker.sandbox.users[0])
  return broker.command(userId, 'CONNECT_WITH_TOKENS', { jwt: jwtToken, feedToken, refreshToken: null })
}

it('an engine that is killed in the midst of a command leaves it to the next one, which ends it once', async () => {
  const { db } = broker.database
  const userId = await broker.createUser()
  broker.sandbox.control.setFault({ name: 'slowReply', calls: ['getProfile'], milliseconds: 6_500, times: 1 })
  const id = await connect(userId)
  await expect.poll(async () => (await waitingJobs(db)).map(({ attempts }) => attempts), PATIENT).toEqual([1])
  await engine.end('SIGKILL')
  expect(await db.brokerCommand.findUnique({ where: { id } })).toMatchObject({ endedAt: null })
  expect(await broker.account(userId)).toBeNull()

  await engine.start()
  await expect.poll(async () => (await db.brokerCommand.findUniqueOrThrow({ where: { id } })).endedAt, PATIENT).not.toBeNull()
  expect(await broker.ended(id)).toMatchObject({ errorCode: null, error: null })
  const account = await broker.account(userId)
  expect(account).toMatchObject({ state: 'CONNECTED', clientCode: broker.sandbox.users[0]!.clientCode })

  // Handed out again, it does nothing.
  await enqueue(db, 'broker.run', { commandId: id })
  const later = await connect(userId)
  await broker.ended(later)
  await expect.poll(() => waitingJobs(db), PATIENT).toEqual([])
  // Beside them the checks that follow a sign-in.
  const answers = async () =>
    (await db.busMessage.findMany())
      .flatMap(({ payload }) => [...payload.matchAll(/"commandId":"([^"]+)"/g)].map(([, answered]) => answered))
      .filter((answered) => answered === id || answered === later)
      .sort()
  await expect.poll(answers, PATIENT).toEqual([id, later].sort())
}, 180_000)
