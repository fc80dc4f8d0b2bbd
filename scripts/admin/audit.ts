import { CommandFailure, UsageError } from '../../engine/cli/failures.ts'
import { brokenChains, type LookedThrough } from '../../gateway/topics/audit/brokenChains.ts'
import type { Database } from '../../prisma/client.ts'

/** Accounts read at a time. */
const PAGE = 500

/**
 * `npm run admin -- audit verify`: whether the audit log is as it was written, account by account. Returns what to print; throws
 * CommandFailure with the entries that do not follow from those before them, and UsageError.
 */
export async function auditCommand(db: Database, args: readonly string[]): Promise<string> {
  if (args.length !== 1 || args[0] !== 'verify') throw new UsageError('"audit verify" is expected.')
  const broken: string[] = []
  let [accounts, after]: [number, string | null] = [0, null]
  do {
    const found: LookedThrough = await brokenChains(db, after, PAGE)
    broken.push(...found.broken.map(({ accountId, entries }) => `  account ${accountId}: entries ${entries.join(', ')}`))
    accounts += found.accounts
    after = found.next
  } while (after !== null)
  if (broken.length > 0)
    throw new CommandFailure(`The audit log was changed: these do not follow from what was before them.\n${broken.join('\n')}`)
  const entries = await db.auditEntry.count()
  return `The audit log is whole: ${entries} entries of ${accounts} accounts, each with the hash of the one before it.`
}
