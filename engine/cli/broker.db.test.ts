import { mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../prisma/testing/createTestDatabase.ts'
import { EngineKeys } from '../broker/secrets/EngineKeys.ts'
import { BrokerAccounts } from '../store/BrokerAccounts.ts'
import { broker } from './broker.ts'
import { CommandFailure, UsageError } from './failures.ts'

let database: TestDatabase
let home: string
let accounts: BrokerAccounts
beforeEach(async () => {
  database = await createTestDatabase()
  home = await mkdtemp(path.join(tmpdir(), 'sakha-rotate-'))
  vi.stubEnv('DATABASE_URL', database.url)
  vi.stubEnv('SAKHA_HOME', home)
  accounts = new BrokerAccounts(database.url, new EngineKeys(home), Date.now)
  await accounts.setUp('sandbox', null, null)
  await accounts.change(null, { kind: 'configured', clientCode: 'A1', secrets: { pin: '4711', totpSecret: 'JBSWY3DPEHPK3PXP' } })
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await accounts.close()
  await database.drop()
  await rm(home, { recursive: true })
})

const kept = async () => (await accounts.account(null))?.kept

describe('broker rotate-key', () => {
  it('changes the key of an engine that runs, which goes on opening and sealing secrets', async () => {
    expect(await broker(['rotate-key'])).toBe('Key 2 opens all 2 secrets. Older keys are retired; their files stay for backups.\n')
    expect(await kept()).toEqual({ pin: '4711', totpSecret: 'JBSWY3DPEHPK3PXP' })
    await accounts.change(null, { kind: 'configured', clientCode: 'A1', secrets: { pin: '0815', totpSecret: 'JBSWY3DPEHPK3PXQ' } })
    expect(await kept()).toEqual({ pin: '0815', totpSecret: 'JBSWY3DPEHPK3PXQ' })
    await rm(path.join(home, 'broker-keys', '1.key'))
    expect(await broker(['rotate-key'])).toContain('Key 3 opens all 2 secrets')
  })

  it('says which key is missing, and retires nothing', async () => {
    await rename(path.join(home, 'broker-keys', '1.key'), path.join(home, 'lost'))
    // The engine that has read it knows it still; this command does not.
    const failure = await broker(['rotate-key']).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(CommandFailure)
    expect(String(failure)).toContain(`${path.join(home, 'broker-keys', '1.key')} is missing`)
    expect(await database.db.brokerKey.count({ where: { retiredAt: null } })).toBe(2)
    expect(await kept()).toEqual({ pin: '4711', totpSecret: 'JBSWY3DPEHPK3PXP' })
  })

  it('wants to be told so', async () => {
    await expect(broker([])).rejects.toBeInstanceOf(UsageError)
    await expect(broker(['rotate'])).rejects.toBeInstanceOf(UsageError)
    expect(await broker(['--help'])).toContain('npm run engine -- broker rotate-key')
  })
})
