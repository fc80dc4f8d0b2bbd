import { afterAll, beforeAll, expect, test } from 'vitest'
import { enqueue } from '../../prisma/jobs/enqueue.ts'
import { TOPICS } from '../app/topics.ts'
import { CountService, exampleJobTopic } from './exampleJob.ts'
import { eventually, startTestGateway, type TestGateway } from './startTestGateway.ts'

let app: TestGateway
/** What the work does at its next attempts. */
let outcomes: (() => number)[] = []
let attempts = 0
const count = async () => {
  attempts++
  return outcomes.shift()?.() ?? 7
}
beforeAll(async () => void (app = await startTestGateway({}, TOPICS.with(exampleJobTopic(count)))))
afterAll(() => app.close())

const ask = () => app.db.$transaction((tx) => new CountService(app.db, count).request(tx))
const rowOf = (id: string) => app.db.performanceRun.findUniqueOrThrow({ where: { id } })
/** As when the wait before the next attempt is over. */
const due = () => app.db.$executeRaw`UPDATE graphile_worker._private_jobs SET run_at = now() WHERE locked_at IS NULL`

test('the job of the recipe is done although its first attempt fails, and says so in between', async () => {
  outcomes = [
    () => {
      throw new Error('of a test')
    },
  ]
  const id = await ask()
  await eventually(async () => (await rowOf(id)).problem).toBe('It is tried again')
  expect((await rowOf(id)).endedAt).toBeNull()
  await eventually(async () => {
    await due()
    return rowOf(id)
  }).toMatchObject({ endedAt: expect.any(Date), results: 7, problem: null })
})

test('the job of the recipe is done once though it runs twice, and not at all when its transaction is not committed', async () => {
  attempts = 0
  const id = await ask()
  await app.idle()
  expect(await rowOf(id)).toMatchObject({ results: 7 })
  await enqueue(app.db, 'performance.update', { runId: id })
  const undone = app.db.$transaction(async (tx) => {
    await new CountService(app.db, count).request(tx)
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  await app.idle()
  expect([attempts, await app.db.performanceRun.count({ where: { endedAt: null } })]).toEqual([1, 0])
})
