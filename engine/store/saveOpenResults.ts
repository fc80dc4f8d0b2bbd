import { arrayLiteral } from '../../prisma/arrayLiteral.ts'
import type { Statements } from '../../prisma/inTransaction.ts'
import { Prisma } from '../../prisma/generated/client.ts'
import type { IndexSymbol, OptionExchange } from '../../schema/market/indices.ts'
import type { MarketRules } from '../../schema/market/MarketRules.ts'
import { largestOrder } from '../../schema/market/orderSlices.ts'
import { paise, type Paise } from '../../schema/money.ts'
import { istDate, type Instant } from '../../schema/time.ts'
import type { OpenPosition } from '../analysis/performance/netsIfClosed.ts'

/** What values open trades. */
export interface OpenPrices {
  /** Market time of the prices: in the open session, or at the end of the last one. */
  readonly at: Instant
  /** The last price of an option, by instrumentId(); missing ones are not known. */
  readonly lastPrices: ReadonlyMap<string, Paise>
  readonly rules: MarketRules
}

/** netsIfClosed(), wherever it runs. */
export type ValueOpen = (positions: readonly OpenPosition[]) => Promise<readonly (Paise | null)[]>

/** Legs of running trades that are booked alike; as columns they are told apart by all of these. */
interface Books {
  /** By instrumentId(). */
  readonly instrument: string
  readonly exchange: OptionExchange
  readonly index: IndexSymbol
  readonly lotSize: number
  readonly side: 'BUY' | 'SELL'
  readonly quantity: number
  readonly exitQuantity: number
  readonly entryValue: number
  readonly exitValue: number
  readonly charges: number
}

const INSTRUMENT = Prisma.sql`concat(leg.contract->>'exchange', ':', leg.contract->>'token')`

/**
 * Values a market's open trades as if they were closed at their last prices (netsIfClosed.ts) and writes what that makes of each strategy on
 * this day, replacing what an earlier update of the day wrote: per lot, and one trade for each signal, the mean over its users whose options
 * have a price. A signal with a closed trade counts by its closed ones alone. The cost grows with the open trades. Returns how many
 * rows were written.
 * Raw SQL: means and sums by signal over all open trades.
 */
export async function saveOpenResults(tx: Statements, market: string, prices: OpenPrices, value: ValueOpen): Promise<number> {
  const day = istDate(prices.at)
  const alike = await bookedAlike(tx, market)
  const nets = await value(alike.map((books) => positionOf(books, prices)))
  const valued = alike.flatMap((books, i) => {
    const net = nets[i] ?? null
    return net === null ? [] : { ...books, net }
  })
  const column = (pick: (row: (typeof valued)[number]) => string | number) => arrayLiteral(valued.map(pick))
  await tx.$executeRaw`DELETE FROM "StrategyOpenDay" WHERE "isCurrent" AND market = ${market} AND day = ${day}::date`
  await tx.$executeRaw`UPDATE "StrategyOpenDay" SET "isCurrent" = false WHERE "isCurrent" AND market = ${market}`
  return tx.$executeRaw`
    WITH valued AS MATERIALIZED (
      SELECT * FROM unnest(
        ${column(({ instrument }) => instrument)}::text[], ${column(({ side }) => side)}::"OrderSide"[], ${column(({ quantity }) => quantity)}::int[],
        ${column(({ exitQuantity }) => exitQuantity)}::int[], ${column(({ entryValue }) => entryValue)}::bigint[],
        ${column(({ exitValue }) => exitValue)}::bigint[], ${column(({ charges }) => charges)}::bigint[], ${column(({ net }) => net)}::bigint[])
        AS given(instrument, side, quantity, "exitQuantity", "entryValuePaise", "exitValuePaise", "chargesPaise", net)
    ), marked AS (
      SELECT trade.id, trade."strategyId", trade.version, trade.mode, min(trade.lots) AS lots, bool_and(valued.net IS NOT NULL) AS "isPriced",
        sum(valued.net) AS net
      FROM "Trade" trade JOIN "Leg" leg ON leg."tradeId" = trade.id
      LEFT JOIN valued ON valued.instrument = ${INSTRUMENT} AND (valued.side, valued.quantity, valued."exitQuantity",
          valued."entryValuePaise", valued."exitValuePaise", valued."chargesPaise")
        = (leg.side, leg.quantity, leg."exitQuantity", leg."entryValuePaise", leg."exitValuePaise", leg."chargesPaise")
      WHERE trade.status = 'RUNNING' AND trade.market = ${market}
      GROUP BY trade.id
    ), signal AS (
      SELECT marked."strategyId", marked.version, marked.mode, coalesce(entry."signalId", marked.id) AS id,
        round(avg(round(marked.net / greatest(marked.lots, 1))) FILTER (WHERE marked."isPriced")) AS net
      FROM marked LEFT JOIN LATERAL (
        SELECT "signalId" FROM "Order" WHERE "tradeId" = marked.id AND purpose = 'ENTRY' AND "signalId" IS NOT NULL ORDER BY slice LIMIT 1
      ) entry ON true
      GROUP BY 1, 2, 3, 4
    )
    INSERT INTO "StrategyOpenDay" ("strategyId", version, market, mode, day, trades, unpriced, "netPaise", "isCurrent")
    SELECT "strategyId", version, ${market}, mode, ${day}::date, count(*), count(*) FILTER (WHERE net IS NULL), coalesce(sum(net), 0), true
    FROM signal
    WHERE NOT EXISTS (SELECT FROM "SignalResult" closed WHERE (closed."signalId", closed.mode) = (signal.id, signal.mode) AND closed.trades > 0)
    GROUP BY "strategyId", version, mode
    ON CONFLICT ("strategyId", version, market, mode, day) DO UPDATE SET trades = excluded.trades, unpriced = excluded.unpriced,
      "netPaise" = excluded."netPaise", "isCurrent" = true`
}

/** All there are, each once: many users' trades of a signal are booked alike. */
function bookedAlike(tx: Statements, market: string): Promise<Books[]> {
  return tx.$queryRaw<Books[]>`
    SELECT DISTINCT ${INSTRUMENT} AS instrument, leg.contract->>'exchange' AS exchange, leg.contract->>'index' AS index,
      (leg.contract->>'lotSize')::int AS "lotSize", leg.side::text, leg.quantity, leg."exitQuantity", leg."entryValuePaise"::float8 AS "entryValue",
      leg."exitValuePaise"::float8 AS "exitValue", leg."chargesPaise"::float8 AS charges
    FROM "Trade" trade JOIN "Leg" leg ON leg."tradeId" = trade.id WHERE trade.status = 'RUNNING' AND trade.market = ${market}`
}

/** The booked charges are rounded: what it is worth may be off by a paisa. */
function positionOf(books: Books, { at, lastPrices, rules }: OpenPrices): OpenPosition {
  const { instrument, exchange, index, lotSize, quantity, exitQuantity, charges } = books
  const day = istDate(at)
  return {
    books: { ...books, charged: charges, entryValue: paise(books.entryValue), exitValue: paise(books.exitValue) },
    largest: largestOrder(rules.freezeFor(index, day), lotSize),
    price: quantity === exitQuantity ? paise(0) : (lastPrices.get(instrument) ?? null),
    rates: rules.orderRates(exchange, day),
  }
}
