import { useSubscription } from '@apollo/client/react'
import { useEffect, useRef, useState } from 'react'
import type { Instant } from '../../../schema/time.ts'
import { SCREENS } from '../../../schema/paths.ts'
import { LiveTradesDocument, TradeChangedDocument, type TradePartsFragment } from '../../gql/generated/graphql.ts'
import { useMarket } from '../../gql/useMarket.ts'
import { serverNow } from '../../lib/serverClock.ts'
import { TradeNews } from './TradeNews.ts'

/** Puts every trade that opens or closes into the running ones, or takes it out, and says so. For the shell, once. */
export function useTradeChanges(): void {
  const running = useRef(new Set<string>())
  const last = useRef(0)
  const [told] = useState(() => new TradeNews())
  const market = useMarket()
  /** Market time since which every trade that opens is heard of here. */
  const since = useRef<Instant | null>(null)
  useEffect(() => {
    if (market) since.current ??= market.timeAt(serverNow())
  }, [market])
  useSubscription(TradeChangedDocument, {
    ignoreResults: true,
    onData: ({ client, data: { data } }) => {
      if (!data) return
      const { sequence, trade: changed } = data.tradeChanged
      const lost = isGap(last.current, sequence)
      last.current = sequence
      // An order may be filled in parts, and a stop be raised: only the first news of a running trade opens it.
      const listed = client.readQuery({ query: LiveTradesDocument })?.liveTrades
      const known = running.current.has(changed.id) || isKnown(changed, listed, since.current)
      running.current.add(changed.id)
      client.cache.updateQuery({ query: LiveTradesDocument }, (before) => before && { liveTrades: afterChange(before.liveTrades, changed) })
      const news = changed.status !== 'RUNNING' || !known
      if (news && !isOnScreen(changed)) told.tell(changed, performance.now())
      if (!news && !lost) return
      // The day, totals, performance and history depend on opened and closed trades.
      void client.refetchQueries({ include: 'active' })
    },
  })
}

/** Whether changes between two numbers of the subscription were lost; a new line begins at 1 again. */
export function isGap(last: number, sequence: number): boolean {
  return sequence !== 1 && sequence !== last + 1
}

/** Whether a trade that is heard of for the first time had opened before: it is listed or, where nothing is, older than the page. */
export function isKnown(
  { id, entryTime }: Pick<TradePartsFragment, 'id' | 'entryTime'>,
  listed: readonly Pick<TradePartsFragment, 'id'>[] | undefined,
  since: Instant | null,
): boolean {
  return listed ? listed.some((trade) => trade.id === id) : since === null || Date.parse(entryTime) < since
}

/** The running trades after one of them opened, changed or closed: a new one goes first, a changed one keeps its place. */
export function afterChange(running: readonly TradePartsFragment[], changed: TradePartsFragment): TradePartsFragment[] {
  if (changed.status !== 'RUNNING') return running.filter((trade) => trade.id !== changed.id)
  const place = running.findIndex((trade) => trade.id === changed.id)
  return place === -1 ? [changed, ...running] : running.with(place, changed)
}

/** Whether the page shows it anyhow: the running trades appear on theirs as they open. */
const isOnScreen = ({ status }: TradePartsFragment) => status === 'RUNNING' && window.location.pathname === SCREENS.liveTrades
