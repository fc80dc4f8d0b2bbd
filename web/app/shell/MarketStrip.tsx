import { styled } from 'styled-components'
import { INDEX_SYMBOLS, INDICES, type IndexSymbol } from '../../../schema/market/indices.ts'
import { NotificationBell } from '../../features/notifications/NotificationBell.tsx'
import { useConnection } from '../../gql/useConnection.ts'
import type { Market } from '../../gql/toMarket.ts'
import { useMarket } from '../../gql/useMarket.ts'
import { usePrice } from '../../gql/usePrice.ts'
import { useTradingMode } from '../../gql/useTradingMode.ts'
import { formatPrice } from '../../lib/formatMoney.ts'
import { formatClock, formatDay } from '../../lib/formatTime.ts'
import { useMediaQuery } from '../../lib/useMediaQuery.ts'
import { useNow } from '../../lib/useNow.ts'
import { withUnit } from '../../lib/withUnit.ts'
import { DESK, media } from '../../theme/media.ts'
import { ConnectionBadge } from '../../ui/ConnectionBadge.tsx'
import { ModeBadge } from '../../ui/ModeBadge.tsx'
import { StopTrading } from './StopTrading.tsx'

/** A sandbox second lasts a fraction of a real one: frequent enough to be seen running. */
const CLOCK_MS = 200

const Strip = styled.div`
  position: sticky;
  top: 0;
  z-index: 20;
  display: flex;
  align-items: center;
  gap: 16px;
  height: 48px;
  padding: 0 24px;
  border-bottom: 1px solid var(--line);
  background: var(--surface);
  font-size: var(--text-sm);
  white-space: nowrap;

  ${media.phone} {
    gap: 8px;
    padding: 0 12px;
    font-size: var(--text-xs);
  }
`

const Clock = styled.div`
  display: flex;
  align-items: center;
  flex: none;
  gap: 8px;
  color: var(--muted);

  strong {
    color: var(--text);
    font-weight: 600;
  }

  /* What does not fit beside the state of the line goes out of sight as a whole; the time last. */
  ${media.phone} {
    flex: 1 1 0;
    flex-wrap: wrap;
    min-width: 0;
    height: 20px;
    overflow: hidden;
    line-height: 20px;

    .wide {
      display: none;
    }

    strong {
      order: -1;
    }
  }

  /* Before it says anything, and whatever it says: the quotes beside it stay where they are. */
  ${media.wide} {
    min-width: 23rem;
  }
`

/** Their prices also show, on every screen, whether the connection is alive: they stay subscribed when out of sight. */
const Quotes = styled.ul`
  display: none;
  flex: 1 1 0;
  flex-wrap: wrap;
  gap: 12px;
  min-width: 0;
  height: 24px;
  overflow: hidden;
  line-height: 24px;

  li {
    color: var(--muted);
  }

  ${media.wide} {
    display: flex;
  }
`

const Level = styled.strong<{ $direction: 'up' | 'down' | 'same' }>`
  display: inline-block;
  /* Of a level that is not known yet too: its neighbours stay where they are when it comes. */
  min-width: 4.3rem;
  color: ${({ $direction }) => ($direction === 'up' ? 'var(--pnl-up)' : $direction === 'down' ? 'var(--pnl-down)' : 'var(--text)')};
  font-weight: 600;
`

const Line = styled.div`
  display: flex;
  align-items: center;
  gap: 8px;
  margin-left: auto;
  color: var(--muted);

  /* As wide as "Prices on time": when "Connecting" turns into that, no quote loses its room. */
  ${media.wide} {
    justify-content: flex-end;
    min-width: 8rem;
    margin-left: 0;
  }

  ${media.phone} {
    flex-direction: column-reverse;
    align-items: flex-end;
    gap: 0;
    line-height: 14px;

    /* The clock beside it needs the room of the dot. */
    [aria-hidden] {
      display: none;
    }
  }
`

/** Elsewhere the bell is in the bar above. */
const OnDesk = styled.div`
  margin-right: -12px;
`

/** Whether real money is traded; as wide before it is known. */
function TradingMode() {
  const mode = useTradingMode()
  return mode ? (
    <ModeBadge mode={mode} />
  ) : (
    <span style={{ visibility: 'hidden' }}>
      <ModeBadge mode="PAPER" />
    </span>
  )
}

/** The market, its time, the indices, and how fresh all that is; on desks the bell too, elsewhere the way to stop, in reach however far one scrolls. */
export function MarketStrip() {
  const onDesk = useMediaQuery(DESK)
  const market = useMarket()
  const connection = useConnection()
  return (
    <Strip role="region" aria-label="Market">
      <TradingMode />
      {market ? <MarketTime market={market} /> : <Clock />}
      <Quotes aria-label="Indices">
        {INDEX_SYMBOLS.map((symbol) => (
          <Quote key={symbol} symbol={symbol} />
        ))}
      </Quotes>
      <Line>
        {connection.age === null ? null : <span>Prices {withUnit(connection.age, 's')} old</span>}
        <span role="status" aria-label="Connection">
          <ConnectionBadge connection={connection} />
        </span>
      </Line>
      {onDesk ? (
        <OnDesk>
          <NotificationBell />
        </OnDesk>
      ) : (
        <StopTrading />
      )}
    </Strip>
  )
}

function MarketTime({ market }: { market: Market }) {
  const now = useNow(CLOCK_MS)
  const time = market.timeAt(now)
  const { clock, pattern } = market
  return (
    <Clock>
      <span>
        {clock.kind === 'sandbox' ? (
          <>
            {pattern === null ? 'Sandbox' : 'Pattern'}
            <span className="wide"> market</span> · {clock.speed}×
          </>
        ) : (
          'Market'
        )}
      </span>
      <span className="wide">{formatDay(time)}</span>
      <strong>
        {formatClock(time)}
        <span className="wide"> IST</span>
      </strong>
      <span>{market.isOpenAt(now) ? 'Open' : 'Closed'}</span>
    </Clock>
  )
}

function Quote({ symbol }: { symbol: IndexSymbol }) {
  const live = usePrice(symbol)
  return (
    <li>
      {INDICES[symbol].label}{' '}
      <Level className="live-price" $direction={live?.direction ?? 'same'}>
        {formatPrice(live?.price ?? null)}
      </Level>
    </li>
  )
}
