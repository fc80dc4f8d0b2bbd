import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { createTestDatabase, type TestDatabase } from '../../../prisma/testing/createTestDatabase.ts'
import { HOUR } from '../../../schema/time.ts'
import { Background } from '../../kit/Background.ts'
import { SealingKeys } from '../../security/SealingKeys.ts'
import { Sealer } from '../../security/Sealer.ts'
import type { Letter } from './Letter.ts'
import { Mailer } from './Mailer.ts'
import { Postbox } from './Postbox.ts'
import { startTestMailServer, type TestMailServer } from './testing/startTestMailServer.ts'

let database: TestDatabase
let home: string
let server: TestMailServer
let mailer: Mailer
let postbox: Postbox
beforeAll(async () => {
  database = await createTestDatabase()
  home = await mkdtemp(path.join(tmpdir(), 'sakha-postbox-'))
  server = await startTestMailServer()
  const log = pino({ level: 'silent' })
  const settings = { smtpUrl: server.url, plaintext: false, from: 'Sakha <no-reply@sakha.test>', folder: home }
  mailer = new Mailer(settings, new Background(log), log)
  postbox = new Postbox(database.db, new Sealer(await SealingKeys.load(home)), mailer)
})
afterAll(async () => {
  await mailer.close()
  await server.close()
  await database.drop()
  await rm(home, { recursive: true })
})
afterEach(() => database.db.outbox.deleteMany())

const letter = (subject: string): Letter => ({
  ...{ to: 'asha@example.com', accountId: null, subject, paragraphs: ['secret words'] },
  link: { text: 'Open', url: 'https://sakha.test/reset-password#token=secret' },
})
/** The mails with a queued job. */
async function asked(): Promise<string[]> {
  const rows = await database.db.outbox.findMany({ where: { job: 'mail.send' }, orderBy: { id: 'asc' } })
  return rows.map(({ payload }) => (JSON.parse(payload) as { mailId: string }).mailId)
}
const sentAs = (subject: string) => server.mails.filter((mail) => mail.includes(`Subject: ${subject}\r\n`))

test('a letter goes with the transaction that causes it, is sealed until it is sent, and is the same mail at every attempt', async () => {
  const failed = database.db.$transaction(async (tx) => {
    await postbox.post(tx, letter('Rolled back'))
    throw new Error('changed its mind')
  })
  await expect(failed).rejects.toThrow('changed its mind')
  expect([await asked(), await database.db.mail.count()]).toEqual([[], 0])

  await database.db.$transaction((tx) => postbox.post(tx, letter('Committed')))
  const [id = ''] = await asked()
  const { sealedLetter } = await database.db.mail.findUniqueOrThrow({ where: { id } })
  expect(Buffer.from(sealedLetter).toString('latin1')).not.toContain('secret')
  server.refuse(1)
  await expect(postbox.send(id)).rejects.toThrow('Greylisted')
  await postbox.send(id)
  expect(sentAs('Committed').map((mail) => mail.includes(`Message-ID: <${id}@sakha>`))).toEqual([true])
  expect(await database.db.mail.count()).toBe(0)
  // A job that comes again after it was done.
  await postbox.send(id)
  expect(sentAs('Committed')).toHaveLength(1)
})

test('no letter is no job', async () => {
  await database.db.$transaction((tx) => postbox.post(tx, null))
  expect(await asked()).toEqual([])
})

test('what is wished for is written once, however often it is sent, and is no mail where there is nothing to write', async () => {
  const written: string[] = []
  postbox.writes('greeting', z.object({ name: z.string() }), async (_tx, { name }) => {
    if (name === 'broken') throw new Error('the database is away')
    written.push(name)
    return name === 'nobody' ? null : letter(`Hello ${name}`)
  })
  await database.db.$transaction(async (tx) => {
    for (const name of ['Asha', 'nobody', 'broken']) await postbox.wish(tx, 'greeting', { name })
  })
  const [asha = '', nobody = '', broken = ''] = await asked()
  server.refuse(2)
  for (let attempt = 0; attempt < 2; attempt++) await expect(postbox.send(asha)).rejects.toThrow('Greylisted')
  await postbox.send(asha)
  await postbox.send(nobody)
  await expect(postbox.send(broken)).rejects.toThrow('the database is away')
  expect(written).toEqual(['Asha', 'nobody'])
  expect([sentAs('Hello Asha').length, sentAs('Hello nobody').length]).toEqual([1, 0])
  // The one that could not be written is still wished for.
  expect((await database.db.mail.findMany()).map(({ id }) => id)).toEqual([broken])
})

test('a mail that could not be sent for a week is removed, and its job finds nothing to send', async () => {
  await database.db.mail.deleteMany()
  await database.db.$transaction((tx) => postbox.post(tx, letter('Old')))
  await database.db.$transaction((tx) => postbox.post(tx, letter('Young')))
  const [old = '', young = ''] = await asked()
  const age = async (id: string, hours: number) =>
    database.db.mail.update({ where: { id }, data: { createdAt: new Date(Date.now() - hours * HOUR) } })
  await age(old, 7 * 24 + 1)
  await age(young, 7 * 24 - 1)
  await postbox.prune()
  expect(await database.db.mail.findMany({ select: { id: true } })).toEqual([{ id: young }])
  await postbox.send(old)
  expect(sentAs('Old')).toEqual([])
})
