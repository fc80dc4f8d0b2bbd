import { spokenOption } from './market/options/spokenOption.ts'
import type { OrderSide } from './trading/OrderSide.ts'

/** What a user types to give up live trades and orders that are open at the account connected now. */
export const LEAVE_WORD = 'LEAVE'

export const OPEN_KINDS = ['TRADE', 'ORDER'] as const
export type OpenKind = (typeof OPEN_KINDS)[number]

/** The rest of a live leg, or of a live entry under way, at a user's account at the broker. */
export interface OpenAtBroker {
  readonly kind: OpenKind
  /** The contract's trading symbol. */
  readonly option: string
  /** How it was opened, or is being opened. */
  readonly side: OrderSide
  readonly units: number
}

/** How many are named; the others are counted. */
const NAMED = 10

/** One of them: _150 units of NIFTY26NOV24500CE, bought_. */
export function describeOpen({ kind, option, side, units }: OpenAtBroker): string {
  const amount = `${units.toLocaleString('en-IN')} units of ${spokenOption(option)}`
  if (kind === 'TRADE') return `${amount}, ${side === 'BUY' ? 'bought' : 'sold'}`
  return `an order to ${side === 'BUY' ? 'buy' : 'sell'} ${amount}`
}

/** All of them in one sentence. `ending`: the last characters of the client code. */
export function describeAllOpen(ending: string, open: readonly OpenAtBroker[]): string {
  const named = open.slice(0, NAMED).map(describeOpen).join('; ')
  const more = open.length > NAMED ? `; and ${open.length - NAMED} more` : ''
  return `Open at the account …${ending}: ${named}${more}.`
}

/** What follows when their account is left. */
export const LEFT_OPEN = {
  'another account':
    "Sakha can then no longer close them: their targets no longer hold, and you close them yourself, in the broker's app. Orders and stops that wait at the exchange stay there and may still be filled: check there first, and cancel them when you close manually. In Sakha they end once the other account is connected, with the results of trades unknown.",
  none: "Sakha can then no longer close them, until you connect this account again: their targets no longer hold, and you close them yourself, in the broker's app. Orders and stops that wait at the exchange stay there and may still be filled: check there first, and cancel them when you close manually. Your sign-in details are deleted; the client code is kept while they are open.",
} as const

/** What takes the place of an account. */
export type Successor = keyof typeof LEFT_OPEN

/** The refusal to disconnect their account, or to connect another one in its place. */
export function refusalToLeave(ending: string, open: readonly OpenAtBroker[], successor: Successor): string {
  const kept = successor === 'none' ? 'Your broker was not disconnected.' : 'The other account was not connected.'
  return `${kept} ${describeAllOpen(ending, open)} Close them first. To leave them open anyway, type ${LEAVE_WORD}. ${LEFT_OPEN[successor]}`
}
