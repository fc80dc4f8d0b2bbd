import { spokenOption } from '../market/options/spokenOption.ts'

/**
 * What must not last on a live account. `EXIT_OPEN`: a leg is to be closed, and is not. `LEG_BARE`: a leg has neither its stop nor an exit at
 * the exchange. `UNITS_UNKNOWN`: the account holds units that no trade of ours and no order by hand explains. `ORDER_LEFT`: an order by hand
 * that was to close a leg waits on, and what it would close is closed. `STOP_WATCHED`: the stop of a leg does not rest at the exchange, where it
 * would take more margin than the account has. `OVERFILLED`: a stop or an exit of ours sold units that their owner sold by hand, too: the
 * account is short.
 */
export const LIVE_INCIDENT_KINDS = ['EXIT_OPEN', 'LEG_BARE', 'UNITS_UNKNOWN', 'ORDER_LEFT', 'STOP_WATCHED', 'OVERFILLED'] as const
export type LiveIncidentKind = (typeof LIVE_INCIDENT_KINDS)[number]

/** Those that only the account's owner can end, and that are no fault: no operator is alarmed of them. */
export const OWNERS_OWN: ReadonlySet<LiveIncidentKind> = new Set(['ORDER_LEFT', 'STOP_WATCHED'])

/** One that stands, in numbers. */
export interface LiveIncidentFacts {
  readonly kind: LiveIncidentKind
  /** The option's trading symbol. */
  readonly option: string
  /** Units still open, not explained, sold too many, or that a waiting order would open: negative where they are short. */
  readonly units: number
}

/** What the owner of an account can do about one. */
export interface IncidentAdvice {
  readonly text: string
  /** Whether a lost connection to the broker may be why it lasts. */
  readonly checksConnection: boolean
}

export const INCIDENT_ADVICE: Readonly<Record<LiveIncidentKind, IncidentAdvice>> = {
  EXIT_OPEN: { text: 'Sakha keeps trying; you can also close them in the broker’s app.', checksConnection: true },
  LEG_BARE: { text: 'While Sakha runs it watches them itself; you can set a stop in the broker’s app.', checksConnection: true },
  UNITS_UNKNOWN: {
    text: 'Sakha does not touch them. Units that you moved to another product may be why: check the broker’s app.',
    checksConnection: false,
  },
  ORDER_LEFT: {
    text: 'If filled, it opens a new position: cancel it in the broker’s app if you do not want that.',
    checksConnection: false,
  },
  STOP_WATCHED: { text: 'Sakha watches it while it runs. Add funds, and the order is placed.', checksConnection: false },
  OVERFILLED: {
    text: 'Sakha does not protect this position: buy it back here or in the broker’s app.',
    checksConnection: false,
  },
}

/** One in a sentence: what is so, and what its owner can do. */
export function describeLiveIncident(incident: LiveIncidentFacts): string {
  return `${factOf(incident)} ${INCIDENT_ADVICE[incident.kind].text}`
}

function factOf({ kind, option, units }: LiveIncidentFacts): string {
  const count = Math.abs(units).toLocaleString('en-IN')
  const name = spokenOption(option)
  switch (kind) {
    case 'EXIT_OPEN':
      return `${count} units of ${name} should be closed and are still open.`
    case 'LEG_BARE':
      return `${count} units of ${name} have neither a stop nor an exit at the exchange.`
    case 'UNITS_UNKNOWN':
      return `Your account ${units < 0 ? 'is short' : 'holds'} ${count} units of ${name} that neither Sakha's trades nor your orders explain.`
    case 'ORDER_LEFT':
      return `Your order to ${units < 0 ? 'sell' : 'buy'} ${count} units of ${name} is waiting at the broker, and there is nothing left for it to close.`
    case 'STOP_WATCHED':
      return `The stop of ${count} units of ${name} is not at the exchange: as an order there it would remove the hedge benefit and need more margin than your account has.`
    case 'OVERFILLED':
      return `You are short ${count} units of ${name}: you sold them manually, and Sakha's stop or exit sold them as well.`
  }
}

/** One in a few words, where there is no room for the sentence. */
export function shortLiveIncident({ kind, option, units }: LiveIncidentFacts): string {
  const what = `${Math.abs(units).toLocaleString('en-IN')} × ${spokenOption(option)}`
  switch (kind) {
    case 'EXIT_OPEN':
      return `${what} not closed yet`
    case 'LEG_BARE':
      return `${what} without a stop at the exchange`
    case 'UNITS_UNKNOWN':
      return `${units < 0 ? 'Short' : 'Holding'} ${what}, unexplained`
    case 'ORDER_LEFT':
      return `Your order to ${units < 0 ? 'sell' : 'buy'} ${what} still waits`
    case 'STOP_WATCHED':
      return `Stop of ${what} watched by Sakha`
    case 'OVERFILLED':
      return `Short ${what}, oversold`
  }
}
