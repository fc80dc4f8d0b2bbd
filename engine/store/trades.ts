import type { Database, Transaction } from '../../prisma/client.ts'
import { paise } from '../../schema/money.ts'
import type { ClosedTrade, OpenedTrade } from '../trading/bookUpdates.ts'
import type { OpenTrade } from '../trading/trades.ts'
import { parseContract } from './contractColumn.ts'

/** Running trades, oldest first. */
export async function findOpenTrades(db: Database): Promise<OpenTrade[]> {
  const rows = await db.trade.findMany({ where: { status: 'RUNNING' }, orderBy: { id: 'asc' } })
  return rows.map(({ id, userId, subscriptionId, mode, quantity, ...row }) => ({
    ...{ id, userId, subscriptionId, mode, quantity },
    contract: parseContract(row.contract),
    entryPrice: paise(Number(row.entryPricePaise)),
    target: paise(Number(row.targetPaise)),
    stop: paise(Number(row.stopPaise)),
    entryTime: row.entryTime.getTime(),
    windowEndsAt: row.windowEndsAt.getTime(),
  }))
}

export async function insertTrades(tx: Transaction, trades: readonly OpenedTrade[]): Promise<void> {
  await tx.trade.createMany({
    data: trades.map(({ id, userId, subscriptionId, strategyId, market, mode, index, contract, side, quantity, ...trade }) => ({
      ...{ id, userId, subscriptionId, strategyId, market, mode, index, quantity },
      option: contract.tradingSymbol,
      contract: { ...contract },
      signal: side,
      lots: quantity / contract.lotSize,
      entryPricePaise: BigInt(trade.entryPrice),
      targetPaise: BigInt(trade.target),
      stopPaise: BigInt(trade.stop),
      fundUsedPaise: BigInt(trade.fundUsed),
      chargesPaise: BigInt(trade.charges),
      windowEndsAt: new Date(trade.windowEndsAt),
      entryTime: new Date(trade.entryTime),
    })),
  })
}

/** Writes the outcome of trades whose exit was filled. */
export async function closeTrades(tx: Transaction, trades: readonly ClosedTrade[]): Promise<void> {
  await tx.$executeRaw`
    UPDATE "Trade" SET status = new.status, "exitReason" = new.reason, "exitPricePaise" = new.price, "grossPaise" = new.gross,
      "chargesPaise" = new.charges, "netPaise" = new.net, "exitTime" = to_timestamp(new.time / 1000.0)
    FROM unnest(
      ${trades.map(({ id }) => id)}::uuid[],
      ${trades.map(({ status }) => status)}::"TradeStatus"[],
      ${trades.map(({ exitReason }) => exitReason)}::"ExitReason"[],
      ${trades.map(({ exitPrice }) => exitPrice)}::bigint[],
      ${trades.map(({ gross }) => gross)}::bigint[],
      ${trades.map(({ charges }) => charges)}::bigint[],
      ${trades.map(({ net }) => net)}::bigint[],
      ${trades.map(({ exitTime }) => exitTime)}::float8[]
    ) AS new(id, status, reason, price, gross, charges, net, time)
    WHERE "Trade".id = new.id AND "Trade".status = 'RUNNING'`
}

/**
 * Ends the running trades of other markets: no price there can close them any more. Exit price, gross and net stay null: unknown.
 * They end when their market was last seen. Returns whom to tell.
 */
export async function closeForeignTrades(tx: Transaction, market: string): Promise<{ readonly id: string; readonly userId: string }[]> {
  return tx.$queryRaw<{ id: string; userId: string }[]>`
    UPDATE "Trade" SET status = 'COMPLETED', "exitReason" = 'MARKET_CHANGED', "exitTime" = greatest("entryTime",
      (SELECT max(time) + interval '1 minute' FROM "Candle" candle WHERE candle.market = "Trade".market AND candle.symbol = "Trade".index))
    WHERE status = 'RUNNING' AND market <> ${market}
    RETURNING id, "userId"`
}
