import { mkdir, readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import sodium from 'libsodium-wrappers'
import { addFile } from '../../../schema/wholeFiles.ts'

const FOLDER = 'broker-keys'
const FILE = /^([1-9]\d{0,8})\.key$/

/** A key pair's public half, by its number. */
export interface PublicKey {
  readonly number: number
  readonly publicKey: Uint8Array
}

/** A key that something is sealed with is not in this data folder. */
export class MissingKey extends Error {}

/**
 * The engine's key pairs, in `broker-keys/` of the data folder, which alone open the secrets of accounts at the broker. Files are read when
 * they are needed: a key that another process makes is known at once.
 */
export class EngineKeys {
  readonly #folder: string
  readonly #secrets = new Map<number, Uint8Array>()

  constructor(home: string) {
    this.#folder = path.join(home, FOLDER)
  }

  /** Those that are there, oldest first. Rejects for a file that is damaged. */
  async all(): Promise<PublicKey[]> {
    const names = await readdir(this.#folder).catch(noneWhenMissing)
    const numbers = names.flatMap((name) => (FILE.test(name) ? [Number.parseInt(name, 10)] : []))
    return Promise.all(numbers.sort((a, b) => a - b).map(async (number) => publicOf(number, await this.#secret(number))))
  }

  /**
   * Makes the pair of a number, to be read by its owner only; it is on the disk, whole, when this resolves. Null: there is one of that
   * number, which stays.
   */
  async make(number: number): Promise<PublicKey | null> {
    await sodium.ready
    const { privateKey } = sodium.crypto_box_keypair()
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    if (!addFile(this.#file(number), `${Buffer.from(privateKey).toString('base64')}\n`, 0o400)) return null
    return publicOf(number, await this.#secret(number))
  }

  /** A secret's own key from the sealed box for the pair of a number. Rejects with MissingKey, or when the box was not made for it. */
  async unwrap(number: number, wrapped: Uint8Array): Promise<Uint8Array> {
    const secret = await this.#secret(number)
    return sodium.crypto_box_seal_open(wrapped, publicOf(number, secret).publicKey, secret)
  }

  async #secret(number: number): Promise<Uint8Array> {
    await sodium.ready
    const known = this.#secrets.get(number)
    if (known) return known
    const text = await readFile(this.#file(number), 'utf8').catch((error: unknown) => {
      if (isErrno(error, 'ENOENT')) throw new MissingKey(`${this.#file(number)} is missing: what is sealed with it cannot be opened`)
      throw error
    })
    const secret = new Uint8Array(Buffer.from(text, 'base64'))
    if (secret.length !== sodium.crypto_box_SECRETKEYBYTES) throw new Error(`${this.#file(number)} is damaged`)
    this.#secrets.set(number, secret)
    return secret
  }

  #file(number: number): string {
    return path.join(this.#folder, `${number}.key`)
  }
}

function publicOf(number: number, secret: Uint8Array): PublicKey {
  return { number, publicKey: sodium.crypto_scalarmult_base(secret) }
}

function noneWhenMissing(error: unknown): string[] {
  if (isErrno(error, 'ENOENT')) return []
  throw error
}

function isErrno(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
