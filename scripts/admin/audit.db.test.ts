import { afterAll, beforeAll, expect, test } from 'vitest'
import { CommandFailure, UsageError } from '../../engine/cli/failures.ts'
import { recordAudit } from '../../gateway/topics/audit/recordAudit.ts'
import { createTestDatabase, type TestDatabase } from '../../prisma/testing/createTestDatabase.ts'
import { auditCommand } from './audit.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('an audit log is whole until an entry is changed or taken out, which is named with its account', async () => {
  const { db, owner } = database
  expect(await auditCommand(db, ['verify'])).toBe(
    'The audit log is whole: 0 entries of 0 accounts, each with the hash of the one before it.',
  )
  const accounts: string[] = []
  for (const name of ['asha', 'ravi']) {
    const { id: accountId } = await db.user.create({ data: { name, email: `${name}@example.com`, passwordHash: 'none' } })
    accounts.push(accountId)
    for (let i = 0; i < 3; i++) await db.$transaction((tx) => recordAudit(tx, { accountId, action: 'SIGNED_OUT', device: null }))
  }
  expect(await auditCommand(db, ['verify'])).toContain('6 entries of 2 accounts')
  const [asha, ravi] = accounts as [string, string]
  await owner.$executeRaw`ALTER TABLE "AuditEntry" DISABLE TRIGGER "AuditEntry_is_append_only"`
  await owner.auditEntry.update({ where: { accountId_sequence: { accountId: asha, sequence: 2 } }, data: { actor: 'somebody else' } })
  await owner.auditEntry.delete({ where: { accountId_sequence: { accountId: ravi, sequence: 1 } } })
  const failure: unknown = await auditCommand(db, ['verify']).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(CommandFailure)
  expect(String(failure)).toContain(`account ${asha}: entries 2`)
  expect(String(failure)).toContain(`account ${ravi}: entries 2`)
  for (const args of [[], ['verif'], ['verify', 'all']]) await expect(auditCommand(db, args)).rejects.toBeInstanceOf(UsageError)
})
