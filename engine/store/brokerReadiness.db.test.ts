import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../prisma/testing/createTestDatabase.ts'
import type { ReadinessFacts } from '../../schema/brokerReadiness.ts'
import { HOUR } from '../../schema/time.ts'
import { EngineKeys } from '../broker/secrets/EngineKeys.ts'
import { BrokerAccounts } from './BrokerAccounts.ts'

const FACTS: ReadinessFacts = {
  ...{ marketAt: Date.UTC(2026, 10, 23, 3, 5), tokenProblem: null, fundsPaise: 5_000_000 },
  ...{ address: { registered: null, outgoing: null, refusal: null }, clock: null, market: null },
}

let database: TestDatabase
let home: string
let accounts: BrokerAccounts
beforeAll(async () => {
  database = await createTestDatabase()
  home = await mkdtemp(path.join(tmpdir(), 'sakha-readiness-'))
  accounts = new BrokerAccounts(database.url, new EngineKeys(home), Date.now)
  await accounts.setUp('sandbox', null, null)
})
afterAll(async () => {
  await accounts.close()
  await database.drop()
  await rm(home, { recursive: true })
})

const signIn = (userId: string | null, clientCode: string) =>
  accounts.change(userId, {
    ...{ kind: 'signedIn', clientCode, tokens: { jwt: 'jwt', feed: 'feed', refresh: null } },
    ...{ validUntil: Date.now() + HOUR, marketAt: Date.now(), keep: 'nothing', leavesOpen: false },
  })
const stored = async (userId: string) => {
  const row = await database.db.brokerAccount.findUnique({ where: { userId }, include: { readiness: true } })
  return [row?.readiness?.facts ?? null, row?.fundsPaise ?? null]
}
const checks = (userId: string | null) => database.db.brokerCommand.count({ where: { userId, kind: 'CHECK' } })

it('what is known of a user’s account outlives a renewal, and ends with its client code; every sign-in asks for a check', async () => {
  const user = await database.db.user.create({ data: { email: 'asha@example.com', name: 'Asha', passwordHash: '' } })
  await signIn(user.id, 'A1')
  await accounts.change(user.id, { kind: 'checked', facts: FACTS })
  await signIn(user.id, 'A1')
  expect(await stored(user.id)).toEqual([FACTS, 5_000_000n])
  await accounts.change(user.id, { kind: 'checked', facts: { ...FACTS, fundsPaise: null } })
  expect(await stored(user.id)).toEqual([{ ...FACTS, fundsPaise: null }, 5_000_000n])
  await signIn(user.id, 'B2')
  expect(await stored(user.id)).toEqual([null, null])
  expect(await checks(user.id)).toBe(3)
})

it('the installation’s account is not checked', async () => {
  await signIn(null, 'C3')
  await accounts.checkUnchecked(FACTS.marketAt)
  expect(await checks(null)).toBe(0)
})
