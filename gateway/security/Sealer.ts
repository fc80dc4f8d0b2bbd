import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { UNNUMBERED, type SealingKeys } from './SealingKeys.ts'

const ALGORITHM = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16
/** What is sealed begins with this and the number of its key; what was sealed before keys had numbers begins with its nonce. */
const MARK = Buffer.from('skh\u0001', 'latin1')
const HEADER_BYTES = MARK.length + 4

/** Encrypts secrets that must be read again: AES-256-GCM, a random nonce each, bound to whose secret it is and to the number of the key. */
export class Sealer {
  readonly #keys: SealingKeys
  constructor(keys: SealingKeys) {
    this.#keys = keys
  }

  /** `owner` must be named again to open it: a secret copied to another row stays shut. */
  async seal(secret: Uint8Array, owner: string): Promise<Uint8Array<ArrayBuffer>> {
    const { number, key } = await this.#keys.newest()
    const header = headerOf(number)
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.concat([header, Buffer.from(owner)]))
    return new Uint8Array(Buffer.concat([header, nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]))
  }

  /** Rejects when it was sealed for somebody else, with a key that is not there, or changed since. */
  async open(sealed: Uint8Array, owner: string): Promise<Uint8Array<ArrayBuffer>> {
    const number = sealedWith(sealed)
    const key = await this.#keys.byNumber(number)
    if (!key) throw new Error(`The sealing key ${number} is not there.`)
    if (number === UNNUMBERED && !isNumbered(sealed)) return decrypt(key, sealed, Buffer.from(owner))
    const header = sealed.subarray(0, HEADER_BYTES)
    return decrypt(key, sealed.subarray(HEADER_BYTES), Buffer.concat([header, Buffer.from(owner)]))
  }
}

/** The number of the key that something was sealed with. */
export function sealedWith(sealed: Uint8Array): number {
  return isNumbered(sealed) ? Buffer.from(sealed).readUInt32BE(MARK.length) : UNNUMBERED
}

/** A nonce that begins like the mark is a chance of one in four billion, and would keep an old secret shut rather than open it for another. */
const isNumbered = (sealed: Uint8Array) => MARK.equals(sealed.subarray(0, MARK.length))

function headerOf(number: number): Buffer {
  const header = Buffer.alloc(HEADER_BYTES)
  MARK.copy(header)
  header.writeUInt32BE(number, MARK.length)
  return header
}

function decrypt(key: Uint8Array, sealed: Uint8Array, bound: Buffer): Uint8Array<ArrayBuffer> {
  const decipher = createDecipheriv(ALGORITHM, key, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(bound)
    .setAuthTag(sealed.subarray(-TAG_BYTES))
  return new Uint8Array(Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]))
}
