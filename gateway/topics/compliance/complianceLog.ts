import type { Database } from '../../../prisma/client.ts'
import type { Instant } from '../../../schema/time.ts'
import type { AuditReader } from '../audit/AuditReader.ts'

const YEARS = 5
/** Rows of a list in memory at once. */
const PAGE = 200

interface Mine {
  readonly userId: string
  readonly since: Date
}

/**
 * A user's live trading of five years up to a real time, a JSON object on each line: the register of live strategies, orders with their
 * fills, protective stops, decisions (signals that were traded, and those that were not, with the numbers compared) and the audit log.
 * Amounts in paise, times in UTC. The hash chain of the audit log is verified on the way, from its first entry on: the last line says how
 * far it holds. A page of rows is in memory at once, and nothing is read before it is consumed.
 */
export async function* complianceLog(db: Database, audit: AuditReader, userId: string, until: Instant): AsyncGenerator<string> {
  const since = new Date(until)
  since.setUTCFullYear(since.getUTCFullYear() - YEARS)
  yield line('log', { account: userId, from: since, until: new Date(until), amounts: 'paise', times: 'UTC' })
  yield* registrations(db, { userId, since })
  yield* orders(db, { userId, since })
  yield* stops(db, { userId, since })
  yield* denials(db, { userId, since })
  yield* changes(audit, { userId, since })
}

async function* registrations(db: Database, { userId, since }: Mine): AsyncGenerator<string> {
  const rows = await db.liveRegistration.findMany({
    where: { userId, OR: [{ until: null }, { until: { gte: since } }] },
    orderBy: [{ since: 'asc' }, { subscriptionId: 'asc' }],
    omit: { userId: true },
  })
  for (const row of rows) yield line('registration', row)
}

/** Each order with its fills; before the first entry of a signal the decision to take it. */
async function* orders(db: Database, { userId, since }: Mine): AsyncGenerator<string> {
  const pages = paged((last: { readonly id: string } | null) =>
    db.order.findMany({
      where: { userId, mode: 'LIVE', createdAt: { gte: since }, ...(last ? { id: { gt: last.id } } : {}) },
      include: { fills: { orderBy: { id: 'asc' } }, signal: true },
      omit: { userId: true },
      orderBy: { id: 'asc' },
      take: PAGE,
    }),
  )
  for await (const rows of pages)
    yield rows
      .map(({ signal, ...order }) => {
        const { id: orderId, subscriptionId, slice } = order
        const decision = signal && slice === 0 ? line('decision', { taken: true, subscriptionId, orderId, signal }) : ''
        return decision + line('order', order)
      })
      .join('')
}

/** Protective orders at the broker, which are orders above once they are filled. */
async function* stops(db: Database, { userId, since }: Mine): AsyncGenerator<string> {
  const pages = paged((last: { readonly clientOrderId: string } | null) =>
    db.exitAtBroker.findMany({
      where: {
        ...{ leg: { trade: { userId, mode: 'LIVE' } }, createdAt: { gte: since } },
        ...(last ? { clientOrderId: { gt: last.clientOrderId } } : {}),
      },
      orderBy: { clientOrderId: 'asc' },
      take: PAGE,
    }),
  )
  for await (const rows of pages) yield rows.map((row) => line('exitAtBroker', row)).join('')
}

/**
 * Signals that a subscription did not take while it was in the register.
 * Raw SQL: its pages are by two columns, and it compares a time with periods.
 */
async function* denials(db: Database, { userId, since }: Mine): AsyncGenerator<string> {
  const pages = paged(
    (last: { readonly id: string; readonly createdAt: Date } | null) => db.$queryRaw<{ id: string; createdAt: Date }[]>`
      SELECT id, "createdAt" FROM "Denial" denial
      WHERE "userId" = ${userId}::uuid AND ("createdAt", id) > (${last?.createdAt ?? since}, ${last?.id ?? BEFORE_ALL_IDS}::uuid)
        AND EXISTS (
          SELECT FROM "LiveRegistration" live
          WHERE live."subscriptionId" = denial."subscriptionId" AND live.since <= denial."createdAt"
            AND (live.until IS NULL OR live.until > denial."createdAt"))
      ORDER BY "createdAt", id LIMIT ${PAGE}`,
  )
  for await (const found of pages) {
    const rows = await db.denial.findMany({
      where: { id: { in: found.map(({ id }) => id) } },
      include: { signal: true },
      omit: { userId: true },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    })
    yield rows.map((row) => line('decision', { taken: false, ...row })).join('')
  }
}

async function* changes(audit: AuditReader, { userId, since }: Mine): AsyncGenerator<string> {
  let entries = 0
  let firstBroken: number | null = null
  for await (const { accountId: _account, intact, ...entry } of audit.chain(userId)) {
    entries++
    if (!intact) firstBroken ??= entry.sequence
    if (entry.at >= since) yield line('change', { ...entry, intact })
  }
  const verifiedUpTo = firstBroken === null ? entries : firstBroken - 1
  yield line('verification', { intact: firstBroken === null, verifiedUpTo, firstBroken })
}

const BEFORE_ALL_IDS = '00000000-0000-0000-0000-000000000000'

/** All rows, page by page; `read` gets the last row of the page before. */
async function* paged<R>(read: (last: R | null) => Promise<readonly R[]>): AsyncGenerator<readonly R[]> {
  let last: R | null = null
  for (;;) {
    const rows: readonly R[] = await read(last)
    if (rows.length > 0) yield rows
    last = rows.at(-1) ?? null
    if (rows.length < PAGE) return
  }
}

/** Paise are whole numbers far below 2^53. */
function line(type: string, facts: object): string {
  return `${JSON.stringify({ type, ...facts }, (_key, value: unknown) => (typeof value === 'bigint' ? Number(value) : value))}\n`
}
