import type { Database } from '../../../prisma/client.ts'
import type { Prisma } from '../../../prisma/generated/client.ts'
import type { AuditActionName, AuditVerification, InstallationAuditEntry, InstallationAuditLog } from '../../../schema/graphql/audit.ts'
import { LIMITS } from '../../../schema/limits.ts'
import { addDays, istInstant } from '../../../schema/time.ts'
import { parseInput } from '../../kit/parseInput.ts'
import type { Principal } from '../../kit/Principal.ts'
import { requireAdmin } from '../../security/requireAdmin.ts'
import { csvLine } from '../trades/csvLine.ts'
import { accountsOf, actorNames, IS_ID } from './accountsOf.ts'
import { AUDIT_ACTIONS, isAuditAction } from './actions.ts'
import { brokenChains } from './brokenChains.ts'
import type { AuditReader } from './AuditReader.ts'
import { auditFilterInput, auditPageInput, placeOf, verifyInput, type AuditFilter, type AuditPlace } from './input.ts'

/** Entries of a file that are read at once. */
const BATCH = 1_000
/** Nobody's: no account has it. */
const NOBODY = '00000000-0000-0000-0000-000000000000'
const HEADINGS = ['At', 'Account', 'Account id', 'Number', 'Action', 'Text', 'By', 'Actor', 'Address', 'Device', 'Session', 'Details']

/**
 * The audit log of all accounts together, for admins: what takes a caller throws FORBIDDEN to anybody else; files are for those who were
 * found to be admins when they requested the address.
 */
export class InstallationLog {
  readonly #db: Database
  readonly #reader: AuditReader
  constructor(db: Database, reader: AuditReader) {
    this.#db = db
    this.#reader = reader
  }

  /** Entries that match, the latest first. Throws BAD_USER_INPUT. */
  async page(caller: Principal, input: unknown): Promise<InstallationAuditLog> {
    requireAdmin(caller)
    const { first, after, ...filter } = parseInput(auditPageInput, input)
    const entries = await this.#read(await this.#where(filter), after === null ? null : placeOf(after), first + 1)
    const shown = entries.slice(0, first)
    return { entries: shown, next: entries.length > first ? (shown.at(-1)?.cursor ?? null) : null }
  }

  /** What entries can be filtered by. */
  actions(caller: Principal): AuditActionName[] {
    requireAdmin(caller)
    return Object.entries(AUDIT_ACTIONS).map(([name, text]) => ({ name, text }))
  }

  /** Looks through the chains of some accounts, in the order of their ids. Throws BAD_USER_INPUT. */
  async verify(caller: Principal, input: unknown): Promise<AuditVerification> {
    requireAdmin(caller)
    const { after } = parseInput(verifyInput, input)
    return brokenChains(this.#db, after, LIMITS.auditLog.verified)
  }

  /** The entries that match as a CSV file, the latest first, with times in UTC. Throws BAD_USER_INPUT, at once. */
  csv(filters: unknown): AsyncIterable<string> {
    return this.#file(parseInput(auditFilterInput, filters), csvLine(HEADINGS), (entry) => {
      const { at, account, accountId, sequence, action, text, by, actor, address, userAgent, sessionId, details } = entry
      return csvLine([
        ...[at.toISOString(), account, accountId, sequence, action, text, by, actor, address, userAgent, sessionId],
        JSON.stringify(details),
      ])
    })
  }

  /** The same as NDJSON, an entry a line. */
  ndjson(filters: unknown): AsyncIterable<string> {
    return this.#file(parseInput(auditFilterInput, filters), '', ({ cursor: _cursor, ...entry }) => `${JSON.stringify(entry)}\n`)
  }

  async *#file(filter: AuditFilter, head: string, lineOf: (entry: InstallationAuditEntry) => string): AsyncGenerator<string> {
    yield head
    const where = await this.#where(filter)
    let place: AuditPlace | null = null
    for (;;) {
      const entries: InstallationAuditEntry[] = await this.#read(where, place, BATCH)
      yield entries.map(lineOf).join('')
      place = entries.at(-1) ?? null
      if (entries.length < BATCH) return
    }
  }

  async #read(where: Prisma.AuditEntryWhereInput, place: AuditPlace | null, take: number): Promise<InstallationAuditEntry[]> {
    const entries = await this.#reader.read({
      where: place ? { AND: [where, { OR: behind(place) }] } : where,
      orderBy: [{ at: 'desc' }, { accountId: 'desc' }, { sequence: 'desc' }],
      take,
    })
    const [accounts, names] = await Promise.all([accountsOf(this.#db, entries), actorNames(this.#db, entries)])
    return entries.map((entry) => ({
      ...entry,
      cursor: `${entry.at.toISOString()}_${entry.accountId}_${entry.sequence}`,
      account: accounts.get(entry.accountId) ?? null,
      by: names.get(entry.actor) ?? entry.actor,
      text: isAuditAction(entry.action) ? AUDIT_ACTIONS[entry.action] : entry.action,
    }))
  }

  async #where({ action, account, actor, fromDate, toDate }: AuditFilter): Promise<Prisma.AuditEntryWhereInput> {
    const byAccount = account === null ? {} : { accountId: await this.#idOf(account) }
    const isWord = actor === 'owner' || actor === 'command line'
    const byActor = actor === null ? {} : { actor: isWord ? actor : await this.#idOf(actor) }
    return {
      ...{ ...byAccount, ...byActor, ...(action === null ? {} : { action }) },
      at: {
        ...(fromDate === null ? {} : { gte: new Date(istInstant(fromDate, 0)) }),
        ...(toDate === null ? {} : { lt: new Date(istInstant(addDays(toDate, 1), 0)) }),
      },
    }
  }

  async #idOf(idOrEmail: string): Promise<string> {
    if (IS_ID.test(idOrEmail)) return idOrEmail
    const user = await this.#db.user.findUnique({ where: { email: idOrEmail }, select: { id: true } })
    return user?.id ?? NOBODY
  }
}

/** What comes after an entry, the latest first. */
function behind({ at, accountId, sequence }: AuditPlace): Prisma.AuditEntryWhereInput[] {
  return [{ at: { lt: at } }, { at, accountId: { lt: accountId } }, { at, accountId, sequence: { lt: sequence } }]
}
