import type { EngineKey } from '../../prisma/brokerAccounts/sealedSecret.ts'
import { arrayLiteral } from '../../prisma/arrayLiteral.ts'
import type { Database, Transaction } from '../../prisma/client.ts'
import type { EngineKeys } from '../broker/secrets/EngineKeys.ts'
import { rewrap } from './sealedSecrets.ts'

/** Secrets that get a new key in one transaction. */
const BATCH = 50

interface SealedRow {
  readonly accountId: string
  readonly field: string
  readonly sealed: Uint8Array
}

/**
 * Makes sure that secrets sealed from now on can be opened here: registers the key pairs of the data folder, and makes one when none of
 * them is the newest. Several processes may do so at once.
 */
export async function registerKeys(db: Database, keys: EngineKeys): Promise<void> {
  for (;;) {
    const here = await keys.all()
    await db.brokerKey.createMany({ data: here.map(rowOf), skipDuplicates: true })
    const rows = await db.brokerKey.findMany({ orderBy: { number: 'desc' } })
    const sealing = rows.find(({ retiredAt }) => retiredAt === null)
    if (sealing && here.some((key) => isSame(key, sealing))) return
    await keys.make(1 + Math.max(0, ...[...here, ...rows].map(({ number }) => number)))
  }
}

/** The key that secrets are sealed with now. It is not retired before the transaction ends. Raw SQL: its row is locked for that. */
export async function sealingKey(tx: Transaction): Promise<EngineKey> {
  const [key] = await tx.$queryRaw<EngineKey[]>`
    SELECT number, "publicKey" FROM "BrokerKey" WHERE "retiredAt" IS NULL ORDER BY number DESC LIMIT 1 FOR SHARE`
  if (!key) throw new Error('the engine has no key to seal secrets with')
  return key
}

/**
 * Makes a new key pair, has all secrets of accounts opened by it from now on, and retires the older ones, whose files stay: commands under
 * way and backups need them. Engine and gateway may run. Resolves with the number of the pair and of the secrets. Rejects, with nothing
 * retired, when one of them cannot be opened; killed midway, it can be called again.
 */
export async function rotateKey(db: Database, keys: EngineKeys): Promise<{ readonly number: number; readonly secrets: number }> {
  const rows = await db.brokerKey.findMany({ select: { number: true } })
  const key = await keys.make(1 + Math.max(0, ...[...rows, ...(await keys.all())].map(({ number }) => number)))
  if (!key) throw new Error('another process makes a key at this moment')
  await db.brokerKey.create({ data: rowOf(key) })
  const before = await rewrapAll(db, keys, key)
  await db.brokerKey.updateMany({ where: { number: { not: key.number }, retiredAt: null }, data: { retiredAt: new Date() } })
  // Until an older key was retired, a transaction that had read it could seal with it.
  return { number: key.number, secrets: before + (await rewrapAll(db, keys, key)) }
}

async function rewrapAll(db: Database, keys: EngineKeys, to: EngineKey): Promise<number> {
  for (let done = 0; ;) {
    const rewrapped = await db.$transaction((tx) => rewrapSome(tx, keys, to))
    if (rewrapped === 0) return done
    done += rewrapped
  }
}

async function rewrapSome(tx: Transaction, keys: EngineKeys, to: EngineKey): Promise<number> {
  const number = Buffer.alloc(4)
  number.writeUInt32BE(to.number)
  // The number of a secret's key follows its mark of four bytes (prisma/brokerAccounts/sealedSecret.ts).
  const rows = await tx.$queryRaw<SealedRow[]>`
    SELECT "accountId"::text, field, sealed FROM "BrokerSecret" WHERE substring(sealed FROM 5 FOR 4) <> ${number}
    ORDER BY "accountId", field LIMIT ${BATCH} FOR UPDATE`
  const rewrapped = await Promise.all(rows.map(({ sealed }) => rewrap(sealed, keys, to)))
  // One statement: a transaction that takes long is given up.
  await tx.$executeRaw`
    UPDATE "BrokerSecret" secret SET sealed = decode(new.sealed, 'hex'), "updatedAt" = now()
    FROM unnest(${arrayLiteral(rows.map(({ accountId }) => accountId))}::uuid[], ${arrayLiteral(rows.map(({ field }) => field))}::text[],
      ${arrayLiteral(rewrapped.map((sealed) => Buffer.from(sealed).toString('hex')))}::text[]) AS new("accountId", field, sealed)
    WHERE secret."accountId" = new."accountId" AND secret.field = new.field`
  return rows.length
}

function rowOf({ number, publicKey }: EngineKey) {
  return { number, publicKey: new Uint8Array(publicKey) }
}

function isSame(one: EngineKey, other: EngineKey): boolean {
  return one.number === other.number && Buffer.compare(one.publicKey, other.publicKey) === 0
}
