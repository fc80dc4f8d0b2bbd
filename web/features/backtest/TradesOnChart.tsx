import { useQuery } from '@apollo/client/react'
import { ChartNoAxesCombined } from 'lucide-react'
import { useMemo } from 'react'
import { addDays, istDate, istInstant } from '../../../schema/time.ts'
import { EXIT_TEXTS } from '../../../schema/trading/exits.ts'
import { CandleChart } from '../../charts/CandleChart.tsx'
import type { TradeMarker } from '../../charts/TradeMarker.ts'
import { BacktestCandlesDocument } from '../../gql/generated/graphql.ts'
import { formatPrice, formatSignedRupees } from '../../lib/formatMoney.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { Skeleton } from '../../ui/Skeleton.ts'
import { legText } from './legText.ts'
import type { BacktestTrade } from './readReport.ts'

const HEIGHT = 420
const BAR_MINUTES = 5

interface TradesOnChartProps {
  symbol: string
  trades: readonly BacktestTrade[]
  /** The chart opens with this trade's day at the right edge. */
  shown: BacktestTrade
}

/** The index up to the end of a trade's day, with every trade of the backtest that lies within. */
export function TradesOnChart({ symbol, trades, shown }: TradesOnChartProps) {
  const before = new Date(istInstant(addDays(istDate(shown.exitTime), 1), 0)).toISOString()
  const { data, error, refetch } = useQuery(BacktestCandlesDocument, { variables: { symbol, before } })
  const candles = useMemo(() => data?.candles.map((candle) => ({ ...candle, time: Date.parse(candle.time) })), [data])
  const markers = useMemo(() => trades.map(markerOf), [trades])
  if (error) return <LoadFailure text="Error loading chart data" error={error} onRetry={() => void refetch()} />
  if (!candles) return <Skeleton $height={HEIGHT} />
  if (candles.length === 0) return <EmptyState icon={ChartNoAxesCombined} title="No chart data available" />
  return <CandleChart key={before} symbol={symbol} minutes={BAR_MINUTES} candles={candles} height={HEIGHT} markers={markers} />
}

function markerOf(trade: BacktestTrade, index: number): TradeMarker {
  return {
    id: String(index),
    kind: 'trade',
    side: trade.side,
    title: `HYPOTHETICAL · ${trade.contract ?? 'Index'}`,
    details: [
      ...(trade.legs.length > 0
        ? trade.legs.map(legText)
        : [`Premium ${formatPrice(trade.entryPrice)} → ${formatPrice(trade.exitPrice)}, ${trade.quantity} units`]),
      `${formatSignedRupees(trade.net)} after charges`,
      `Closed because ${EXIT_TEXTS[trade.reason]}`,
    ],
    // The index moved between the deciding bar and the entry; by how much is not recorded.
    entry: { time: trade.entryTime, price: null },
    exit: { time: trade.exitTime, price: null },
    profit: trade.net,
  }
}
