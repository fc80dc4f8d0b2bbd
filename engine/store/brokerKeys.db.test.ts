import { mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sealForEngine, splitSealed } from '../../prisma/brokerAccounts/sealedSecret.ts'
import { createTestDatabase, type TestDatabase } from '../../prisma/testing/createTestDatabase.ts'
import { EngineKeys, MissingKey } from '../broker/secrets/EngineKeys.ts'
import { registerKeys, rotateKey, sealingKey } from './brokerKeys.ts'
import { openSealed } from './sealedSecrets.ts'

let home: string
let keys: EngineKeys
let database: TestDatabase
let accountId: string
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'sakha-keys-'))
  keys = new EngineKeys(home)
  database = await createTestDatabase()
  await registerKeys(database.db, keys)
  accountId = (await database.db.brokerAccount.create({ data: { clientCode: 'A1', state: 'CONFIGURED' } })).id
})
afterEach(async () => {
  await database.drop()
  await rm(home, { recursive: true })
})

/** Writes a secret as the engine does. */
function write(field: string, version: number, text: string): Promise<void> {
  return database.db.$transaction(async (tx) => {
    const sealed = await sealForEngine(Buffer.from(text), { owner: accountId, field, version }, await sealingKey(tx))
    const value = { version, sealed, ending: text.slice(-2) }
    await tx.brokerSecret.upsert({
      where: { accountId_field: { accountId, field } },
      create: { accountId, field, ...value },
      update: value,
    })
  })
}
async function readAll(by = keys): Promise<Record<string, string>> {
  const rows = await database.db.brokerSecret.findMany({ orderBy: { field: 'asc' } })
  const texts = await Promise.all(
    rows.map(async ({ field, version, sealed }) => [
      field,
      Buffer.from(await openSealed(sealed, { owner: accountId, field, version }, by)).toString(),
    ]),
  )
  return Object.fromEntries(texts) as Record<string, string>
}
const numbers = async () => new Set((await database.db.brokerSecret.findMany()).map(({ sealed }) => splitSealed(sealed).keyNumber))
const active = async () => (await database.db.brokerKey.findMany({ where: { retiredAt: null } })).map(({ number }) => number)

describe('the keys that secrets are sealed with', () => {
  it('are registered once, by however many engines that start at once', async () => {
    await Promise.all([1, 2, 3].map(() => registerKeys(database.db, new EngineKeys(home))))
    expect(await active()).toEqual([1])
    expect(await database.db.brokerKey.findMany({ select: { number: true, publicKey: true } })).toEqual(
      (await keys.all()).map(({ number, publicKey }) => ({ number, publicKey: new Uint8Array(publicKey) })),
    )
  })

  it('are made anew when the data folder lacks the newest, without giving up what was sealed for it', async () => {
    await write('pin', 1, '4711')
    const lost = path.join(home, 'lost')
    await rename(path.join(home, 'broker-keys'), lost)
    await registerKeys(database.db, new EngineKeys(home))
    expect((await active()).sort()).toEqual([1, 2])
    await rename(path.join(lost, '1.key'), path.join(home, 'broker-keys', '1.key'))
    expect(await readAll(new EngineKeys(home))).toEqual({ pin: '4711' })
  })
})

describe('the rotation of the key', () => {
  it('has every secret opened by the new key alone, and retires the old one', async () => {
    const fields = Array.from({ length: 60 }, (_, i) => `field-${String(i).padStart(3, '0')}`)
    for (const field of fields) await write(field, 1, `value of ${field}`)
    expect(await rotateKey(database.db, keys)).toEqual({ number: 2, secrets: 60 })
    expect([...(await numbers()), await active()]).toEqual([2, [2]])
    await rm(path.join(home, 'broker-keys', '1.key'))
    expect(await readAll(new EngineKeys(home))).toEqual(Object.fromEntries(fields.map((field) => [field, `value of ${field}`])))
  })

  it('loses nothing that is written meanwhile', async () => {
    const fields = ['feedToken', 'jwt', 'pin', 'refreshToken', 'totpSecret']
    let version = 0
    let over = false
    const writing = (async () => {
      while (!over) {
        version++
        for (const field of fields) await write(field, version, `${field} ${version}`)
      }
    })()
    await expect.poll(() => version).toBeGreaterThan(2)
    for (let round = 2; round <= 5; round++) {
      expect(await rotateKey(database.db, keys)).toMatchObject({ number: round })
      expect([...(await numbers())]).toEqual([round])
    }
    over = true
    await writing
    expect(await readAll()).toEqual(Object.fromEntries(fields.map((field) => [field, `${field} ${version}`])))
  })

  it('that ends in the midst of it leaves both keys open, and the next one finishes', async () => {
    for (let i = 0; i < 3; i++) await write(`field-${i}`, 1, 'value')
    // The second secret cannot be opened: the first is not given up, and nothing is retired.
    const pristine = await database.db.brokerSecret.findFirstOrThrow({ where: { field: 'field-1' } })
    const foreign = Uint8Array.from(pristine.sealed)
    new DataView(foreign.buffer).setUint32(4, 77)
    const where = { accountId_field: { accountId, field: 'field-1' } }
    await database.db.brokerSecret.update({ where, data: { sealed: foreign } })
    await expect(rotateKey(database.db, keys)).rejects.toThrow(MissingKey)
    expect((await active()).sort()).toEqual([1, 2])
    await database.db.brokerSecret.update({ where, data: { sealed: pristine.sealed } })
    await write('field-0', 2, 'newer')
    expect(await readAll()).toEqual({ 'field-0': 'newer', 'field-1': 'value', 'field-2': 'value' })
    expect(await rotateKey(database.db, keys)).toEqual({ number: 3, secrets: 3 })
    expect(await active()).toEqual([3])
    expect(await readAll()).toEqual({ 'field-0': 'newer', 'field-1': 'value', 'field-2': 'value' })
  })
})
