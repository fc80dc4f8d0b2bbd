import { OctagonX } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { StopPartsFragment } from '../../gql/generated/graphql.ts'
import { useMarket } from '../../gql/useMarket.ts'
import { useStopsInForce } from '../../gql/useStops.ts'
import { modesOf, useTradingMode } from '../../gql/useTradingMode.ts'
import { UNKNOWN } from '../../lib/formatMoney.ts'
import { formatTime } from '../../lib/formatTime.ts'
import { useAuthStore } from '../../lib/session/useAuthStore.ts'
import { useMayTrade } from '../../lib/session/useMayTrade.ts'
import { Button } from '../../ui/Button.ts'
import { ShelfBanner } from '../../ui/Shelf.tsx'
import { useLiftStop } from '../../ui/useLiftStop.ts'

// Every screen has this banner, and hardly any opens its dialog.
const ConfirmDialog = lazy(() => import('../../ui/ConfirmDialog.tsx').then((module) => ({ default: module.ConfirmDialog })))

const WHOM = {
  USER: 'Your trading is stopped',
  STRATEGY: 'One of your strategies is stopped by an admin',
  GLOBAL: 'All trading is stopped by an admin',
} as const satisfies Record<StopPartsFragment['scope'], string>

/** The question names what is lifted: another stop may have come under the pointer. */
const LIFTED = {
  USER: 'Lift the emergency stop?',
  STRATEGY: 'Lift the strategy stop?',
  GLOBAL: 'Lift the platform stop?',
} as const satisfies Record<StopPartsFragment['scope'], string>

/** Every emergency stop in force that concerns the user, with a button to lift it for those who may. Empty while there is none. */
export function StopBanner() {
  const stops = useStopsInForce()
  const market = useMarket()
  const isAdmin = useAuthStore((state) => state.user?.role === 'admin')
  const mayTrade = useMayTrade()
  const modes = modesOf(useTradingMode())
  const { lift, loading } = useLiftStop()
  const [lifting, setLifting] = useState<StopPartsFragment | null>(null)

  async function confirmed(stop: StopPartsFragment) {
    setLifting(null)
    await lift(stop)
  }

  return (
    <>
      {stops.map((stop) => (
        <ShelfBanner key={stop.id} role="status">
          <OctagonX size={20} aria-hidden />
          <p>
            <strong>{stop.scope === 'USER' && !stop.liftable ? 'Your trading is stopped by an admin' : WHOM[stop.scope]}</strong> since{' '}
            {market ? formatTime(market.timeAt(Date.parse(stop.since))) : UNKNOWN} IST: no new trades are opened.
            {stop.reason === 'Emergency stop' ? '' : ` ${stop.reason}`}
          </p>
          {stop.liftable && (mayTrade || isAdmin) ? (
            <Button $look="quiet" type="button" $busy={loading} onClick={() => setLifting(stop)}>
              Lift
            </Button>
          ) : null}
        </ShelfBanner>
      ))}
      <Suspense fallback={null}>
        {lifting ? (
          <ConfirmDialog
            title={LIFTED[lifting.scope]}
            consequence={`Active strategies open new trades again from their next signal (${modes}). Closed trades are not reopened.`}
            confirmLabel="Lift the stop"
            onCancel={() => setLifting(null)}
            onConfirm={() => void confirmed(lifting)}
          />
        ) : null}
      </Suspense>
    </>
  )
}
