/**
 * What must not last on a live account. `EXIT_OPEN`: a leg is to be closed, and is not. `LEG_BARE`: a leg has neither its stop nor an exit at
 * the exchange. `UNITS_UNKNOWN`: the account holds units that no trade of ours and no order by hand explains. `ORDER_LEFT`: an order by hand
 * that was to close a leg waits on, and what it would close is closed. `STOP_WATCHED`: the stop of a leg does not rest at the exchange, where it
 * would take more margin than the account has.
 */
export const LIVE_INCIDENT_KINDS = ['EXIT_OPEN', 'LEG_BARE', 'UNITS_UNKNOWN', 'ORDER_LEFT', 'STOP_WATCHED'] as const
export type LiveIncidentKind = (typeof LIVE_INCIDENT_KINDS)[number]

/** Those that only the account's owner can end, and that are no fault: no operator is alarmed of them. */
export const OWNERS_OWN: ReadonlySet<LiveIncidentKind> = new Set(['ORDER_LEFT', 'STOP_WATCHED'])

/** One that stands, in numbers. */
export interface LiveIncidentFacts {
  readonly kind: LiveIncidentKind
  /** The option's trading symbol. */
  readonly option: string
  /** Units still open, not explained, or that a waiting order would open: negative where they are short. */
  readonly units: number
}

/** One in a sentence: what is so, and what its owner can do. */
export function describeLiveIncident({ kind, option, units }: LiveIncidentFacts): string {
  const count = Math.abs(units).toLocaleString('en-IN')
  switch (kind) {
    case 'EXIT_OPEN':
      return `${count} units of ${option} are to be closed and are not closed yet. Sakha goes on trying; you can close them in the broker’s app.`
    case 'LEG_BARE':
      return `${count} units of ${option} have neither a stop nor an exit at the exchange. While Sakha runs it watches them itself; you can set a stop in the broker’s app.`
    case 'UNITS_UNKNOWN':
      return `The account ${units < 0 ? 'is short' : 'holds'} ${count} units of ${option} that no trade of Sakha and no order by hand explains. Sakha does not touch them: look at the broker’s app.`
    case 'ORDER_LEFT':
      return `Your order to ${units < 0 ? 'sell' : 'buy'} ${count} units of ${option} waits at the broker, and there is nothing left for it to close. Filled, it opens a new position: cancel it in the broker’s app if you do not want that.`
    case 'STOP_WATCHED':
      return `The stop of ${count} units of ${option} does not rest at the exchange: resting there, it would take the hedge’s benefit away and need more margin than the account has. Sakha watches it while it runs; with more funds in the account it is placed.`
  }
}
