import { createHash } from 'node:crypto'

/** SHA-256 of a secret that is random enough to need no slower hash: what the database keeps of it. */
export function digest(secret: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update(secret).digest())
}
