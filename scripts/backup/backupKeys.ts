import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import sodium from 'libsodium-wrappers'
import { CommandFailure, UsageError } from '../../engine/cli/failures.ts'

const PUBLIC = 'sakha-backup-public-'
const SECRET = 'sakha-backup-secret-'

/** What backups are sealed to, and what opens them. Making backups needs the public half alone. */
export interface BackupKeyPair {
  readonly publicKey: Uint8Array
  readonly secretKey: Uint8Array
}

/**
 * Makes a pair: its secret half becomes a file that only its owner may read; returns the public half as text. Throws CommandFailure when
 * the file is there.
 */
export async function makeBackupKey(file: string): Promise<string> {
  await sodium.ready
  const { publicKey, privateKey } = sodium.crypto_box_keypair()
  try {
    writeFileSync(file, `${SECRET}${textOf(privateKey)}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    throw new CommandFailure(`The key cannot be written to ${file}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
  return `${PUBLIC}${textOf(publicKey)}`
}

/** The public half from its text. Throws UsageError. */
export async function readPublicKey(text: string): Promise<Uint8Array> {
  await sodium.ready
  const key = text.startsWith(PUBLIC) ? Buffer.from(text.slice(PUBLIC.length), 'base64url') : Buffer.alloc(0)
  if (key.length === sodium.crypto_box_PUBLICKEYBYTES) return new Uint8Array(key)
  throw new UsageError(`The key to seal with begins with "${PUBLIC}", as "npm run backup -- new-key FILE" prints it`)
}

/** The pair from the file of its secret half. Throws CommandFailure when there is none in it. */
export async function readKeyFile(file: string): Promise<BackupKeyPair> {
  await sodium.ready
  let text: string
  try {
    text = readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw new CommandFailure(`The key ${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
  const secretKey = text.startsWith(SECRET) ? new Uint8Array(Buffer.from(text.slice(SECRET.length), 'base64url')) : new Uint8Array()
  if (secretKey.length !== sodium.crypto_box_SECRETKEYBYTES) throw new CommandFailure(`${file} holds no key of backups`)
  return { secretKey, publicKey: sodium.crypto_scalarmult_base(secretKey) }
}

/** People tell keys apart by it; reveals nothing of the secret half. */
export function fingerprintOf(publicKey: Uint8Array): string {
  return createHash('sha256').update(publicKey).digest('hex').slice(0, 16)
}

const textOf = (key: Uint8Array) => Buffer.from(key).toString('base64url')
