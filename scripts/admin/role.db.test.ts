import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { CommandFailure, UsageError } from '../../engine/cli/failures.ts'
import { Letters } from '../../gateway/topics/mail/Letters.ts'
import { passwordMatches } from '../../gateway/security/passwords.ts'
import { createTestDatabase, type TestDatabase } from '../../prisma/testing/createTestDatabase.ts'
import type { TellOwner } from './account.ts'
import { askToConfirm } from './askToConfirm.ts'
import { changeRole } from './role.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const mailed: string[] = []
const tellOwner: TellOwner = (write) => void mailed.push(write(new Letters('https://sakha.test')).subject)
beforeEach(() => void mailed.splice(0))

/** What somebody at a terminal, or a script without one, does with the command: the answer, or the failure, and what was shown. */
async function run(
  args: string[],
  { revoke = false, name = undefined as string | undefined, yes = false, typed = null as string | null } = {},
) {
  const input = Object.assign(new PassThrough(), { isTTY: typed !== null })
  if (typed !== null) input.write(`${typed}\n`)
  const output = new PassThrough()
  const tools = { tellOwner, confirm: askToConfirm({ input, output }, yes) }
  const answer = await changeRole(database.db, args, { revoke, name }, tools).catch((error: unknown) => error)
  output.end()
  return { answer, shown: await text(output) }
}
const roleOf = async (email: string) => (await database.db.user.findUniqueOrThrow({ where: { email } })).role
const account = (name: string, confirmed: boolean) => {
  const email = `${name.toLowerCase()}@example.com`
  return database.db.user.create({ data: { name, email, passwordHash: 'none', emailVerifiedAt: confirmed ? new Date() : null } })
}

test('item 21: an account whose address nobody has confirmed becomes no admin: anybody can sign up with a colleague’s', async () => {
  await account('Mallory', false)
  const { answer } = await run(['mallory@example.com'], { yes: true })
  expect(answer).toBeInstanceOf(CommandFailure)
  expect(String(answer)).toMatch(/nobody has confirmed the e-mail address[\s\S]*confirmed +never/)
  expect([await roleOf('mallory@example.com'), mailed]).toEqual(['user', []])
})

test('item 21: the account is shown and confirmed by typing its address, however it is written', async () => {
  await account('Asha', true)
  const wrong = await run([' Asha@Example.com'], { typed: 'yes' })
  expect(String(wrong.answer)).toContain('Nothing was changed.')
  for (const fact of [/name +Asha/, /address +asha@example\.com/, /created +20/, /confirmed +20/, /two-factor sign-in +off/, /role +user/])
    expect(wrong.shown).toMatch(fact)
  expect(await roleOf('asha@example.com')).toBe('user')
  expect((await run(['asha@example.com'], { typed: 'Asha@example.com' })).answer).toMatch(/^asha@example\.com is an admin now\./)
  expect(await roleOf('asha@example.com')).toBe('admin')
  expect((await run(['asha@example.com'])).answer).toBe('asha@example.com is an admin already.')
})

test('where nobody can be asked nothing is changed without --yes, in either direction', async () => {
  await account('Tara', true)
  const asked = await run(['tara@example.com'])
  expect(String(asked.answer)).toContain('add --yes')
  expect(asked.shown).toContain('tara@example.com')
  expect(await roleOf('tara@example.com')).toBe('user')
  await run(['tara@example.com'], { yes: true })
  expect(String((await run(['tara@example.com'], { revoke: true })).answer)).toContain('add --yes')
  expect(await roleOf('tara@example.com')).toBe('admin')
})

