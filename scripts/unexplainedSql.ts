import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const FOLDERS = ['engine', 'gateway', 'prisma']
/** Tests and what they are made of, what Prisma generates, and simulations, which have no users. */
const PASSED_OVER = /\.test\.ts$|\/testing\/|^(prisma\/generated|engine\/(faults|simulation))\//
/** A statement that is given to the database. */
const STATEMENT = /\$(query|execute)Raw\b|\b(readByCursor|readPrepared|readUntil)[<(]|\.query[<(]/
/** In a line of a doc comment, with the reason after it. */
const REASON = /^\s*(\/\*\*|\*).*\bRaw SQL: \w/m

/** The product's files with raw SQL that do not say why it is no model call; null: each does. */
export async function unexplainedSql(): Promise<string | null> {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => path.posix.join(folder, file)),
  )
  const product = files.filter((file) => file.endsWith('.ts') && !PASSED_OVER.test(file))
  const wrong = product.filter((file) => lacksReason(readFileSync(file, 'utf8')))
  if (wrong.length === 0) return null
  return [
    ...wrong,
    'Use a model call, or say in the doc comment of the statement’s function why it is none: "Raw SQL: it locks the row."',
  ].join('\n')
}

/** Whether a source gives the database a statement and says nowhere why. */
export function lacksReason(source: string): boolean {
  return STATEMENT.test(source) && !REASON.test(source)
}
