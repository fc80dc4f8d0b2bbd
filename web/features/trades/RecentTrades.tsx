import { useQuery } from '@apollo/client/react'
import { History } from 'lucide-react'
import { useDeferredValue } from 'react'
import { Link } from 'react-router-dom'
import { styled } from 'styled-components'
import { SCREENS } from '../../../schema/paths.ts'
import { RecentTradesDocument, type TradePartsFragment } from '../../gql/generated/graphql.ts'
import { usePrices } from '../../gql/usePrices.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { Skeleton } from '../../ui/Skeleton.ts'
import { WhenNear } from '../../ui/WhenNear.tsx'
import { CardOfTrade } from './CardOfTrade.tsx'
import { openSymbols } from './legProfit.ts'
import { SectionHead } from './SectionHead.ts'
import { TradeAlerts } from './TradeAlerts.tsx'
import { TradeGrid } from './TradeGrid.ts'

/** As many recent trades as the dashboard shows. */
const RECENT = 6

/** A closed trade needs none. */
const noPrice = () => null

const Head = styled(SectionHead)`
  margin-top: 28px;
`

interface RecentTradesProps {
  pollMs: number
  /** Opens why a trade was made. */
  onWhy: (id: string) => void
}

/** The last trades, running ones with their prices; read again every `pollMs`, once they have come near to what is in view. */
export function RecentTrades(trades: RecentTradesProps) {
  return (
    <section aria-label="Recent Trades">
      <Head>
        <h2>Recent Trades</h2>
        <Link to={SCREENS.history}>View All →</Link>
      </Head>
      <WhenNear fallback={<Placeholders />}>
        <Trades {...trades} />
      </WhenNear>
    </section>
  )
}

function Trades({ pollMs, onWhy }: RecentTradesProps) {
  const { data, error, refetch } = useQuery(RecentTradesDocument, {
    variables: { limit: RECENT },
    pollInterval: pollMs,
    skipPollAttempt: () => document.hidden,
  })
  // The cards are rendered in pieces: input is not blocked by them.
  const trades = useDeferredValue(data?.trades)
  return (
    <>
      {error ? (
        <LoadFailure
          text="Error loading recent trades"
          short="Failed to fetch recent trades"
          error={error}
          onRetry={() => void refetch()}
        />
      ) : null}
      {trades ? (
        trades.length === 0 ? (
          <EmptyState icon={History} title="No recent trades available" text="Your trades appear here as soon as a strategy opens one." />
        ) : (
          <TradeGrid>
            {trades.map((trade) =>
              trade.status === 'RUNNING' ? (
                <RunningTrade key={trade.id} trade={trade} onWhy={() => onWhy(trade.id)} />
              ) : (
                <CardOfTrade key={trade.id} trade={trade} priceOf={noPrice} onWhy={() => onWhy(trade.id)} />
              ),
            )}
          </TradeGrid>
        )
      ) : error ? null : (
        <Placeholders />
      )}
    </>
  )
}

function Placeholders() {
  return (
    <TradeGrid>
      {Array.from({ length: 3 }, (_, i) => (
        <Skeleton key={i} $height={176} />
      ))}
    </TradeGrid>
  )
}

function RunningTrade({ trade, onWhy }: { trade: TradePartsFragment; onWhy: () => void }) {
  const priceOf = usePrices(openSymbols([trade]))
  return (
    <CardOfTrade trade={trade} priceOf={priceOf} onWhy={onWhy}>
      <TradeAlerts trade={trade} />
    </CardOfTrade>
  )
}
