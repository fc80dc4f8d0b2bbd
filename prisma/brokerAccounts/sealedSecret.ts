import { createCipheriv, randomBytes } from 'node:crypto'
import sodium from 'libsodium-wrappers'

const ALGORITHM = 'aes-256-gcm'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
/** What is sealed begins with this and the number of the engine's key. */
const MARK = Buffer.from('skb\u0001', 'latin1')
const HEADER_BYTES = MARK.length + 4
/** libsodium's sealed box adds a public key and a tag. */
const WRAPPED_BYTES = KEY_BYTES + 48

/** A public key of the engine's, by its number. */
export interface EngineKey {
  readonly number: number
  readonly publicKey: Uint8Array
}

/** Where a secret belongs. It opens only when the same is named again: copied to another row, or put back in place of a later one, it stays shut. */
export interface SecretPlace {
  /** Id of the account or the command that it is of. */
  readonly owner: string
  readonly field: string
  /** Grows with each new value of the field. */
  readonly version: number
}

/** The parts of a sealed secret. */
export interface SealedParts {
  readonly keyNumber: number
  /** The secret's own key, in a sealed box for the engine. */
  readonly wrappedKey: Uint8Array
  readonly nonce: Uint8Array
  /** Without the tag. */
  readonly content: Uint8Array
  readonly tag: Uint8Array
}

/**
 * Seals a secret so that only the engine can open it: AES-256-GCM with a key of its own and a random nonce, bound to its place; that key is
 * in a sealed box for the engine's public key, so that a new key of the engine takes in a few bytes and not the secret.
 */
export async function sealForEngine(secret: Uint8Array, place: SecretPlace, engineKey: EngineKey): Promise<Uint8Array<ArrayBuffer>> {
  const key = randomBytes(KEY_BYTES)
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(placeBytes(place))
  const content = Buffer.concat([cipher.update(secret), cipher.final()])
  const wrappedKey = await wrapKey(key, engineKey)
  return joinSealed({ keyNumber: engineKey.number, wrappedKey, nonce, content, tag: cipher.getAuthTag() })
}

/** A secret's own key, for the engine alone. */
export async function wrapKey(key: Uint8Array, { publicKey }: EngineKey): Promise<Uint8Array> {
  await sodium.ready
  return sodium.crypto_box_seal(key, publicKey)
}

/** What the content is bound to. */
export function placeBytes({ owner, field, version }: SecretPlace): Uint8Array {
  return Buffer.from(JSON.stringify([owner, field, version]))
}

export function joinSealed({ keyNumber, wrappedKey, nonce, content, tag }: SealedParts): Uint8Array<ArrayBuffer> {
  const header = Buffer.alloc(HEADER_BYTES)
  MARK.copy(header)
  header.writeUInt32BE(keyNumber, MARK.length)
  return new Uint8Array(Buffer.concat([header, wrappedKey, nonce, content, tag]))
}

/** Throws for bytes that are no sealed secret. */
export function splitSealed(sealed: Uint8Array): SealedParts {
  const bytes = Buffer.from(sealed)
  if (bytes.length < HEADER_BYTES + WRAPPED_BYTES + NONCE_BYTES + TAG_BYTES || !MARK.equals(bytes.subarray(0, MARK.length)))
    throw new Error('These bytes are no sealed secret.')
  const nonceAt = HEADER_BYTES + WRAPPED_BYTES
  return {
    keyNumber: bytes.readUInt32BE(MARK.length),
    wrappedKey: bytes.subarray(HEADER_BYTES, nonceAt),
    nonce: bytes.subarray(nonceAt, nonceAt + NONCE_BYTES),
    content: bytes.subarray(nonceAt + NONCE_BYTES, -TAG_BYTES),
    tag: bytes.subarray(-TAG_BYTES),
  }
}
