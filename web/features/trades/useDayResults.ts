import { useQuery } from '@apollo/client/react'
import { useState } from 'react'
import { istDate, SECOND } from '../../../schema/time.ts'
import type { TradeMode } from '../../../schema/TradeMode.ts'
import { DayResultDocument, type DayResultPartsFragment } from '../../gql/generated/graphql.ts'
import { useMarket } from '../../gql/useMarket.ts'
import { useNow } from '../../lib/useNow.ts'

/** What came of the trades that were entered and closed on the market's day, of each mode. */
export type DayResults = Readonly<Record<TradeMode, DayResultPartsFragment | null>>

const UNKNOWN: DayResults = { LIVE: null, PAPER: null }

/** Null for a mode while they are not known; as a whole null while it is worth waiting for them: they are asked for at once. */
export function useDayResults(): DayResults | null {
  const market = useMarket()
  const [isAskedAtOnce] = useState(market !== null)
  const now = useNow(SECOND)
  const day = market ? istDate(market.timeAt(now)) : ''
  const { data, error, previousData } = useQuery(DayResultDocument, { variables: { day }, skip: day === '' })
  const known = data ?? previousData
  if (known) return { LIVE: known.live, PAPER: known.paper }
  return error || !isAskedAtOnce ? UNKNOWN : null
}
