import { useQuery } from '@apollo/client/react'
import { HANDED_OVER_TEXT } from '../../../schema/trading/exits.ts'
import type { LiveIncidentKind } from '../../../schema/trading/liveIncidents.ts'
import { LET_GO_TEXT } from '../../../schema/trading/removedStop.ts'
import { LiveOrdersDocument, type TradePartsFragment } from '../../gql/generated/graphql.ts'
import { useMarket } from '../../gql/useMarket.ts'
import { UNKNOWN } from '../../lib/formatMoney.ts'
import { formatTime } from '../../lib/formatTime.ts'

/** One thing that the owner of a running trade must know. */
export interface TradeAlert {
  readonly key: string
  readonly text: string
  /** Asks for its owner; otherwise it is a state that lasts, and no alarm. */
  readonly isLoud: boolean
}

/** The incidents that say how the trade itself stands. */
const OF_ITS_CARD: readonly LiveIncidentKind[] = ['STOP_WATCHED', 'EXIT_OPEN']

/**
 * What the owner of a running trade must know: whether it is his, or closing it is up to him, what is wrong with its orders, which stop does
 * not rest at the exchange, and which exit lasts.
 */
export function useTradeAlerts({ id, mode, letGo, handedOver, warnings }: TradePartsFragment): readonly TradeAlert[] {
  // The notices of every screen keep it current.
  const { data } = useQuery(LiveOrdersDocument, { fetchPolicy: 'cache-first', skip: mode !== 'LIVE' })
  const market = useMarket()
  const loud = [...(letGo ? [LET_GO_TEXT] : []), ...(handedOver ? [HANDED_OVER_TEXT] : []), ...warnings]
  const notes = data?.liveOrders.incidents.filter(({ kind, tradeId }) => OF_ITS_CARD.includes(kind) && tradeId === id) ?? []
  return [
    ...loud.map((text) => ({ key: text, text, isLoud: true })),
    ...notes.map(({ id: key, kind, text, since }) => {
      const when = kind === 'EXIT_OPEN' ? ` Since ${market ? formatTime(market.timeAt(Date.parse(since))) : UNKNOWN} IST.` : ''
      return { key, text: text + when, isLoud: false }
    }),
  ]
}
