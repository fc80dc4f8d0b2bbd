import { parseArgs } from 'node:util'
import { CommandFailure, UsageError } from '../engine/cli/failures.ts'
import { checkBooks, LAW_COUNT } from '../engine/store/checkBooks.ts'
import { readKeyFile } from './backup/backupKeys.ts'
import { restoreBackup } from './backup/restoreBackup.ts'
import { withDatabase } from './backup/withDatabase.ts'
import { runCommand } from './runCommand.ts'

const USAGE = `Examples:
  npm run restore -- sakha-20261123T180000Z.backup --key /media/safe/backup.key
  DATABASE_URL=postgresql://… SAKHA_HOME=/var/lib/sakha npm run restore -- sakha-20261123T180000Z.backup --key backup.key

Fills an empty database and data folder from a backup, whole or not at all, brings the tables to this version, and checks the books. The
product must not run. Without DATABASE_URL it is the packaged database of SAKHA_HOME, which is made when it is missing.

Refused, before anything is touched: a file that is no backup or damaged, one sealed to another key, one of a newer version, a database that
is not empty. Keys of another time in the data folder are never written over.

Exit codes: 0 done, 1 failed, 2 wrong usage, 3 the database is newer than this version.
`

await runCommand(USAGE, async (args) => {
  const { file, key } = readArguments(args)
  const pair = await readKeyFile(key)
  return withDatabase(process.env, async (urls, home) => {
    const startedAt = performance.now()
    const { manifest, rows, files } = await restoreBackup({ file, key: pair, urls, home })
    const broken = await checkBooks(urls.owner)
    if (broken.length > 0)
      throw new CommandFailure(
        `It is restored, and the books are damaged: ${broken.map(({ law, rows: count }) => `${law}: not ${count}`).join('; ')}`,
      )
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0)
    return `Restored what was there at ${manifest.takenAt}: ${rows} rows, ${files} files of the data folder, in ${seconds} s. The books are whole (${LAW_COUNT} laws).`
  })
})

function readArguments(args: readonly string[]): { readonly file: string; readonly key: string } {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: { key: { type: 'string' } }, allowPositionals: true })
    const [file, ...rest] = positionals
    if (file && rest.length === 0 && values.key) return { file, key: values.key }
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error })
  }
  throw new UsageError('"FILE --key KEYFILE" is expected')
}
