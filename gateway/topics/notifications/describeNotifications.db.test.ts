import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '../../../prisma/testing/createTestDatabase.ts'
import { AuditReader } from '../audit/AuditReader.ts'
import { describeNotifications } from './describeNotifications.ts'

test('a notification of a newer release is left out, and the others are shown', async () => {
  const { db, drop } = await createTestDatabase()
  onTestFinished(() => drop())
  const { id } = await db.engineIncident.create({ data: { kind: 'FEED' } })
  const told = { userId: randomUUID(), kind: 'ENGINE_STATE', at: new Date() } as const
  const rows = [
    { ...told, id: `eclipse:${id}` },
    { ...told, id: `lost:${id}` },
  ]
  expect(await describeNotifications(db, new AuditReader(db, null), rows)).toMatchObject([{ title: 'Prices are not arriving' }])
})
