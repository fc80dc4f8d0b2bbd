import pg from 'pg'

interface Law {
  /** A law that every row obeys. */
  readonly law: string
  /** SQL: the ids, as text, of the rows that break it. */
  readonly broken: string
}

/** A reference that the database declares but does not check row by row (migration 20261130000010). */
const points = (law: string, table: string, column: string, to: string): Law => ({
  law,
  broken: `SELECT id::text FROM "${table}" pointing WHERE "${column}" IS NOT NULL AND NOT EXISTS (SELECT FROM "${to}" WHERE "${to}".id = pointing."${column}")`,
})

const LAWS: readonly Law[] = [
  points('an order belongs to a subscription', 'Order', 'subscriptionId', 'Subscription'),
  points('an entry belongs to a signal', 'Order', 'signalId', 'Signal'),
  points('a fill belongs to an order', 'Fill', 'orderId', 'Order'),
  points('a leg belongs to a trade', 'Leg', 'tradeId', 'Trade'),
  points('a trade belongs to a user', 'Trade', 'userId', 'User'),
  points('a trade belongs to a subscription', 'Trade', 'subscriptionId', 'Subscription'),
  points('a trade belongs to a strategy', 'Trade', 'strategyId', 'Strategy'),
  {
    law: 'a trade belongs to a version of its strategy',
    broken: `
      SELECT id::text FROM "Trade" trade
      WHERE NOT EXISTS (SELECT FROM "StrategyVersion" given WHERE given."strategyId" = trade."strategyId" AND given.version = trade.version)`,
  },
  {
    law: 'an order has the user of its subscription',
    broken: `
      SELECT given.id::text FROM "Order" given JOIN "Subscription" subscription ON subscription.id = given."subscriptionId"
      WHERE subscription."userId" <> given."userId"`,
  },
  {
    law: 'an order is filled as far as its fills say',
    broken: `
      SELECT given.id::text FROM "Order" given
      LEFT JOIN (
        SELECT "orderId", sum(quantity) AS units, sum(quantity * "pricePaise") AS value FROM "Fill" GROUP BY "orderId"
      ) AS fills ON fills."orderId" = given.id
      WHERE (coalesce(fills.units, 0), coalesce(fills.value, 0)) <> (given."filledQuantity", given."filledValuePaise")`,
  },
  {
    law: 'what was filled is a leg',
    broken: `
      SELECT id::text FROM "Order" given
      WHERE "filledQuantity" > 0 AND NOT EXISTS (SELECT FROM "Leg" leg WHERE leg.id = given."legId" AND leg."tradeId" = given."tradeId")`,
  },
  {
    law: 'a leg is opened and closed as its orders say',
    broken: `
      SELECT leg.id::text FROM "Leg" leg
      LEFT JOIN (
        SELECT "legId", sum("filledQuantity") FILTER (WHERE purpose = 'ENTRY') AS opened, sum("filledQuantity") FILTER (WHERE purpose = 'EXIT') AS closed
        FROM "Order" GROUP BY "legId"
      ) AS orders ON orders."legId" = leg.id
      WHERE (coalesce(orders.opened, 0), coalesce(orders.closed, 0)) <> (leg.quantity, leg."exitQuantity")`,
  },
  {
    law: 'a trade is what its legs come to',
    broken: `
      SELECT trade.id::text FROM "Trade" trade
      LEFT JOIN (
        SELECT "tradeId", sum(quantity) AS opened, sum("exitQuantity") AS closed, sum("chargesPaise") AS charges, sum("netPaise") AS net,
          bool_or(status = 'RUNNING') AS running
        FROM "Leg" GROUP BY "tradeId"
      ) AS legs ON legs."tradeId" = trade.id
      WHERE legs.opened IS DISTINCT FROM trade.quantity OR legs.closed <> trade."exitQuantity" OR legs.charges <> trade."chargesPaise"
        OR (trade.status <> 'RUNNING' AND (legs.running OR (trade."netPaise" IS NOT NULL AND legs.net IS DISTINCT FROM trade."netPaise")))`,
  },
]

/** A broken law of the books. */
export interface BrokenLaw {
  readonly law: string
  readonly rows: number
  /** Some of their ids. */
  readonly named: readonly string[]
}

/** Rows named per fault. */
const NAMED = 5

export const LAW_COUNT = LAWS.length

/**
 * Checks every law over all rows of one snapshot, on its own connection and for as long as it takes. Returns the broken laws. Rejects when
 * the database does not answer, and at once when `signal` is aborted.
 * Raw SQL: laws that compare sums of whole tables.
 */
export async function checkBooks(databaseUrl: string, signal?: AbortSignal): Promise<readonly BrokenLaw[]> {
  signal?.throwIfAborted()
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'check of books',
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
  })
  client.on('error', () => undefined)
  const aborted = new Promise<never>((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason), { once: true }))
  try {
    return await Promise.race([brokenLaws(client), aborted])
  } finally {
    // A query under way ends with its connection; nothing waits for it.
    void client.end().catch(() => undefined)
  }
}

async function brokenLaws(client: pg.Client): Promise<readonly BrokenLaw[]> {
  await client.connect()
  await client.query('SET statement_timeout = 0')
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  const found: BrokenLaw[] = []
  for (const { law, broken } of LAWS) {
    const { rows } = await client.query<{ rows: number; named: string[] }>(
      `SELECT count(*)::int AS rows, (array_agg(id ORDER BY id))[1:${NAMED}] AS named FROM (${broken}) AS broken(id) HAVING count(*) > 0`,
    )
    found.push(...rows.map((fault) => ({ law, ...fault })))
  }
  return found
}
