import { createHash } from 'node:crypto'
import { createWriteStream, type WriteStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { CommandFailure } from '../../engine/cli/failures.ts'
import { VERSION } from '../../schema/version.ts'
import { fingerprintOf } from './backupKeys.ts'
import { dumpFiles } from './dataFiles.ts'
import { dumpDatabase } from './dumpDatabase.ts'
import { recordBackup } from './recordBackup.ts'
import { headOf, type Manifest } from './manifest.ts'
import { sealStream } from './sealedStream.ts'

/** Fast rather than small: the next one is due before anybody reads it. */
const GZIP_LEVEL = 3

export interface BackupParts {
  /** Of the role that owns the tables. */
  readonly ownerUrl: string
  /** The data folder. */
  readonly home: string
  /** Where the file goes; made when it is missing. */
  readonly folder: string
  readonly publicKey: Uint8Array
}

export interface MadeBackup {
  readonly file: string
  readonly bytes: number
  readonly manifest: Manifest
}

/**
 * Writes a backup while everything runs: all rows as they were at one moment, and the files of the data folder that belong to them, sealed,
 * in flat memory. The file has its name only when it is whole and on the disk. Rejects with CommandFailure where there is nothing to back up.
 */
export async function makeBackup({ ownerUrl, home, folder, publicKey }: BackupParts): Promise<MadeBackup> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'sakha backup' })
  // A cut connection reports it here, and to the pending query.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    // The first query takes the snapshot.
    const schema = await schemaOf(client)
    const takenAt = new Date().toISOString()
    const { sealedKey, header, seal } = await sealStream(publicKey)
    const manifest: Manifest = {
      ...{ product: VERSION, schema, takenAt, database: client.database ?? '', key: fingerprintOf(publicKey) },
      ...{ sealedKey: Buffer.from(sealedKey).toString('base64'), header: Buffer.from(header).toString('base64') },
    }
    const head = headOf(manifest)
    async function* frames() {
      yield* dumpFiles(home)
      yield* dumpDatabase(client)
    }
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const file = path.join(folder, `sakha-${takenAt.replaceAll(/[-:]|\.\d+/g, '')}.backup`)
    const bytes = await writeWhole(file, (stream) => pipeline(frames, createGzip({ level: GZIP_LEVEL }), seal(head), checked(head), stream))
    await client.query('COMMIT')
    await recordBackup(ownerUrl, { at: new Date(takenAt), bytes })
    return { file, bytes, manifest }
  } finally {
    await client.end()
  }
}

async function schemaOf(client: pg.Client): Promise<string> {
  const { rows: there } = await client.query<{ list: string | null }>(`SELECT to_regclass('public._prisma_migrations')::text AS list`)
  if (!there[0]?.list) throw new CommandFailure('This database has none of the tables of Sakha: there is nothing to back up.')
  const { rows } = await client.query<{ name: string }>(
    'SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name COLLATE "C" DESC LIMIT 1',
  )
  if (!rows[0]) throw new CommandFailure('This database was never migrated: there is nothing to back up.')
  return rows[0].name
}

/** What is sealed between its head and the checksum of both. */
function checked(head: Uint8Array) {
  return async function* (pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    const hash = createHash('sha256').update(head)
    yield head
    for await (const piece of pieces) {
      hash.update(piece)
      yield piece
    }
    yield hash.digest()
  }
}

/** Nothing is left of a file that cannot be finished. Resolves with its size. */
async function writeWhole(file: string, write: (stream: WriteStream) => Promise<void>): Promise<number> {
  const draft = `${file}.part`
  const stream = createWriteStream(draft, { mode: 0o600 })
  try {
    await write(stream)
    const written = await open(draft)
    await written.sync()
    await written.close()
    await rename(draft, file)
    return stream.bytesWritten
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}
