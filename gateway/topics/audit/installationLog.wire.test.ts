import { afterAll, beforeAll, expect, test } from 'vitest'
import type { InstallationAuditLog } from '../../../schema/graphql/audit.ts'
import { DAY, istDate } from '../../../schema/time.ts'
import { startTestGateway, type TestGateway, type TestUser } from '../../testing/startTestGateway.ts'
import { recordAudit } from './recordAudit.ts'

const FIELDS = 'entries { sequence action text account accountId by actor address details } next'

let app: TestGateway
let meera: TestUser
let asha: TestUser
let ravi: TestUser
beforeAll(async () => {
  app = await startTestGateway()
  ;[meera, asha, ravi] = [await app.user('Meera'), await app.user('Asha'), await app.user('Ravi')]
  await app.db.user.update({ where: { id: meera.id }, data: { role: 'admin', twoFactorAt: new Date() } })
  const device = { address: '10.0.0.7', userAgent: 'Phone', marks: '', keep: () => undefined }
  await app.db.$transaction(async (tx) => {
    await recordAudit(tx, { accountId: asha.id, action: 'SIGNED_IN', device })
    await recordAudit(tx, { accountId: ravi.id, action: 'SIGNED_IN', device })
    await recordAudit(tx, { accountId: asha.id, action: 'ACCOUNT_DISABLED', actor: meera.id, device: null, details: { reason: '=1+1' } })
    await recordAudit(tx, { accountId: ravi.id, action: 'ROLE_CHANGED', actor: 'command line', device: null, details: { role: 'user' } })
  })
})
afterAll(() => app.close())

async function page(input: object): Promise<InstallationAuditLog> {
  const query = `query($input: AuditPageInput!) { auditLog(input: $input) { ${FIELDS} } }`
  const { body } = await app.graphql(query, { variables: { input }, token: meera.token })
  return (body as { data: { auditLog: InstallationAuditLog } }).data.auditLog
}
const actions = async (input: object) =>
  (await page(input)).entries.map(({ action, account }) => `${account?.split('@')[0] ?? ''} ${action}`)

test('the log of all accounts is read the latest first, a page at a time, by account, action, actor and days', async () => {
  const all = await page({})
  expect(all.entries).toHaveLength(4)
  expect(all.next).toBeNull()
  const read = []
  for (let after: string | null | undefined; after !== null;) {
    const { entries, next } = await page({ first: 1, after })
    read.push(...entries)
    after = next
  }
  expect(read).toEqual(all.entries)
  expect(await actions({ account: 'ASHA@example.com' })).toEqual(['asha ACCOUNT_DISABLED', 'asha SIGNED_IN'])
  expect(await actions({ account: ravi.id, action: 'SIGNED_IN' })).toEqual(['ravi SIGNED_IN'])
  expect(await actions({ actor: 'command line' })).toEqual(['ravi ROLE_CHANGED'])
  expect((await page({ actor: 'meera@example.com' })).entries).toMatchObject([
    { text: 'Account disabled', by: 'Meera', actor: meera.id, address: null, details: { reason: '=1+1' } },
  ])
  const today = istDate(Date.now())
  expect(await actions({ fromDate: today, toDate: today })).toHaveLength(4)
  expect(await actions({ toDate: istDate(Date.now() - DAY) })).toEqual([])
  expect(await actions({ account: 'nobody@example.com' })).toEqual([])
  for (const [wrong, message] of [
    [{ action: 'LEFT' }, 'action must be the name of one, got LEFT'],
    [{ after: 'x' }, 'after must be the `next` of a page'],
    [{ fromDate: '2026-11-20', toDate: '2026-11-19' }, 'toDate must not be before fromDate'],
  ]) {
    const query = 'query($input: AuditPageInput!) { auditLog(input: $input) { next } }'
    const { body } = await app.graphql(query, { variables: { input: wrong }, token: meera.token })
    expect(body).toMatchObject({ errors: [{ message, extensions: { code: 'BAD_USER_INPUT' } }] })
  }
})

test('its files hold what matches, for admins alone', async () => {
  const ask = (format: string, token = meera.token) =>
    app.graphql('mutation($input: AuditFilterInput!) { downloadAuditLog(format: ' + format + ', input: $input) { address } }', {
      variables: { input: { account: asha.id } },
      token,
    })
  const file = async (format: string) => {
    const { address } = ((await ask(format)).body as { data: { downloadAuditLog: { address: string } } }).data.downloadAuditLog
    const response = await fetch(app.url + address)
    return [response.headers.get('content-disposition'), await response.text()] as const
  }
  const [csvName, csv] = await file('CSV')
  expect(csvName).toContain('audit-log.csv')
  expect(csv.trimEnd().split('\r\n')).toHaveLength(3)
  expect(csv).toContain('"asha@example.com"')
  const [name, ndjson] = await file('NDJSON')
  expect(name).toContain('audit-log.ndjson')
  const lines = ndjson.trimEnd().split('\n')
  expect(lines.map((line) => (JSON.parse(line) as { action: string }).action)).toEqual(['ACCOUNT_DISABLED', 'SIGNED_IN'])
  expect((await ask('CSV', asha.token)).body).toMatchObject({ errors: [{ extensions: { code: 'FORBIDDEN' } }] })
})

test('its chains are looked through from the screen, and what was changed is named', async () => {
  const verify = async () => {
    const { body } = await app.graphql('{ verifyAuditLog { accounts broken { accountId entries } next } }', { token: meera.token })
    return (body as { data: { verifyAuditLog: unknown } }).data.verifyAuditLog
  }
  expect(await verify()).toEqual({ accounts: 2, broken: [], next: null })
  await app.owner.$executeRaw`ALTER TABLE "AuditEntry" DISABLE TRIGGER USER`
  await app.owner.$executeRaw`UPDATE "AuditEntry" SET actor = 'owner' WHERE "accountId" = ${asha.id}::uuid AND sequence = 2`
  expect(await verify()).toEqual({ accounts: 2, broken: [{ accountId: asha.id, entries: [2] }], next: null })
})
