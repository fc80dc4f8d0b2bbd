import path from 'node:path'
import { parseArgs } from 'node:util'
import { CommandFailure, UsageError } from '../engine/cli/failures.ts'
import { makeBackupKey, readPublicKey } from './backup/backupKeys.ts'
import { makeBackup } from './backup/makeBackup.ts'
import { recordBackup } from './backup/recordBackup.ts'
import { readBackup } from './backup/manifest.ts'
import { runningOwnerUrl } from './launch/runningDatabaseUrl.ts'
import { readSettings } from './launch/settings.ts'
import { runCommand } from './runCommand.ts'

const USAGE = `Examples:
  npm run backup -- new-key /media/safe/backup.key           # once; keep the file away from this machine
  npm run backup -- make /var/backups/sakha --to sakha-backup-public-…
  npm run backup -- show /var/backups/sakha/sakha-20261123T180000Z.backup

Commands:
  new-key FILE  Make a pair of keys: FILE opens backups, what is printed seals them.
  make FOLDER   Write a backup into a folder while everything runs: the whole database as of one moment, the keys that belong to it,
                and the sandbox's accounts and market. Sealed: without the key's file it is of no use to anybody.
  failed        Record that a backup failed, so that admins are warned: what systemd runs after "make" has failed.
  show FILE     Print a backup's manifest, and whether the file is as it was written. Needs no key.

Options:
  --to KEY      The key to seal to (default: BACKUP_KEY of the environment).

Works as the role that owns the tables: MIGRATION_URL, DATABASE_URL, or the packaged database of SAKHA_HOME.

Exit codes: 0 done, 1 failed, 2 wrong usage.
`

await runCommand(USAGE, async (args) => {
  const { to, positionals } = readArguments(args)
  const [command, place, ...rest] = positionals
  if (command === 'failed' && place === undefined) return recordFailure()
  if (!place || rest.length > 0 || !['new-key', 'make', 'show'].includes(command ?? ''))
    throw new UsageError('"new-key FILE", "make FOLDER", "failed" or "show FILE" is expected')
  if (command === 'new-key')
    return `${await makeBackupKey(place)}\n\n${place} opens what is sealed to this key, and nothing else does. Keep it, and a copy, where no backup lies.`
  return command === 'show' ? show(place) : make(place, to)
})

function readArguments(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: { to: { type: 'string' } }, allowPositionals: true })
    return { to: values.to ?? process.env['BACKUP_KEY'], positionals }
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error })
  }
}

async function make(folder: string, to: string | undefined): Promise<string> {
  if (!to) throw new UsageError('The key to seal to is missing: --to, or BACKUP_KEY')
  const publicKey = await readPublicKey(to)
  const ownerUrl = databaseOfOwner()
  const { home } = readSettings(process.env)
  const { file, bytes, manifest } = await makeBackup({ ownerUrl, home, folder: path.resolve(folder), publicKey })
  return `${file}\n${(bytes / 1_048_576).toFixed(1)} MB, tables of ${manifest.schema}, sealed to the key ${manifest.key}.`
}

async function recordFailure(): Promise<string> {
  await recordBackup(databaseOfOwner(), { at: new Date(), bytes: null })
  return 'Recorded: admins are warned.'
}

function databaseOfOwner(): string {
  const url = runningOwnerUrl(process.env)
  if (url === null)
    throw new CommandFailure('There is no database: set DATABASE_URL, or SAKHA_HOME to the data folder of a Sakha that runs.')
  return url
}

async function show(file: string): Promise<string> {
  const { manifest, size, checksum } = await readBackup(file)
  const { product, schema, takenAt, database, key } = manifest
  return JSON.stringify({ file, takenAt, product, schema, database, key, bytes: size, sha256: checksum }, null, 2)
}
