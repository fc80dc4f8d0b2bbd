import { useQuery } from '@apollo/client/react'
import { OctagonX } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { styled } from 'styled-components'
import { StopsDocument } from '../../gql/generated/graphql.ts'
import { useMarket } from '../../gql/useMarket.ts'
import { modesOf, useTradingMode } from '../../gql/useTradingMode.ts'
import { UNKNOWN } from '../../lib/formatMoney.ts'
import { formatTime } from '../../lib/formatTime.ts'
import { useAuthStore } from '../../lib/session/useAuthStore.ts'
import { useMayTrade } from '../../lib/session/useMayTrade.ts'
import { media } from '../../theme/media.ts'
import { Button } from '../../ui/Button.ts'
import { useLiftStop, type StopInForce } from '../../ui/useLiftStop.ts'

// Every screen has this banner, and hardly any opens its dialog.
const ConfirmDialog = lazy(() => import('../../ui/ConfirmDialog.tsx').then((module) => ({ default: module.ConfirmDialog })))

/** Stops of others, and from other devices, announce nothing. */
const POLL_MS = 30_000

/** Fixed over the lower end of the page: a stop that comes or goes moves nothing that somebody reads or is about to press. */
const Shelf = styled.div`
  position: fixed;
  right: 0;
  bottom: var(--bottom-bar);
  left: 0;
  z-index: 20;
  display: grid;
  gap: 8px;
  max-width: 90rem;
  margin: 0 auto;
  padding: 0 24px 12px;
  pointer-events: none;

  ${media.desk} {
    left: var(--sidebar);
  }

  ${media.phone} {
    padding: 0 8px 8px;
  }
`

/** As much room below the page's end as the shelf may take. */
const Room = styled.div<{ $banners: number }>`
  height: calc(${({ $banners }) => $banners} * 7rem);
`

const Banner = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px 12px;
  padding: 10px 16px;
  border: 1px solid var(--warning);
  border-radius: var(--radius);
  background: color-mix(in srgb, var(--warning) 14%, var(--surface));
  font-size: var(--text-sm);
  pointer-events: auto;

  svg {
    flex: none;
    color: var(--warning);
  }

  p {
    flex: 1 1 14rem;
    overflow-wrap: anywhere;
  }
`

const WHOM = {
  USER: 'Your trading is stopped',
  STRATEGY: 'A strategy of yours is stopped by an admin',
  GLOBAL: 'All trading is stopped by an admin',
} as const satisfies Record<StopInForce['scope'], string>

/** Every emergency stop in force that concerns the user, with a button to lift it for those who may. Empty while there is none. */
export function StopBanner() {
  const { data } = useQuery(StopsDocument, { pollInterval: POLL_MS, skipPollAttempt: () => document.hidden })
  const market = useMarket()
  const isAdmin = useAuthStore((state) => state.user?.role === 'admin')
  const mayTrade = useMayTrade()
  const modes = modesOf(useTradingMode())
  const { lift, loading } = useLiftStop()
  const [lifting, setLifting] = useState<StopInForce | null>(null)

  async function confirmed(stop: StopInForce) {
    setLifting(null)
    await lift(stop)
  }

  const stops = data?.stops ?? []
  return (
    <>
      <Room $banners={stops.length} />
      <Shelf>
        {stops.map((stop) => (
          <Banner key={stop.id} role="status">
            <OctagonX size={20} aria-hidden />
            <p>
              <strong>{WHOM[stop.scope]}</strong> since {market ? formatTime(market.timeAt(Date.parse(stop.since))) : UNKNOWN} IST: no new
              trades are opened.
              {stop.reason === 'Emergency stop' ? '' : ` ${stop.reason}`}
            </p>
            {(stop.scope === 'USER' && mayTrade) || isAdmin ? (
              <Button $look="quiet" type="button" $busy={loading} onClick={() => setLifting(stop)}>
                Lift
              </Button>
            ) : null}
          </Banner>
        ))}
      </Shelf>
      <Suspense fallback={null}>
        {lifting ? (
          <ConfirmDialog
            title="Lift the emergency stop?"
            consequence={`Active strategies open new trades again from their next signal (${modes}). Nothing that was closed is opened again.`}
            confirmLabel="Lift the stop"
            onCancel={() => setLifting(null)}
            onConfirm={() => void confirmed(lifting)}
          />
        ) : null}
      </Suspense>
    </>
  )
}
