import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { DAY, HOUR, SECOND, type Instant } from '../../schema/time.ts'
import { keyFolder, makeKey, readKey, type StoredKey } from './keyFiles.ts'

/** A key signs for this long. */
const SIGNS_MS = 30 * DAY
/** Afterwards it is good for checking until every token it signed has expired. */
const CHECKS_MS = HOUR
const REREAD_MS = SECOND
const FILE = /^signing-(\d+)\.json$/

/**
 * The keys of access tokens, numbered. The newest signs, the others still check, so nobody is signed out when a key is replaced.
 * Gateways of one data folder share them: a number that is not known yet is looked for again in the folder.
 */
export class SigningKeys {
  readonly #home: string
  #keys = new Map<string, StoredKey>()
  #newest = 0
  #readAt: Instant = 0

  private constructor(home: string) {
    this.#home = home
  }

  /** Makes the first key when there is none. Rejects when a file cannot be read or holds no key. */
  static async load(home: string): Promise<SigningKeys> {
    const keys = new SigningKeys(home)
    await keys.#read()
    if (keys.#newest === 0) {
      await makeKey(home, fileOf(1))
      await keys.#read()
    }
    return keys
  }

  /** The key to sign with, and its id. */
  get newest(): { readonly kid: string; readonly key: Uint8Array } {
    const kid = String(this.#newest)
    const stored = this.#keys.get(kid)
    if (!stored) throw new Error('There is no signing key.')
    return { kid, key: stored.key }
  }

  /** The key of an id, whatever a stranger wrote there; null when there is none. */
  async byId(kid: string): Promise<Uint8Array | null> {
    const known = this.#keys.get(kid)
    if (known || Date.now() - this.#readAt < REREAD_MS) return known?.key ?? null
    await this.#read()
    return this.#keys.get(kid)?.key ?? null
  }

  /** Replaces a signing key that has served its time, and forgets those that no living token needs. */
  async rotateWhenDue(now: Instant): Promise<void> {
    const newest = this.#keys.get(String(this.#newest))
    if (newest && now - newest.madeAt >= SIGNS_MS) await this.rotate()
    for (const kid of this.#keys.keys()) {
      const successor = this.#keys.get(String(Number(kid) + 1))
      if (successor && now - successor.madeAt > CHECKS_MS) {
        await rm(path.join(keyFolder(this.#home), `${fileOf(Number(kid))}.json`), { force: true })
        this.#keys.delete(kid)
      }
    }
  }

  /** Signs with a new key from now on. */
  async rotate(): Promise<void> {
    await makeKey(this.#home, fileOf(this.#newest + 1))
    await this.#read()
  }

  async #read(): Promise<void> {
    this.#readAt = Date.now()
    const files = await readdir(keyFolder(this.#home)).catch(() => [])
    const keys = new Map<string, StoredKey>()
    for (const file of files) {
      const number = FILE.exec(file)?.[1]
      const stored = number === undefined ? null : await readKey(this.#home, fileOf(Number(number)))
      if (number !== undefined && stored) keys.set(number, stored)
    }
    this.#keys = keys
    this.#newest = Math.max(0, ...[...keys.keys()].map(Number))
  }
}

const fileOf = (number: number) => `signing-${number}`
