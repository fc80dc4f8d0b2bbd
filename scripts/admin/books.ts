import { CommandFailure, UsageError } from '../../engine/cli/failures.ts'
import type { Database } from '../../prisma/client.ts'
import { Prisma } from '../../prisma/generated/client.ts'

/** How many rows of a fault are named. */
const NAMED = 5

interface Law {
  /** What holds of every row. */
  readonly law: string
  /** SQL: the ids, as text, of the rows that break it. */
  readonly broken: Prisma.Sql
}

/** A reference that the database declares and does not check row by row (migration 20261130000010). */
const points = (law: string, table: string, column: string, to: string): Law => {
  const names = [table, column, to].map((name) => Prisma.raw(`"${name}"`))
  const [from, by, target] = names
  return {
    law,
    broken: Prisma.sql`SELECT id::text FROM ${from!} pointing WHERE ${by!} IS NOT NULL AND NOT EXISTS (SELECT FROM ${target!} WHERE ${target!}.id = pointing.${by!})`,
  }
}

const LAWS: readonly Law[] = [
  points('an order belongs to a subscription', 'Order', 'subscriptionId', 'Subscription'),
  points('an entry belongs to a signal', 'Order', 'signalId', 'Signal'),
  points('a fill belongs to an order', 'Fill', 'orderId', 'Order'),
  points('a trade belongs to a user', 'Trade', 'userId', 'User'),
  points('a trade belongs to a subscription', 'Trade', 'subscriptionId', 'Subscription'),
  points('a trade belongs to a strategy', 'Trade', 'strategyId', 'Strategy'),
  {
    law: 'a trade belongs to a version of its strategy',
    broken: Prisma.sql`
      SELECT id::text FROM "Trade" trade
      WHERE NOT EXISTS (SELECT FROM "StrategyVersion" given WHERE given."strategyId" = trade."strategyId" AND given.version = trade.version)`,
  },
  {
    law: 'an order has the user of its subscription',
    broken: Prisma.sql`
      SELECT given.id::text FROM "Order" given JOIN "Subscription" subscription ON subscription.id = given."subscriptionId"
      WHERE subscription."userId" <> given."userId"`,
  },
  {
    law: 'an order is filled as far as its fills say',
    broken: Prisma.sql`
      SELECT given.id::text FROM "Order" given
      LEFT JOIN (
        SELECT "orderId", sum(quantity) AS units, sum(quantity * "pricePaise") AS value FROM "Fill" GROUP BY "orderId"
      ) AS fills ON fills."orderId" = given.id
      WHERE (coalesce(fills.units, 0), coalesce(fills.value, 0)) <> (given."filledQuantity", given."filledValuePaise")`,
  },
  {
    law: 'what was bought is a trade',
    broken: Prisma.sql`
      SELECT id::text FROM "Order" given
      WHERE "filledQuantity" > 0 AND NOT EXISTS (SELECT FROM "Trade" WHERE "Trade".id = given."tradeId")`,
  },
  {
    law: 'a trade has bought and sold what its orders say',
    broken: Prisma.sql`
      SELECT trade.id::text FROM "Trade" trade
      LEFT JOIN (
        SELECT "tradeId", sum("filledQuantity") FILTER (WHERE purpose = 'ENTRY') AS bought, sum("filledQuantity") FILTER (WHERE purpose = 'EXIT') AS sold
        FROM "Order" GROUP BY "tradeId"
      ) AS orders ON orders."tradeId" = trade.id
      WHERE (coalesce(orders.bought, 0), coalesce(orders.sold, 0)) <> (trade.quantity, trade."exitQuantity")`,
  },
]

/**
 * `npm run admin -- check books`: whether the books are whole, every law over all rows; for a nightly run. Answers what to print; throws
 * CommandFailure with the laws that are broken and by how many rows, and UsageError.
 */
export async function checkCommand(db: Database, args: readonly string[]): Promise<string> {
  if (args.length !== 1 || args[0] !== 'books') throw new UsageError('"check books" is expected.')
  const faults: string[] = []
  for (const { law, broken } of LAWS) {
    const rows = await db.$queryRaw<{ id: string }[]>`SELECT id FROM (${broken}) AS broken(id) ORDER BY id`
    if (rows.length === 0) continue
    const named = rows.slice(0, NAMED).map(({ id }) => id)
    faults.push(`  ${law}: not ${rows.length}, among them ${named.join(', ')}`)
  }
  if (faults.length > 0) throw new CommandFailure(`The books are damaged.\n${faults.join('\n')}`)
  return `The books are whole: ${LAWS.length} laws hold for every order, fill and trade.`
}
