import type { FastifyBaseLogger } from 'fastify'
import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import type { Database } from '../../../prisma/client.ts'
import type { AuditEntry, Prisma } from '../../../prisma/generated/client.ts'
import type { Sealer } from '../../security/Sealer.ts'
import { AuditChain } from './AuditChain.ts'
import { openPersonalFields, type PersonalFields } from './personalFields.ts'
import { entryName } from './recordAudit.ts'

/** The purpose for which the private half of the log's keys is sealed. */
export const AUDIT_LOG = 'audit log'
/** Shown in place of what nobody can read any more. */
const REMOVED = 'removed'
/** Entries of a chain in memory at once. */
const CHAIN_PAGE = 200

/** An entry in readable form. */
export interface ReadableEntry
  extends Pick<AuditEntry, 'accountId' | 'sequence' | 'at' | 'action' | 'actor' | 'sessionId'>, PersonalFields {}

/** An entry with its place in the hash chain. */
export interface ChainedEntry extends ReadableEntry {
  /** In hexadecimal. */
  readonly hash: string
  /** Whether it follows the one before, as it was written. */
  readonly intact: boolean
}

/** Reads the audit log with its personal fields. */
export class AuditReader {
  readonly #db: Database
  /** Null: sealed with another folder's key. */
  readonly #privateKey: KeyObject | null
  constructor(db: Database, privateKey: KeyObject | null) {
    this.#db = db
    this.#privateKey = privateKey
  }

  /**
   * Creates the log's keys if missing; of several gateways one wins. Where the keys cannot be opened, entries are still written, and the
   * log says so.
   */
  static async open(db: Database, sealer: Sealer, log: FastifyBaseLogger): Promise<AuditReader> {
    if ((await db.auditKey.count()) === 0) {
      const { publicKey, privateKey } = generateKeyPairSync('x25519')
      const secret = new Uint8Array(privateKey.export({ type: 'pkcs8', format: 'der' }))
      const shown = new Uint8Array(publicKey.export({ type: 'spki', format: 'der' }))
      await db.auditKey.createMany({
        data: { id: 1, publicKey: shown, sealedPrivateKey: await sealer.seal(secret, AUDIT_LOG) },
        skipDuplicates: true,
      })
    }
    const { sealedPrivateKey } = await db.auditKey.findUniqueOrThrow({ where: { id: 1 } })
    return new AuditReader(db, await openKey(sealedPrivateKey, sealer, log))
  }

  /**
   * All entries of an account, oldest first, each with its hash and whether it continues the chain; of one that does not, only impersonal
   * fields. A page of them is in memory at once.
   */
  async *chain(accountId: string): AsyncGenerator<ChainedEntry> {
    const chain = new AuditChain()
    let last = 0
    for (;;) {
      const rows = await this.#db.auditEntry.findMany({
        where: { accountId, sequence: { gt: last } },
        orderBy: { sequence: 'asc' },
        take: CHAIN_PAGE,
      })
      const intact = rows.map((row) => chain.continuesWith(row))
      const entries = await this.#readable(rows.map((row, i) => (intact[i] ? row : { ...row, sealed: null })))
      yield* entries.map((entry, i) => ({ ...entry, hash: Buffer.from(rows[i]!.hash).toString('hex'), intact: intact[i]! }))
      last = rows.at(-1)?.sequence ?? last
      if (rows.length < CHAIN_PAGE) return
    }
  }

  /** Entries in the requested order. For a deleted account only impersonal fields are left. */
  async read(query: Pick<Prisma.AuditEntryFindManyArgs, 'where' | 'orderBy' | 'take'>): Promise<ReadableEntry[]> {
    return this.#readable(await this.#db.auditEntry.findMany(query))
  }

  async #readable(rows: readonly AuditEntry[]): Promise<ReadableEntry[]> {
    const accounts = [...new Set(rows.flatMap(({ accountId, sealed }) => (sealed ? accountId : [])))]
    const keys = accounts.length === 0 ? [] : await this.#db.personKey.findMany({ where: { accountId: { in: accounts } } })
    const secrets = new Map(keys.map(({ accountId, secret }) => [accountId, secret]))
    return rows.map((row) => {
      const { accountId, sequence, at, action, actor, sessionId } = row
      const { details, ...origin } = this.#personal(row, secrets.get(accountId))
      return { accountId, sequence, at, action, actor, sessionId, ...origin, details: { ...details, ...factsOf(row.details) } }
    })
  }

  #personal({ accountId, sequence, sealed }: AuditEntry, secret: Uint8Array | undefined): PersonalFields {
    if (!sealed) return { address: null, userAgent: null, details: {} }
    if (!secret || !this.#privateKey) return { address: REMOVED, userAgent: REMOVED, details: {} }
    return openPersonalFields(sealed, this.#privateKey, secret, entryName({ accountId, sequence }))
  }
}

async function openKey(sealed: Uint8Array, sealer: Sealer, log: FastifyBaseLogger): Promise<KeyObject | null> {
  try {
    return createPrivateKey({ key: Buffer.from(await sealer.open(sealed, AUDIT_LOG)), type: 'pkcs8', format: 'der' })
  } catch (error) {
    log.error({ err: error }, "the audit log's key does not open: gateway-keys in SAKHA_HOME is not the folder of the gateway that made it")
    return null
  }
}

/** recordAudit() writes nothing else. */
function factsOf(details: Prisma.JsonValue): PersonalFields['details'] {
  return typeof details === 'object' && details !== null && !Array.isArray(details) ? (details as PersonalFields['details']) : {}
}
