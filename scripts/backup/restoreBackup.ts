import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import pg from 'pg'
import { CommandFailure } from '../../engine/cli/failures.ts'
import { knownMigrations } from '../../prisma/schemaVersion.ts'
import { applyMigrations } from '../postgres/applyMigrations.ts'
import { migrate } from '../postgres/migrate.ts'
import { migrateJobs } from '../postgres/migrateJobs.ts'
import type { DatabaseUrls } from '../postgres/roles.ts'
import { fingerprintOf, type BackupKeyPair } from './backupKeys.ts'
import { ByteReader } from './ByteReader.ts'
import { RestoredFiles } from './dataFiles.ts'
import { quoted, tablesOf } from './dumpDatabase.ts'
import { readFrames } from './frames.ts'
import { CHECKSUM_BYTES, readBackup, type Manifest } from './manifest.ts'
import { openStream, openStreamKey } from './sealedStream.ts'
import { TableLoad } from './TableLoad.ts'

/** Tables that show whether a database has been used: migrations write none of them. */
const TELLING = ['User', 'Strategy', 'Trade', 'Order', 'Candle', 'AuditEntry']

export interface RestoreParts {
  readonly file: string
  readonly key: BackupKeyPair
  readonly urls: DatabaseUrls
  /** The data folder, whose files of another time are never written over. */
  readonly home: string
}

export interface Restored {
  readonly manifest: Manifest
  readonly rows: number
  readonly files: number
}

/**
 * Fills an empty database from a backup, whole or not at all, and brings it to this version's tables. Rejects with CommandFailure, before
 * anything is touched, for a file that is no backup or damaged, another key, a newer version's backup, or a database that is not empty.
 */
export async function restoreBackup({ file, key, urls, home }: RestoreParts): Promise<Restored> {
  const { manifest, bytes: head, size } = await readBackup(file)
  const streamKey = await openStreamKey(Buffer.from(manifest.sealedKey, 'base64'), key.publicKey, key.secretKey)
  if (streamKey === null)
    throw new CommandFailure(
      `${file} is sealed to the key ${manifest.key}, and this is the key ${fingerprintOf(key.publicKey)}. Give the file of the other one.`,
    )
  if (!knownMigrations().includes(manifest.schema))
    throw new CommandFailure(
      `${file} is of version ${manifest.product} with the tables of ${manifest.schema}, which this version does not know. Restore it with that version.`,
    )
  await requireEmpty(urls.owner)
  await applyMigrations(urls.owner, manifest.schema)
  await migrateJobs(urls.owner)
  const sealed = new ByteReader(createReadStream(file, { start: head.length, end: size - CHECKSUM_BYTES - 1 }) as AsyncIterable<Buffer>)
  const opened = openStream(sealed, streamKey, Buffer.from(manifest.header, 'base64'), head)
  const loaded = await pipeline(opened, createGunzip(), (plain: AsyncIterable<Uint8Array>) => load(new ByteReader(plain), urls.owner, home))
  await migrate(urls)
  return { manifest, ...loaded }
}

async function requireEmpty(ownerUrl: string): Promise<void> {
  await inTransaction(ownerUrl, async (client) => {
    const tables = (await tablesOf(client)).filter(({ schema }) => schema === 'public')
    const foreign = tables.length > 0 && !tables.some(({ name }) => name === 'Trade')
    if (foreign) throw new CommandFailure(`The database ${client.database} holds other tables than Sakha’s. Restore into an empty one.`)
    for (const table of tables.filter(({ name }) => TELLING.includes(name))) {
      const { rows } = await client.query(`SELECT FROM ${quoted(table)} LIMIT 1`)
      if (rows.length > 0)
        throw new CommandFailure(
          `The database ${client.database} is not empty (${table.name} has rows). Restore into an empty one (createdb).`,
        )
    }
  })
}

async function load(source: ByteReader, ownerUrl: string, home: string): Promise<{ readonly rows: number; readonly files: number }> {
  const files = new RestoredFiles(home)
  try {
    return await inTransaction(ownerUrl, async (client) => {
      const tables = new TableLoad(client)
      await tables.prepare()
      let open: RestoredFiles | TableLoad | null = null
      for await (const frame of readFrames(source)) {
        if (frame.is === 'data') await open?.write(frame.data)
        else if (frame.is === 'end') {
          await open?.end(frame.rows)
          open = null
        } else if (frame.entry.kind === 'file') {
          await files.begin(frame.entry.name)
          open = files
        } else if (frame.entry.kind === 'table') {
          await tables.begin(frame.entry, frame.entry.columns)
          open = tables
        } else await tables.setSequence(frame.entry, frame.entry.value, frame.entry.called)
      }
      await tables.finish()
      await files.keep()
      return { rows: tables.rows, files: files.count }
    })
  } catch (error) {
    await files.discard()
    throw error
  }
}

async function inTransaction<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'sakha restore' })
  // A cut connection reports it here, and to the pending query.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('BEGIN')
    const done = await work(client)
    await client.query('COMMIT')
    return done
  } finally {
    await client.end()
  }
}
