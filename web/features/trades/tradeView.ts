import { indexNamed, INDICES } from '../../../schema/market/indices.ts'
import { fromRupees, toRupees, paise } from '../../../schema/money.ts'
import { EXIT_TEXTS } from '../../../schema/trading/exits.ts'
import { tradeResult } from '../../../schema/trading/tradeResult.ts'
import type { LegPartsFragment, TradePartsFragment } from '../../gql/generated/graphql.ts'
import { formatCount } from '../../lib/formatMoney.ts'
import { formatDayMonth } from '../../lib/formatTime.ts'
import type { LegView } from '../../ui/LegList.tsx'
import type { PositionCardView } from '../../ui/PositionCard.tsx'
import { shownStatus } from '../../ui/shownStatus.ts'
import type { TradeCardView } from '../../ui/TradeCard.tsx'
import { lastPriceOf, legProfit, type PricedLeg, type PriceOf } from './legProfit.ts'
import { standingNote } from './standingNote.ts'

/** An index as people say it: `Midcap`; one that is not known as it is. */
export function indexLabel(index: string): string {
  const known = indexNamed(index)
  return known === null ? index : INDICES[known].label
}

/** What a trade is called: what was bought, as people say it: `Midcap · 12,700 PE`; of several legs their strategy. */
export function tradeName({
  index,
  strike,
  optionType,
  strategy,
}: Pick<TradePartsFragment, 'index' | 'strike' | 'optionType' | 'strategy'>) {
  return strike === null || optionType === null ? strategy : `${indexLabel(index)} · ${formatCount(strike)} ${optionType}`
}

/** `2 legs`; one that was opened again after its stop is the same. */
export function legCount({ legs }: { readonly legs: readonly { readonly option: string }[] }): string {
  const { size } = new Set(legs.map(({ option }) => option))
  return `${size} ${size === 1 ? 'leg' : 'legs'}`
}

/** `24,500 CE / 24,700 CE`: what tells two positions of a strategy apart; a re-entered leg is the same. */
export function strikesText({ legs }: { readonly legs: readonly Pick<LegPartsFragment, 'strike' | 'optionType'>[] }): string {
  return [...new Set(legs.map(({ strike, optionType }) => `${formatCount(strike)} ${optionType}`))].join(' / ')
}

/** `SELL`, or `BUY + SELL` where legs were opened both ways. */
export function sidesText({ legs }: { readonly legs: readonly Pick<PricedLeg, 'side'>[] }): string {
  return [...new Set(legs.map(({ side }) => side))].sort().join(' + ')
}

/** `26 Nov expiry`; null where legs expire on different days. */
export function expiryText({ legs }: { readonly legs: readonly Pick<LegPartsFragment, 'expiry'>[] }): string | null {
  const days = new Set(legs.map(({ expiry }) => expiry))
  const [day] = days
  return days.size === 1 && day !== undefined ? `${formatDayMonth(day)} expiry` : null
}

type Priced = Pick<TradePartsFragment, 'status' | 'profitLossRs' | 'charges' | 'netProfitLossRs'> & { readonly legs: readonly PricedLeg[] }

/** In rupees. */
interface ShownResult {
  readonly gross: number
  /** Of all its orders. */
  readonly charges: number
  readonly net: number
}

/** What a closed trade has made, or what is left of a running one if it is closed at the last prices; null while one is unknown. */
export function resultOf(trade: Priced, priceOf: PriceOf): ShownResult | null {
  if (trade.status === 'RUNNING') {
    const result = tradeResult(trade.legs, (leg) => lastPriceOf(leg, priceOf))
    return result && { gross: toRupees(result.gross), charges: toRupees(result.charges), net: toRupees(result.net) }
  }
  const { profitLossRs: gross, charges, netProfitLossRs: net } = trade
  return gross === null || net === null ? null : { gross, charges, net }
}

