import { createDecipheriv } from 'node:crypto'
import { joinSealed, placeBytes, splitSealed, wrapKey, type EngineKey, type SecretPlace } from '../../prisma/brokerAccounts/sealedSecret.ts'
import type { EngineKeys } from '../broker/secrets/EngineKeys.ts'

/**
 * A secret sealed for the engine at a place. Rejects for another place, for bytes that were changed, and with MissingKey when the key pair
 * is not in this data folder.
 */
export async function openSealed(sealed: Uint8Array, place: SecretPlace, keys: Pick<EngineKeys, 'unwrap'>): Promise<Uint8Array> {
  const { keyNumber, wrappedKey, nonce, content, tag } = splitSealed(sealed)
  const key = await keys.unwrap(keyNumber, wrappedKey)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAAD(placeBytes(place)).setAuthTag(tag)
  return Buffer.concat([decipher.update(content), decipher.final()])
}

/** The same secret for another key pair of the engine's. Its content is not opened: it stays bound to its place. */
export async function rewrap(sealed: Uint8Array, keys: Pick<EngineKeys, 'unwrap'>, to: EngineKey): Promise<Uint8Array<ArrayBuffer>> {
  const parts = splitSealed(sealed)
  const key = await keys.unwrap(parts.keyNumber, parts.wrappedKey)
  return joinSealed({ ...parts, keyNumber: to.number, wrappedKey: await wrapKey(key, to) })
}
