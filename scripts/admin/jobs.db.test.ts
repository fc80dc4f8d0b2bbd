import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CommandFailure, UsageError } from '../../engine/cli/failures.ts'
import { waitingJobs } from '../../prisma/jobs/testing/waitingJobs.ts'
import { createTestDatabase, type TestDatabase } from '../../prisma/testing/createTestDatabase.ts'
import { HOUR } from '../../schema/time.ts'
import { jobsCommand } from './jobs.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('jobs that were given up are listed with their errors, and tried again one by one, in the audit log of their account', async () => {
  const { db } = database
  expect(await jobsCommand(db, [])).toBe('No job was given up.')
  const { id: accountId } = await db.user.create({ data: { name: 'Lata', email: 'lata@example.com', passwordHash: 'none' } })
  const mail = await db.mail.create({ data: { id: randomUUID(), accountId, sealedLetter: new Uint8Array([1]) } })
  const add = async (payload: object, attempts: number, error: string | null, task = 'mail.send') => {
    const [job] = await db.$queryRaw<{ id: string }[]>`
      SELECT id::text FROM graphile_worker.add_job(${task}, ${JSON.stringify(payload)}::json, max_attempts => 10)`
    await db.$executeRaw`
      UPDATE graphile_worker._private_jobs SET attempts = ${attempts}, last_error = ${error}, created_at = now() - interval '3 hours'
      WHERE id::text = ${job!.id}`
    return job!.id
  }
  const given = await add({ mailId: mail.id }, 10, 'The mail server\u001b[31m said no')
  const killed = await add({ mailId: randomUUID() }, 10, null)
  const waits = await add({ mailId: randomUUID() }, 9, 'not yet')

  const text = await jobsCommand(db, [])
  expect(
    text
      .split('\n')
      .filter((line) => !line.startsWith('---'))
      .map((line) => line.trim().split(/ {2,}/)),
  ).toEqual([
    ['job', 'task', 'attempts', 'age', 'last error'],
    [given, 'mail.send', '10', '3 h', 'The mail server [31m said no'],
    [killed, 'mail.send', '10', '3 h', 'its process died'],
  ])
  expect(await jobsCommand(db, [], Date.now() + 48 * HOUR)).toContain('2 d')
  expect(await jobsCommand(db, ['retry', given])).toBe(`Job ${given} (mail.send) is tried again within seconds.`)
  expect((await waitingJobs(db)).map(({ attempts }) => attempts)).toEqual([0, 10, 9])
  expect(await db.auditEntry.findMany({ where: { accountId } })).toMatchObject([
    { action: 'JOB_RETRIED', actor: 'command line', details: { task: 'mail.send' } },
  ])
  const delivery = await add({ userId: accountId, notificationId: 'opened:1', channel: 'WEBHOOK' }, 10, 'unreadable', 'delivery.send')
  expect(await jobsCommand(db, ['retry', delivery])).toBe(`Job ${delivery} (delivery.send) is tried again within seconds.`)
  expect((await db.auditEntry.findMany({ where: { accountId }, orderBy: { sequence: 'asc' } })).map(({ details }) => details)).toEqual([
    { task: 'mail.send' },
    { task: 'delivery.send' },
  ])
  for (const id of [given, waits, '0', 'x']) await expect(jobsCommand(db, ['retry', id])).rejects.toBeInstanceOf(CommandFailure)
  for (const args of [['retry'], ['retri', killed], ['retry', killed, 'all']])
    await expect(jobsCommand(db, args)).rejects.toBeInstanceOf(UsageError)
})
