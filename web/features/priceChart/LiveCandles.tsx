import { ChartNoAxesCombined, Table2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { styled } from 'styled-components'
import { CandleChart } from '../../charts/CandleChart.tsx'
import { CandleTable } from '../../charts/CandleTable.tsx'
import type { ChartQuery } from '../../gql/generated/graphql.ts'
import { Button } from '../../ui/Button.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { useLiveCandles } from './useLiveCandles.ts'

const Foot = styled.div`
  display: flex;
  justify-content: flex-end;
  margin-top: 8px;
`

interface LiveCandlesProps {
  symbol: string
  minutes: number
  chart: ChartQuery['chart']['chartData']
  height: number
}

/** The bars as a picture or as a table, the last one moving with the price. */
export function LiveCandles({ symbol, minutes, chart, height }: LiveCandlesProps) {
  const closed = useMemo(() => chart.map((candle) => ({ ...candle, time: Date.parse(candle.time) })), [chart])
  const candles = useLiveCandles(symbol, minutes, closed)
  const [asTable, setAsTable] = useState(false)
  if (candles.length === 0) return <EmptyState icon={ChartNoAxesCombined} title="No chart data available" />
  const label = `${symbol}, ${minutes} minute candles`
  return (
    <>
      {asTable ? (
        <CandleTable label={label} candles={candles} height={height + 20} />
      ) : (
        <CandleChart label={label} candles={candles} height={height} />
      )}
      <Foot>
        <Button $look="quiet" type="button" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          <Table2 size={15} aria-hidden /> {asTable ? 'View as chart' : 'View as table'}
        </Button>
      </Foot>
    </>
  )
}
