import { arrayLiteral } from '../../prisma/arrayLiteral.ts'
import type { Statements } from '../../prisma/inTransaction.ts'
import type { Paise } from '../../schema/money.ts'
import type { IsoDate } from '../../schema/time.ts'

/** Prices that value open trades. */
export interface OpenPrices {
  /** In India, of the open session, or else the last one. */
  readonly day: IsoDate
  /** The last price of an option, by instrumentId(); missing ones are not known. */
  readonly lastPrices: ReadonlyMap<string, Paise>
}

/**
 * Values a market's open trades at their last prices and writes what that makes of each strategy on this day, replacing what an
 * earlier update of the day wrote: per lot, and one trade for each signal, the mean over its users whose options have a price.
 * A signal with a closed trade counts by its closed ones alone. The cost grows with the open trades. Returns how many
 * rows were written.
 */
export async function saveOpenResults(tx: Statements, market: string, { day, lastPrices }: OpenPrices): Promise<number> {
  await tx.$executeRaw`DELETE FROM "StrategyOpenDay" WHERE "isCurrent" AND market = ${market} AND day = ${day}::date`
  await tx.$executeRaw`UPDATE "StrategyOpenDay" SET "isCurrent" = false WHERE "isCurrent" AND market = ${market}`
  return tx.$executeRaw`
    WITH marked AS (
      SELECT trade.id, trade."strategyId", trade.version, trade.mode, min(trade.lots) AS lots,
        bool_and(leg."exitQuantity" = leg.quantity OR known.price IS NOT NULL) AS "isPriced",
        sum(CASE leg.side WHEN 'BUY' THEN 1 ELSE -1 END
          * (leg."exitValuePaise" + coalesce(known.price, 0) * (leg.quantity - leg."exitQuantity") - leg."entryValuePaise")
          - leg."chargesPaise") AS net
      FROM "Trade" trade JOIN "Leg" leg ON leg."tradeId" = trade.id
      LEFT JOIN unnest(${arrayLiteral([...lastPrices.keys()])}::text[], ${arrayLiteral([...lastPrices.values()])}::bigint[])
        AS known(instrument, price) ON known.instrument = concat(leg.contract->>'exchange', ':', leg.contract->>'token')
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
