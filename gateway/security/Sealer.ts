import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const ALGORITHM = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Encrypts secrets that must be read again: AES-256-GCM, a random nonce each, bound to whose secret it is. */
export class Sealer {
  readonly #key: Uint8Array
  /** `key`: 256 bits. */
  constructor(key: Uint8Array) {
    this.#key = key
  }

  /** `owner` must be named again to open it: a secret copied to another row stays shut. */
  seal(secret: Uint8Array, owner: string): Uint8Array<ArrayBuffer> {
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv(ALGORITHM, this.#key, nonce).setAAD(Buffer.from(owner))
    return new Uint8Array(Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]))
  }

  /** Throws when it was sealed for somebody else, with another key, or changed since. */
  open(sealed: Uint8Array, owner: string): Uint8Array<ArrayBuffer> {
    const decipher = createDecipheriv(ALGORITHM, this.#key, sealed.subarray(0, NONCE_BYTES))
      .setAAD(Buffer.from(owner))
      .setAuthTag(sealed.subarray(-TAG_BYTES))
    return new Uint8Array(Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]))
  }
}
