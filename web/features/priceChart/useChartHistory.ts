import { useApolloClient } from '@apollo/client/react'
import { useRef, useState } from 'react'
import type { Instant } from '../../../schema/time.ts'
import { chartCandle, joinBars, type ChartCandle } from '../../charts/ChartCandle.ts'
import { CandlesBeforeDocument, type CandleInterval } from '../../gql/generated/graphql.ts'
import { toastFailure } from '../../ui/toastFailure.ts'

/** Page size of earlier bars. */
const PAGE = 500
/** As many as a chart moves at full speed. */
const MOST_BARS = 5_000

/**
 * The server's latest bars merged with those loaded before, and a function that loads earlier ones. Key the caller by symbol and interval.
 */
export function useChartHistory(symbol: string, interval: CandleInterval, latest: readonly ChartCandle[]) {
  const client = useApolloClient()
  const [known, setKnown] = useState({ latest, bars: latest })
  /** The first bar at the last load of earlier ones: if it is still the first, there are none. */
  const askedBefore = useRef<Instant | null>(null)
  const bars = known.latest === latest ? known.bars : joinBars(known.bars, latest, MOST_BARS)
  if (known.latest !== latest) setKnown({ latest, bars })

  async function loadEarlier(): Promise<void> {
    const first = bars[0]
    if (!first || first.time === askedBefore.current || bars.length >= MOST_BARS) return
    askedBefore.current = first.time
    try {
      const { data } = await client.query({
        query: CandlesBeforeDocument,
        variables: { symbol, interval, limit: Math.min(PAGE, MOST_BARS - bars.length), before: new Date(first.time).toISOString() },
        fetchPolicy: 'no-cache',
      })
      const earlier = data?.candles.map(chartCandle) ?? []
      setKnown((now) => (now.bars[0]?.time === first.time ? { ...now, bars: [...earlier, ...now.bars] } : now))
    } catch (error) {
      askedBefore.current = null
      toastFailure('Failed to load earlier candles', error)
    }
  }
  return { bars, loadEarlier }
}
