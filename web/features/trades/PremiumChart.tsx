import { useQuery } from '@apollo/client/react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { styled } from 'styled-components'
import { chartCandle } from '../../charts/ChartCandle.ts'
import { markerOfTrade } from '../../charts/markerOfTrade.ts'
import type { TradeMarker } from '../../charts/TradeMarker.ts'
import { LegPremiumsDocument, type TradeQuery } from '../../gql/generated/graphql.ts'
import { SECOND } from '../../../schema/time.ts'
import { useAmountsHidden } from '../../lib/amountsHidden.ts'
import { formatCount, formatPrice } from '../../lib/formatMoney.ts'
import { formatClock } from '../../lib/formatTime.ts'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { Select } from '../../ui/Select.ts'
import { Skeleton } from '../../ui/Skeleton.ts'
import { chartOfTrade } from './chartOfTrade.ts'

const CandleChart = lazy(() => import('../../charts/CandleChart.tsx').then((module) => ({ default: module.CandleChart })))

/** With legend and buttons, in CSS pixels. */
const HEIGHT = 260

/** Of a running leg. */
const READ_EVERY_MS = 30 * SECOND

type ChartedTrade = TradeQuery['trade']
type ChartedLeg = ChartedTrade['legs'][number]

const Head = styled.header`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 8px;

  select {
    width: auto;
  }
`

/** What the option of a trade cost while it was held, with its fills at their premiums; of several legs one at a time. */
export function PremiumChart({ trade }: { trade: ChartedTrade }) {
  const [chosen, setChosen] = useState('')
  const leg = trade.legs.find(({ id }) => id === chosen) ?? trade.legs[0]
  return leg ? (
    <>
      <Head>
        <h3>Premium of {nameOf(leg)}</h3>
        {trade.legs.length > 1 ? (
          <Select aria-label="Leg" value={leg.id} onChange={({ target }) => setChosen(target.value)}>
            {trade.legs.map((each) => (
              <option key={each.id} value={each.id}>
                {each.side === 'BUY' ? 'Bought' : 'Sold'} {nameOf(each)}
              </option>
            ))}
          </Select>
        ) : null}
      </Head>
      <LegChart key={leg.id} {...{ trade, leg }} />
    </>
  ) : null
}

function LegChart({ trade, leg }: { trade: ChartedTrade; leg: ChartedLeg }) {
  const { interval, minutes } = chartOfTrade(trade)
  const { data, error, refetch } = useQuery(LegPremiumsDocument, {
    variables: { legId: leg.id, interval },
    pollInterval: leg.exitTime === null ? READ_EVERY_MS : 0,
    skipPollAttempt: () => document.hidden,
  })
  const candles = useMemo(() => data?.legPremiums.map(chartCandle), [data])
  // Where it lies tells the entry.
  const hidden = useAmountsHidden()
  const markers = useMemo(() => (hidden ? [] : [markerOfLeg(trade, leg)]), [hidden, trade, leg])
  if (error && !candles) return <LoadFailure text="Error loading premiums" error={error} onRetry={() => void refetch()} />
  if (!candles) return <Skeleton $height={HEIGHT} />
  if (candles.length === 0) return <p>Its premiums were not recorded.</p>
  return (
    <Suspense fallback={<Skeleton $height={HEIGHT} />}>
      <CandleChart {...{ symbol: `${trade.index} premium`, minutes, candles, height: HEIGHT, markers }} />
    </Suspense>
  )
}

const nameOf = ({ strike, optionType }: ChartedLeg) => `${formatCount(strike)} ${optionType}`

/** A leg on the bars of its own option: from its fill to its fill. */
function markerOfLeg(trade: ChartedTrade, leg: ChartedLeg): TradeMarker {
  const { side, entryPrice, entryTime, exitPrice, exitTime } = leg
  const [opened, closed] = side === 'BUY' ? ['Bought', 'Sold'] : ['Sold', 'Bought back']
  return {
    ...markerOfTrade(trade),
    kind: 'trade',
    // Of the premium, not of the index.
    side: side === 'BUY' ? 'LONG' : 'SHORT',
    title: `${trade.mode} · ${nameOf(leg)} · ${trade.strategy}`,
    details: [
      `${opened} at ₹${formatPrice(entryPrice)}, ${formatClock(entryTime)} IST`,
      exitTime === null ? 'Running' : `${closed} at ₹${formatPrice(exitPrice)}, ${formatClock(exitTime)} IST`,
    ],
    entry: { time: Date.parse(entryTime), price: entryPrice },
    exit: exitTime === null ? null : { time: Date.parse(exitTime), price: exitPrice },
    // Charges are the trade's.
    profit: trade.legs.length === 1 ? trade.netProfitLossRs : null,
  }
}
