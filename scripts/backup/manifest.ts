import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { z } from 'zod'
import { CommandFailure } from '../../engine/cli/failures.ts'

/** A backup is one file: this line, the manifest as a line of JSON, the sealed stream, and the SHA-256 of all before it. */
export const MAGIC = 'sakha-backup 1'
export const CHECKSUM_BYTES = 32
/** Longer than any manifest. */
const HEAD_LIMIT = 16_384

const manifest = z.object({
  /** Version of the product. */
  product: z.string(),
  /** The newest migration of the database. */
  schema: z.string(),
  /** When the snapshot was taken, ISO 8601. */
  takenAt: z.iso.datetime(),
  database: z.string(),
  /** Fingerprint of the public key that it is sealed to. */
  key: z.string(),
  sealedKey: z.base64(),
  header: z.base64(),
})
export type Manifest = Readonly<z.infer<typeof manifest>>

export interface BackupHead {
  readonly manifest: Manifest
  /** The two lines as they are written: the sealed stream is bound to them. */
  readonly bytes: Buffer
  /** Of the whole file. */
  readonly size: number
  /** SHA-256 of the file, in hexadecimal. */
  readonly checksum: string
}

/** The lines that a backup begins with. */
export function headOf(given: Manifest): Buffer {
  return Buffer.from(`${MAGIC}\n${JSON.stringify(given)}\n`)
}

/**
 * Reads a backup's manifest and checks the whole file against its checksum; needs no key. Throws CommandFailure for what is no backup, or a
 * damaged one.
 */
export async function readBackup(file: string): Promise<BackupHead> {
  const { size } = await stat(file).catch((error: unknown) => {
    throw new CommandFailure(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  })
  const hash = createHash('sha256')
  const end = size - CHECKSUM_BYTES
  let head = Buffer.alloc(0)
  let tail = Buffer.alloc(0)
  let at = 0
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    if (head.length < HEAD_LIMIT) head = Buffer.concat([head, chunk]).subarray(0, HEAD_LIMIT)
    const body = Math.max(0, Math.min(chunk.length, end - at))
    hash.update(chunk.subarray(0, body))
    tail = Buffer.concat([tail, chunk.subarray(body)])
    at += chunk.length
  }
  const parsed = parseHead(file, head)
  const checksum = hash.digest()
  if (!checksum.equals(tail)) throw new CommandFailure(`${file} is damaged: its checksum is not that of its content. Use another backup.`)
  return { ...parsed, size, checksum: checksum.toString('hex') }
}

function parseHead(file: string, head: Buffer): Pick<BackupHead, 'manifest' | 'bytes'> {
  const text = head.toString('latin1')
  if (!text.startsWith('sakha-backup ')) throw new CommandFailure(`${file} is no backup of Sakha.`)
  if (!text.startsWith(`${MAGIC}\n`))
    throw new CommandFailure(`${file} was made by a version with another form of backups. Restore it with that version.`)
  const end = text.indexOf('\n', MAGIC.length + 1)
  let found: unknown
  try {
    found = JSON.parse(head.subarray(MAGIC.length + 1, end).toString())
  } catch {
    found = null
  }
  const read = manifest.safeParse(found)
  if (end < 0 || !read.success) throw new CommandFailure(`${file} is damaged: its manifest cannot be read. Use another backup.`)
  return { manifest: read.data, bytes: head.subarray(0, end + 1) }
}
