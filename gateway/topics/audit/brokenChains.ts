import type { Database } from '../../../prisma/client.ts'
import { brokenAuditEntries } from './recordAudit.ts'

/** What was found in the chains of some accounts. */
export interface LookedThrough {
  readonly accounts: number
  /** Accounts with the numbers of their entries that do not follow from those before them. */
  readonly broken: { readonly accountId: string; readonly entries: number[] }[]
  /** The last account, after which others follow; null: there are none. */
  readonly next: string | null
}

/** Looks through the chains of `take` accounts, in the order of their ids, after one of them. */
export async function brokenChains(db: Database, after: string | null, take: number): Promise<LookedThrough> {
  const accounts = await db.auditEntry.findMany({
    ...{ distinct: ['accountId'], orderBy: { accountId: 'asc' }, take, select: { accountId: true } },
    where: after === null ? {} : { accountId: { gt: after } },
  })
  const broken = []
  for (const { accountId } of accounts) {
    const entries = await brokenAuditEntries(db, accountId)
    if (entries.length > 0) broken.push({ accountId, entries })
  }
  const last = accounts.length === take ? accounts.at(-1) : undefined
  return { accounts: accounts.length, broken, next: last?.accountId ?? null }
}
