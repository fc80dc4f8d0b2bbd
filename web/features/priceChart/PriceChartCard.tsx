import { useQuery, useSubscription } from '@apollo/client/react'
import { lazy, Suspense, useDeferredValue, useMemo, useState } from 'react'
import { styled } from 'styled-components'
import { INDEX_SYMBOLS, indexNamed, INDICES, type IndexSymbol } from '../../../schema/market/indices.ts'
import { CandleClosedDocument, ChartDocument, type ChartQuery } from '../../gql/generated/graphql.ts'
import { useConnection } from '../../gql/useConnection.ts'
import { usePrice } from '../../gql/usePrice.ts'
import { CANDLE_MINUTES } from '../../gql/candleMinutes.ts'
import { formatPrice, formatSignedPercent, formatSignedPrice, UNKNOWN } from '../../lib/formatMoney.ts'
import { formatClock } from '../../lib/formatTime.ts'
import { useAuthStore } from '../../lib/session/useAuthStore.ts'
import { useAddressTexts } from '../../lib/useAddressTexts.ts'
import { useIdle } from '../../lib/useIdle.ts'
import { media } from '../../theme/media.ts'
import { Card } from '../../ui/Card.ts'
import { ConnectionBadge } from '../../ui/ConnectionBadge.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import { Skeleton } from '../../ui/Skeleton.ts'
import { WhenIdle } from '../../ui/WhenIdle.tsx'

// The chart is a file of its own: the figures of the dashboard do not wait for it.
const LiveCandles = lazy(() => import('./LiveCandles.tsx'))

/** The intervals a dashboard chart offers. */
const CHART_INTERVALS = { ONE_MINUTE: '1min', FIVE_MINUTES: '5min' } as const
type ChartInterval = keyof typeof CHART_INTERVALS

/** The user's own index. */
const USUAL = { index: '' }

/** With legend and buttons, in CSS pixels. */
const CHART_HEIGHT = 420

const Frame = styled(Card)`
  header {
    display: flex;
    flex-wrap: wrap;
    align-items: flex-start;
    justify-content: space-between;
    gap: 12px;
    margin-bottom: 12px;
  }

  header h2 {
    display: flex;
    align-items: center;
    gap: 10px;
    font-size: var(--text-md);
  }
`

const Level = styled.div<{ $direction: number }>`
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  gap: 2px 10px;
  min-height: 44px;

  strong {
    font-size: var(--text-2xl);
    font-weight: 650;
    letter-spacing: -0.025em;
    line-height: 1.35;
  }

  span {
    color: ${({ $direction }) => ($direction > 0 ? 'var(--pnl-up)' : $direction < 0 ? 'var(--pnl-down)' : 'var(--muted)')};
    font-size: var(--text-sm);
    font-weight: 550;
  }
`

const Updated = styled.p`
  color: var(--muted);
  font-size: var(--text-xs);

  time {
    color: var(--text);
  }
`

const Controls = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;

  ${media.phone} {
    width: 100%;
  }
`

/** The live price chart of one index, with the index (kept in the address as `index`; the user's own to begin with) and the bar length to choose. */
export function PriceChartCard() {
  const { texts, change } = useAddressTexts(USUAL)
  const ownIndex = useAuthStore((state) => state.user?.tradingIndex)
  const symbol = indexNamed(texts.index) ?? indexNamed(ownIndex ?? '') ?? 'NIFTY'
  const [interval, setChartInterval] = useState<ChartInterval>('ONE_MINUTE')
  const { data, error, refetch } = useQuery(ChartDocument, {
    variables: { symbol, interval },
    // Hundreds of bars that nothing else reads: not worth taking apart for the cache.
    fetchPolicy: 'no-cache',
  })
  // Rendered in pieces: input is not blocked by the chart.
  const shown = useDeferredValue(useMemo(() => (data ? { symbol, interval, bars: data.chart.chartData } : null), [data, symbol, interval]))
  useSubscription(CandleClosedDocument, { variables: { symbol }, skip: !useIdle(), ignoreResults: true, onData: () => void refetch() })

  return (
    <Frame aria-label="Live price chart">
      <header>
        <ChartHeading symbol={symbol} chart={data?.chart ?? null} />
        <Controls>
          <SegmentedControl
            label="Index"
            value={symbol}
            options={INDEX_SYMBOLS.map((value) => ({ value, label: INDICES[value].label }))}
            onChange={(index) => change({ index }, { replace: true, preventScrollReset: true, flushSync: true })}
          />
          <SegmentedControl
            label="Interval"
            value={interval}
            options={[
              { value: 'ONE_MINUTE', label: CHART_INTERVALS.ONE_MINUTE },
              { value: 'FIVE_MINUTES', label: CHART_INTERVALS.FIVE_MINUTES },
            ]}
            onChange={setChartInterval}
          />
        </Controls>
      </header>
      {error ? <LoadFailure text="Error loading chart data" error={error} onRetry={() => void refetch()} /> : null}
      {shown ? (
        <WhenIdle fallback={<Skeleton $height={CHART_HEIGHT} />}>
          <Suspense fallback={<Skeleton $height={CHART_HEIGHT} />}>
            <LiveCandles
              key={`${shown.symbol} ${shown.interval}`}
              symbol={shown.symbol}
              interval={shown.interval}
              minutes={CANDLE_MINUTES[shown.interval]}
              chart={shown.bars}
              height={CHART_HEIGHT}
            />
          </Suspense>
        </WhenIdle>
      ) : error ? null : (
        <Skeleton $height={CHART_HEIGHT} />
      )}
    </Frame>
  )
}

function ChartHeading({ symbol, chart }: { symbol: IndexSymbol; chart: ChartQuery['chart'] | null }) {
  const connection = useConnection()
  const live = usePrice(symbol)
  const level = live?.price ?? chart?.currentPrice ?? null
  // The server's change belongs to its own price: both are measured from the previous close.
  const before = chart && chart.currentPrice !== null && chart.change !== null ? chart.currentPrice - chart.change : null
  const change = level === null || before === null ? null : level - before
  const updated = live?.at ?? chart?.lastUpdated ?? null
  return (
    <div>
      <h2>
        {INDICES[symbol].label}
        <ConnectionBadge connection={connection} />
      </h2>
      <Level className="live-price" $direction={Math.sign(change ?? 0)}>
        <strong>{formatPrice(level)}</strong>
        {change === null || before === null ? null : (
          <span>
            {change >= 0 ? '▲' : '▼'} {formatSignedPrice(change)} ({formatSignedPercent((change / before) * 100)})
          </span>
        )}
      </Level>
      <Updated>Last Updated: {updated === null ? UNKNOWN : <time className="live-price">{formatClock(updated)} IST</time>}</Updated>
    </div>
  )
}
