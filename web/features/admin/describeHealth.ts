import type { AlertKind } from '../../../schema/systemKinds.ts'
import { formatTime } from '../../lib/formatTime.ts'

/** What the sentence on health is about; null: not known. */
export interface Health {
  readonly market: { readonly engineRunning: boolean; readonly feedConnected: boolean; readonly isOpen: boolean } | null
  readonly scheduler: {
    readonly isRunning: boolean
    readonly asOf: string | null
    readonly lastRun: { readonly problem: string | null } | null
  } | null
  readonly broker: { readonly isConfigured: boolean; readonly isConnected: boolean } | null
  /** What admins are warned of. */
  readonly alerts: readonly { readonly kind: AlertKind; readonly text: string }[]
}

/** How the installation is, in one or more plain sentences; the first thing wrong first. Null while nothing is known. */
export function describeHealth({ market, scheduler, broker, alerts }: Health): { readonly isWell: boolean; readonly text: string } | null {
  if (!market) return null
  const wrong = [
    market.engineRunning ? null : 'The trading engine does not respond: no trades are opened, and stops are not watched.',
    market.engineRunning && !market.feedConnected && market.isOpen ? 'The market is open, but no prices arrive.' : null,
    ...alerts.flatMap(({ kind, text }) => (kind === 'FEED_LATE' && !market.feedConnected ? [] : text)),
    broker?.isConfigured && !broker.isConnected ? 'The admin broker is configured but not signed in.' : null,
    scheduler?.lastRun?.problem ? 'The last performance update failed.' : null,
    scheduler && !scheduler.isRunning ? `The performance scheduler is stopped: figures are ${asOf(scheduler.asOf)}.` : null,
  ].filter((sentence) => sentence !== null)
  if (wrong.length > 0) return { isWell: false, text: wrong.join(' ') }
  const prices = market.isOpen ? 'prices arrive' : 'the market is closed'
  return {
    isWell: true,
    text: `All is well: the engine runs, ${prices}${scheduler?.asOf ? ', and figures are kept up to date' : ''}.`,
  }
}

function asOf(at: string | null): string {
  return at === null ? 'not calculated yet' : `as of ${formatTime(at)} IST`
}
