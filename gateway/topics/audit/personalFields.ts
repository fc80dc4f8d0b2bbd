import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
} from 'node:crypto'
import { z } from 'zod'

/** The identifying fields of an entry. */
const personalFields = z.object({
  /** Of the request, if any. */
  address: z.string().nullable(),
  /** The client's own description of itself. */
  userAgent: z.string().nullable(),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
})
export type PersonalFields = z.output<typeof personalFields>

const ALGORITHM = 'aes-256-gcm'
const KEY_BYTES = 32
/** Each key seals once. */
const NONCE = Buffer.alloc(12)
const TAG_BYTES = 16
/** Of an X25519 key as SPKI, DER. */
const PUBLIC_KEY_BYTES = 44
const MARK_BYTES = 16

/**
 * Seals the personal fields of one entry, named by `entry`. Writing needs no secret of the gateway: the key is agreed between a key pair
 * made for this entry and the public half of the log's own, and mixed with the person's secret. Opening needs the private half and that
 * secret; without either the fields are lost.
 */
export function sealPersonalFields(
  fields: PersonalFields,
  publicKey: Uint8Array,
  secret: Uint8Array,
  entry: string,
): Uint8Array<ArrayBuffer> {
  const once = generateKeyPairSync('x25519')
  const shown = once.publicKey.export({ type: 'spki', format: 'der' })
  const shared = diffieHellman({ privateKey: once.privateKey, publicKey: importPublicKey(publicKey) })
  const cipher = createCipheriv(ALGORITHM, keyOf(shared, secret, shown), NONCE).setAAD(Buffer.from(entry))
  const text = cipher.update(JSON.stringify(fields), 'utf8')
  return new Uint8Array(Buffer.concat([shown, text, cipher.final(), cipher.getAuthTag()]))
}

/** Throws when it was sealed for another entry, person or log, or was altered. */
export function openPersonalFields(sealed: Uint8Array, privateKey: KeyObject, secret: Uint8Array, entry: string): PersonalFields {
  const shown = sealed.subarray(0, PUBLIC_KEY_BYTES)
  const shared = diffieHellman({ privateKey, publicKey: importPublicKey(shown) })
  const decipher = createDecipheriv(ALGORITHM, keyOf(shared, secret, shown), NONCE)
    .setAAD(Buffer.from(entry))
    .setAuthTag(sealed.subarray(-TAG_BYTES))
  const text = Buffer.concat([decipher.update(sealed.subarray(PUBLIC_KEY_BYTES, -TAG_BYTES)), decipher.final()])
  return personalFields.parse(JSON.parse(text.toString('utf8')))
}

/** The same for the same device and person; it cannot be traced to a device without the person's secret. */
export function markOf(userAgent: string, secret: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHmac('sha256', secret).update(userAgent).digest().subarray(0, MARK_BYTES))
}

function importPublicKey(der: Uint8Array): KeyObject {
  return createPublicKey({ key: Buffer.from(der), type: 'spki', format: 'der' })
}

function keyOf(shared: Uint8Array, secret: Uint8Array, shown: Uint8Array): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', shared, secret, shown, KEY_BYTES))
}