/** Gross profit in rupees: of a closed trade what was made, of a running one what all its legs together would make at the last prices; null while one is unknown. */
export function grossProfit(trade: Priced, priceOf: PriceOf): number | null {
  return resultOf(trade, priceOf)?.gross ?? null
}

/** The same after the charges of both sides: of a running trade what closing it now would leave. */
export function netProfit(trade: Priced, priceOf: PriceOf): number | null {
  return resultOf(trade, priceOf)?.net ?? null
}

/** Sums in rupees over trades at their last prices, added to what there is already; null while one of them is unknown. */
export function profitOf(trades: readonly Priced[], priceOf: PriceOf, closed = { gross: 0, net: 0 }) {
  return {
    gross: sumOf(trades, (trade) => grossProfit(trade, priceOf), closed.gross),
    net: sumOf(trades, (trade) => netProfit(trade, priceOf), closed.net),
  }
}

/** In rupees, exact to the paisa; null while one is unknown. */
export function sumOf<T>(parts: readonly T[], of: (part: T) => number | null, from = 0): number | null {
  let sum = fromRupees(from)
  for (const part of parts) {
    const one = of(part)
    if (one === null) return null
    sum = paise(sum + fromRupees(one))
  }
  return toRupees(sum)
}

/** A trade as its card shows it at these last prices (rupees): one bought option, or several legs. One that was let go has no levels any more. */
export function tradeView(trade: TradePartsFragment, priceOf: PriceOf): TradeCardView | PositionCardView {
  const { strike, optionType, expiry, entryPrice, target, sl } = trade
  const both = {
    strategy: trade.unproven && trade.standing ? `${trade.strategy} · ${standingNote(trade.standing)}` : trade.strategy,
    mode: trade.mode,
    signal: trade.signal,
    status: shownStatus(trade),
    pnl: grossProfit(trade, priceOf),
    net: netProfit(trade, priceOf),
    entryTime: trade.entryTime,
    exitTime: trade.exitTime,
  }
  if (strike === null || optionType === null || expiry === null || entryPrice === null || target === null || sl === null)
    return {
      ...both,
      index: indexLabel(trade.index),
      legCount: legCount(trade),
      expiry: expiryText(trade),
      legs: legViews(trade, priceOf),
      margin: trade.fundUsed,
      kept: trade.letGo ? null : trade.kept,
    }
  const [leg] = trade.legs
  return {
    ...both,
    contract: tradeName(trade),
    expiry,
    symbol: trade.option,
    optionType,
    entry: entryPrice,
    ...(trade.letGo ? { target: null, stopLoss: null } : { target, stopLoss: sl }),
    quantity: trade.quantity,
    exit: trade.exitPrice,
    ltp: leg ? lastPriceOf(leg, priceOf) : null,
  }
}

/** The legs of a trade as they are listed, at these last prices. */
export function legViews({ index, legs, letGo }: Pick<TradePartsFragment, 'index' | 'legs' | 'letGo'>, priceOf: PriceOf): LegView[] {
  const together = new Set(legs.map(({ expiry }) => expiry)).size === 1
  return legs.map((leg) => ({
    id: leg.id,
    side: leg.side,
    lots: leg.lots,
    contract: `${index} ${formatCount(leg.strike)} ${leg.optionType}`,
    expiry: together ? null : leg.expiry,
    symbol: leg.option,
    entry: leg.entryPrice,
    last: leg.status === 'RUNNING' ? lastPriceOf(leg, priceOf) : leg.exitPrice,
    ...(letGo ? { target: null, stopLoss: null } : { target: leg.target, stopLoss: leg.sl }),
    ...legProfit(leg, priceOf),
    closed: closingOf(leg),
  }))
}

function closingOf({ exitReason, exitTime }: LegPartsFragment): LegView['closed'] {
  return exitReason === null || exitTime === null ? null : { at: exitTime, reason: EXIT_TEXTS[exitReason] }
}
