import { createHash } from 'node:crypto'

/** The input of a hash, beside the previous hash. */
export interface HashedEntry {
  readonly accountId: string
  readonly sequence: number
  readonly at: Date
  readonly action: string
  readonly actor: string
  readonly sessionId: string | null
  readonly details: unknown
  readonly sealed: Uint8Array<ArrayBuffer> | null
  readonly deviceMark: Uint8Array<ArrayBuffer> | null
}

/** Follows the hash chain of one account's log, from its first entry on. */
export class AuditChain {
  #length = 0
  #hash: Uint8Array | undefined

  /** Takes the next entry as it is stored; whether it is the next one and as it was written. */
  continuesWith(entry: HashedEntry & { readonly hash: Uint8Array }): boolean {
    const follows = entry.sequence === ++this.#length && Buffer.from(entry.hash).equals(hashOf(entry, this.#hash))
    this.#hash = entry.hash
    return follows
  }
}

/** Of an entry, over itself and the hash of the one before. */
export function hashOf(entry: HashedEntry, before: Uint8Array | undefined): Uint8Array<ArrayBuffer> {
  const { accountId, sequence, at, action, actor, sessionId, details, sealed, deviceMark } = entry
  // The database does not keep the order of an object's members.
  const facts = Object.entries(details ?? {}).sort(([a], [b]) => (a < b ? -1 : 1))
  const hidden = [sealed, deviceMark].map((bytes) => bytes && Buffer.from(bytes).toString('base64'))
  const text = JSON.stringify([accountId, sequence, at.toISOString(), action, actor, sessionId, facts, ...hidden])
  return new Uint8Array(
    createHash('sha256')
      .update(before ?? '')
      .update(text)
      .digest(),
  )
}
