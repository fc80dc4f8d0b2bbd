import type { Statements } from '../../prisma/inTransaction.ts'
import { arrayLiteral } from '../../prisma/arrayLiteral.ts'
import { DistinctJson } from '../../schema/DistinctJson.ts'
import type { TradeSummary } from '../trading/positions/summaryOf.ts'

/** Upserts the trades that legs add up to, in one statement. Raw SQL: thousands at once, equal terms sent once (unnest). */
export async function saveTrades(tx: Statements, trades: readonly TradeSummary[]): Promise<void> {
  if (trades.length === 0) return
  const column = (pick: (trade: TradeSummary) => string | number | null) => arrayLiteral(trades.map(pick))
  const terms = new DistinctJson()
  const termsNumbers = column((trade) => terms.numberOf(trade.terms))
  await tx.$executeRaw`
    WITH all_terms AS MATERIALIZED (
      SELECT text::jsonb AS terms, number FROM unnest(${terms.texts}::text[]) WITH ORDINALITY AS given(text, number)
    )
    INSERT INTO "Trade" (id, "userId", "subscriptionId", "strategyId", version, market, mode, index, option, signal, lots, quantity,
      "entryPricePaise", "targetPaise", "stopPaise", "exitQuantity", "exitPricePaise", "fundUsedPaise", "blockedPaise", "realisedPaise",
      "grossPaise", "chargesPaise", "netPaise", status, "exitReason", terms, "entryTime", "exitTime", "closedAt")
    SELECT id, "user", subscription, strategy, version, market, mode, index, option, signal, lots, quantity, entry_price, target, stop,
      exit_quantity, exit_price, fund, blocked, realised, gross, charges, net, status, reason, terms, to_timestamp(entry_time / 1000.0),
      to_timestamp(exit_time / 1000.0), CASE WHEN exit_time IS NOT NULL THEN now() END
    FROM unnest(
      ${column(({ id }) => id)}::uuid[],
      ${column(({ userId }) => userId)}::uuid[],
      ${column(({ subscriptionId }) => subscriptionId)}::uuid[],
      ${column(({ strategyId }) => strategyId)}::uuid[],
      ${column(({ version }) => version)}::int[],
      ${column(({ market }) => market)}::text[],
      ${column(({ mode }) => mode)}::"TradeMode"[],
      ${column(({ index }) => index)}::text[],
      ${column(({ option }) => option)}::text[],
      ${column(({ signal }) => signal)}::"SignalSide"[],
      ${column(({ lots }) => lots)}::int[],
      ${column(({ quantity }) => quantity)}::int[],
      ${column(({ entryPrice }) => entryPrice)}::bigint[],
      ${column(({ target }) => target)}::bigint[],
      ${column(({ stop }) => stop)}::bigint[],
      ${column(({ exitQuantity }) => exitQuantity)}::int[],
      ${column(({ exitPrice }) => exitPrice)}::bigint[],
      ${column(({ fundUsed }) => fundUsed)}::bigint[],
      ${column(({ blocked }) => blocked)}::bigint[],
      ${column(({ realised }) => realised)}::bigint[],
      ${column(({ gross }) => gross)}::bigint[],
      ${column(({ charges }) => charges)}::bigint[],
      ${column(({ net }) => net)}::bigint[],
      ${column(({ closing }) => closing?.status ?? 'RUNNING')}::"TradeStatus"[],
      ${column(({ closing }) => closing?.exitReason ?? null)}::"ExitReason"[],
      ${termsNumbers}::int[],
      ${column(({ entryTime }) => entryTime)}::float8[],
      ${column(({ closing }) => closing?.exitTime ?? null)}::float8[]
    ) AS new(id, "user", subscription, strategy, version, market, mode, index, option, signal, lots, quantity, entry_price, target, stop,
      exit_quantity, exit_price, fund, blocked, realised, gross, charges, net, status, reason, terms_number, entry_time, exit_time)
    JOIN all_terms ON all_terms.number = terms_number
    ON CONFLICT (id) DO UPDATE SET option = excluded.option, lots = excluded.lots, quantity = excluded.quantity,
      "entryPricePaise" = excluded."entryPricePaise", "targetPaise" = excluded."targetPaise", "stopPaise" = excluded."stopPaise",
      "exitQuantity" = excluded."exitQuantity", "exitPricePaise" = excluded."exitPricePaise", "fundUsedPaise" = excluded."fundUsedPaise",
      "blockedPaise" = excluded."blockedPaise", "realisedPaise" = excluded."realisedPaise", "grossPaise" = excluded."grossPaise",
      "chargesPaise" = excluded."chargesPaise", "netPaise" = excluded."netPaise", status = excluded.status,
      "exitReason" = excluded."exitReason", "exitTime" = excluded."exitTime",
      "closedAt" = CASE WHEN excluded."exitTime" IS NOT NULL THEN coalesce("Trade"."closedAt", now()) END`
}
