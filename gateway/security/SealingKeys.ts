import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { keyFolder, makeKey, readKey, type StoredKey } from './keyFiles.ts'

/** The key of what was sealed before keys had numbers. */
export const UNNUMBERED = 0
const FILE = /^sealing(?:-(\d{1,9}))?\.json$/

export interface NumberedKey extends StoredKey {
  readonly number: number
}

/**
 * The keys that secrets are sealed with, numbered. The newest seals, the others still open, so a key is replaced while everything runs.
 * Gateways of one data folder share them, and `npm run admin -- keys` makes and removes them: the folder is read again before something is
 * sealed, and when a number is not known.
 */
export class SealingKeys {
  readonly #home: string
  #keys: ReadonlyMap<number, StoredKey> = new Map()

  private constructor(home: string) {
    this.#home = home
  }

  /** Makes the first key when there is none. Rejects when a file cannot be read or holds no key. */
  static async load(home: string): Promise<SealingKeys> {
    const keys = await SealingKeys.open(home)
    if (keys.#keys.size === 0) await makeKey(home, nameOf(UNNUMBERED + 1))
    await keys.#read()
    return keys
  }

  /** As load(), but makes none: without a key there is nothing to seal with. */
  static async open(home: string): Promise<SealingKeys> {
    const keys = new SealingKeys(home)
    await keys.#read()
    return keys
  }

  /** All there are, the newest last. */
  get all(): readonly NumberedKey[] {
    return inOrder(this.#keys)
  }

  /** The key to seal with from now on. */
  async newest(): Promise<NumberedKey> {
    const newest = inOrder(await this.#read()).at(-1)
    if (!newest) throw new Error(`There is no sealing key in ${keyFolder(this.#home)}.`)
    return newest
  }

  /** The key of a number; null when there is none. */
  async byNumber(number: number): Promise<Uint8Array | null> {
    if (!this.#keys.has(number)) await this.#read()
    return this.#keys.get(number)?.key ?? null
  }

  /** Makes a key that seals from now on, in every gateway of the folder; answers its number. */
  async rotate(): Promise<number> {
    const { number } = await this.newest()
    await makeKey(this.#home, nameOf(number + 1))
    return (await this.newest()).number
  }

  /** Removes a key for good: what is still sealed with it never opens again. */
  async remove(number: number): Promise<void> {
    await rm(path.join(keyFolder(this.#home), `${nameOf(number)}.json`), { force: true })
    await this.#read()
  }

  async #read(): Promise<ReadonlyMap<number, StoredKey>> {
    const files = await readdir(keyFolder(this.#home)).catch(() => [])
    const keys = new Map<number, StoredKey>()
    for (const file of files) {
      const found = FILE.exec(file)
      if (!found) continue
      const number = Number(found[1] ?? UNNUMBERED)
      const stored = await readKey(this.#home, nameOf(number))
      if (stored) keys.set(number, stored)
    }
    this.#keys = keys
    return keys
  }
}

function inOrder(keys: ReadonlyMap<number, StoredKey>): NumberedKey[] {
  return [...keys].map(([number, stored]) => ({ number, ...stored })).sort((a, b) => a.number - b.number)
}

const nameOf = (number: number) => (number === UNNUMBERED ? 'sealing' : `sealing-${number}`)