test('item 21: the role is taken away again, with an entry in the audit log and a mail to the owner each time', async () => {
  const { id } = await account('Ravi', true)
  await run(['ravi@example.com'], { yes: true })
  expect((await run(['ravi@example.com'], { revoke: true, yes: true })).answer).toMatch(/^ravi@example\.com is a user now\./)
  expect(await roleOf('ravi@example.com')).toBe('user')
  expect((await run(['ravi@example.com'], { revoke: true, yes: true })).answer).toBe('ravi@example.com is a user already.')
  const log = await database.db.auditEntry.findMany({ where: { accountId: id }, orderBy: { sequence: 'asc' } })
  expect(log.map(({ action, actor, details }) => ({ action, actor, details }))).toEqual([
    { action: 'ROLE_CHANGED', actor: 'command line', details: { role: 'admin' } },
    { action: 'ROLE_CHANGED', actor: 'command line', details: { role: 'user' } },
  ])
  expect(mailed).toEqual(['You are an admin', 'You are no longer an admin'])
})

test('an account becomes an analyst only with a confirmed address, and its owner reads which role it had before', async () => {
  const { id } = await account('Isha', true)
  await account('Guest', false)
  expect((await run(['role', 'isha@example.com', 'analyst'], { yes: true })).answer).toMatch(/^isha@example\.com is an analyst now\./)
  expect(await roleOf('isha@example.com')).toBe('analyst')
  expect((await run(['role', 'isha@example.com', 'user'], { yes: true })).answer).toMatch(/^isha@example\.com is a user now\./)
  expect(mailed).toEqual(['You are an analyst', 'You are no longer an analyst'])
  expect(await database.db.auditEntry.count({ where: { accountId: id, action: 'ROLE_CHANGED' } })).toBe(2)
  expect((await run(['role', 'guest@example.com', 'analyst'], { yes: true })).answer).toBeInstanceOf(CommandFailure)
  expect((await run(['role', 'nobody@example.com', 'analyst'], { yes: true })).answer).toBeInstanceOf(CommandFailure)
  expect(await roleOf('guest@example.com')).toBe('user')
})

test('an account that still trades is not made an analyst’s, and who asks reads what is open', async () => {
  const { id: userId } = await account('Tessa', true)
  await database.db.agentSettings.create({ data: { userId, enabled: true } })
  const { answer } = await run(['role', 'tessa@example.com', 'analyst'], { yes: true })
  expect(answer).toBeInstanceOf(CommandFailure)
  expect(String(answer)).toContain(
    'Nothing was changed. This account still trades: 0 open trades, 0 open orders, 0 active strategies, the agent on.',
  )
  expect([await roleOf('tessa@example.com'), mailed]).toEqual(['user', []])
})

test.each([[['role']], [['role', 'a@b.c']], [['role', 'a@b.c', 'owner']], [['role', 'a@b.c', 'analyst', 'more']]])(
  '%j is no role',
  async (args) => {
    expect((await run(args, { yes: true })).answer).toBeInstanceOf(UsageError)
  },
)

test('an account that has another address by the time it is confirmed is left alone', async () => {
  const { id } = await account('Lata', true)
  const confirm = async () => void (await database.db.user.update({ where: { id }, data: { email: 'other@example.com' } }))
  const change = changeRole(database.db, ['lata@example.com'], { revoke: false, name: undefined }, { confirm, tellOwner })
  await expect(change).rejects.toBeInstanceOf(CommandFailure)
  expect(await roleOf('other@example.com')).toBe('user')
})

test('an account that is not there is made only when it is given a name, with the password that is shown, and its role is in the log', async () => {
  expect((await run(['nila@example.com'], { yes: true })).answer).toBeInstanceOf(CommandFailure)
  const { answer } = await run(['nila@example.com'], { yes: true, name: 'Nila' })
  const { id, role, passwordHash } = await database.db.user.findUniqueOrThrow({ where: { email: 'nila@example.com' } })
  expect(role).toBe('admin')
  expect(await passwordMatches(passwordHash, String(answer).split(' ').at(-1)!)).toBe(true)
  expect(await database.db.auditEntry.findFirst({ where: { accountId: id, action: 'ROLE_CHANGED' } })).not.toBeNull()
  expect(mailed).toEqual(['You are an admin'])
})

test.each([[[]], [['asha']], [['a@b.c', 'd@e.f']]])('%j is no address', async (args) => {
  expect((await run(args, { yes: true })).answer).toBeInstanceOf(UsageError)
})
