import type { TradePartsFragment } from '../../gql/generated/graphql.ts'
import { formatCount, formatPrice, formatSignedRupees } from '../../lib/formatMoney.ts'
import { shownStatus } from '../../ui/shownStatus.ts'
import { toast } from '../../ui/toast.ts'
import { strikesText, sumOf, tradeName } from './tradeView.ts'

/** How long news of the same kind joins what is shown, milliseconds: as long as a toast stands. */
const TOGETHER_MS = 4_000

/** So many are named in a toast for several. */
const NAMED = 3

interface Group {
  readonly trades: readonly TradePartsFragment[]
  readonly at: number
}

/** Tells by toast of trades that open and close: several within a moment by one, paper and live apart. */
export class TradeNews {
  readonly #groups = new Map<string, Group>()

  /** `now`: milliseconds that only grow. */
  tell(trade: TradePartsFragment, now: number): void {
    const isOpen = trade.status === 'RUNNING'
    const id = `trades ${isOpen ? 'opened' : 'closed'} ${trade.mode}`
    const before = this.#groups.get(id)
    const others = before && now - before.at < TOGETHER_MS ? before.trades.filter((other) => other.id !== trade.id) : []
    const trades = [...others, trade]
    this.#groups.set(id, { trades, at: now })
    if (isOpen) tellOpened(id, trades)
    else tellClosed(id, trades)
  }
}

function tellOpened(id: string, trades: readonly TradePartsFragment[]): void {
  const [trade] = trades
  if (!trade) return
  if (trades.length > 1) {
    toast.info(`${formatCount(trades.length)} trades opened`, { id, description: `${namesOf(trades)} · ${trade.mode}` })
    return
  }
  const at = trade.entryPrice === null ? '' : ` at ${formatPrice(trade.entryPrice)}`
  toast.info(`Trade opened: ${tradeName(trade)}${at}`, { id, description: fromOf(trade) })
}

function tellClosed(id: string, trades: readonly TradePartsFragment[]): void {
  const [trade] = trades
  if (!trade) return
  const net = sumOf(trades, ({ netProfitLossRs }) => netProfitLossRs)
  const [text, from] =
    trades.length > 1
      ? [`${formatCount(trades.length)} trades closed`, `${namesOf(trades)} · ${trade.mode}`]
      : [`${shownStatus(trade)}: ${tradeName(trade)}`, fromOf(trade)]
  const details = { id, description: `${formatSignedRupees(net)} after charges · ${from}` }
  if ((net ?? 0) > 0) toast.success(text, details)
  else toast.warning(text, details)
}

const fromOf = (trade: TradePartsFragment) => `${trade.strike === null ? strikesText(trade) : trade.strategy} · ${trade.mode}`

function namesOf(trades: readonly TradePartsFragment[]): string {
  const named = trades.slice(-NAMED).map(tradeName)
  const more = trades.length - named.length
  return `${named.join(', ')}${more === 0 ? '' : ` and ${formatCount(more)} more`}`
}
