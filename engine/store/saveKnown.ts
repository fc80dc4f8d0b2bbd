import { Prisma } from '../../prisma/generated/client.ts'
import type { Statements } from '../../prisma/inTransaction.ts'
import { arrayLiteral } from '../../prisma/arrayLiteral.ts'
import type { OrderUpdate } from '../broker/port.ts'
import { leasedPartitions, type HeldLeases } from '../cluster/heldPartitions.ts'

type Known = NonNullable<OrderUpdate['known']>

/**
 * Stores, as reported by updates, the ids of orders of users in `partitions` at broker and exchange, and their limits there. The first id
 * stays; the last limit is kept. Free when no update reports any.
 * Raw SQL: one statement for a batch of orders (unnest).
 */
export async function saveKnown(tx: Statements, updates: readonly OrderUpdate[], partitions: readonly number[]): Promise<void> {
  const told = knownOf(updates)
  if (told.size === 0) return
  await tx.$executeRaw`
    WITH told AS (${rowsOf(told)})
    UPDATE "Order" SET ${idsAnd(LAST_LIMIT)} FROM told
    WHERE "Order"."clientOrderId" = told.tag AND user_partition("Order"."userId") = ANY(${[...partitions]}::int[]) AND ${isNews(LAST_LIMIT)}`
}

/**
 * The same in a statement of its own, which waits for no transaction, for orders of users that the node still owns; a limit that a booking
 * has stored is as new, and stays. Returns the client order ids of those that another transaction is writing: they are left as they are.
 */
export async function keepTaken(db: Statements, updates: readonly OrderUpdate[], leases: HeldLeases): Promise<string[]> {
  const told = knownOf(updates)
  if (told.size === 0) return []
  const rows = await db.$queryRaw<{ tag: string }[]>`
    WITH told AS (${rowsOf(told)}), held AS MATERIALIZED (${leasedPartitions(leases)}), owned AS MATERIALIZED (
      SELECT "Order".id, told.* FROM told JOIN "Order" ON "Order"."clientOrderId" = told.tag
      WHERE user_partition("Order"."userId") IN (SELECT partition FROM held)
    ), free AS MATERIALIZED (
      SELECT id FROM "Order" WHERE id IN (SELECT id FROM owned) FOR NO KEY UPDATE SKIP LOCKED
    ), stored AS (
      UPDATE "Order" SET ${idsAnd(FIRST_LIMIT)} FROM owned told JOIN free USING (id)
      WHERE "Order".id = told.id AND ${isNews(FIRST_LIMIT)}
    )
    SELECT tag FROM owned WHERE id NOT IN (SELECT id FROM free)`
  return rows.map(({ tag }) => tag)
}

const LAST_LIMIT = Prisma.sql`told."limit"`
const FIRST_LIMIT = Prisma.sql`coalesce("Order"."limitPaise", told."limit")`

const idsAnd = (limit: Prisma.Sql) => Prisma.sql`"brokerOrderId" = coalesce("Order"."brokerOrderId", told.broker),
  "exchangeOrderId" = coalesce("Order"."exchangeOrderId", told.exchange), "limitPaise" = ${limit}, "updatedAt" = now()`

const isNews = (limit: Prisma.Sql) => Prisma.sql`("Order"."brokerOrderId", "Order"."exchangeOrderId", "Order"."limitPaise") IS DISTINCT FROM
  (coalesce("Order"."brokerOrderId", told.broker), coalesce("Order"."exchangeOrderId", told.exchange), ${limit})`

/** By client order id. */
function knownOf(updates: readonly OrderUpdate[]): ReadonlyMap<string, Known> {
  const told = new Map<string, Known>()
  for (const { clientOrderId, known } of updates)
    if (known) {
      const before = told.get(clientOrderId)
      told.set(clientOrderId, { ...known, exchangeOrderId: before?.exchangeOrderId ?? known.exchangeOrderId })
    }
  return told
}

function rowsOf(told: ReadonlyMap<string, Known>): Prisma.Sql {
  const all = [...told.values()]
  return Prisma.sql`SELECT * FROM unnest(
    ${arrayLiteral([...told.keys()])}::text[],
    ${all.map(({ brokerOrderId }) => brokerOrderId)}::text[],
    ${all.map(({ exchangeOrderId }) => exchangeOrderId)}::text[],
    ${all.map(({ limit }) => limit)}::bigint[]
  ) AS told(tag, broker, exchange, "limit")`
}
