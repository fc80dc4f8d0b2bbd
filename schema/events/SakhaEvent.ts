import type { IndexSymbol } from '../market/indices.ts'
import type { Paise } from '../money.ts'
import type { Instant } from '../time.ts'

/** A price as it travels from engine to screens: the trading symbol, its last price and the exchange's time. */
export type PriceTuple = readonly [symbol: string, price: Paise, at: Instant]

/**
 * Every event between engine and gateway, by dotted past-tense names; ids, not objects. A row and its event are published in one
 * transaction, prices excepted (they have no row).
 */
export type SakhaEvent =
  | { readonly type: 'trade.opened'; readonly tradeId: string; readonly userId: string }
  /** Bought more of, or sold in part. */
  | { readonly type: 'trade.changed'; readonly tradeId: string; readonly userId: string }
  | { readonly type: 'trade.closed'; readonly tradeId: string; readonly userId: string }
  /** Its owner has removed a protective stop of it, and closes it himself. */
  | { readonly type: 'trade.letGo'; readonly tradeId: string; readonly userId: string }
  | { readonly type: 'signal.denied'; readonly denialId: string; readonly userId: string }
  | { readonly type: 'candle.closed'; readonly symbol: IndexSymbol; readonly time: Instant }
  /** `leftAt`: real time at which the engine published them; their delay to a screen is counted from there. */
  | { readonly type: 'prices.moved'; readonly prices: readonly PriceTuple[]; readonly leftAt: Instant }
  | { readonly type: 'market.changed' }
  /** The market tables have been edited: what was worked out from them must be worked out again. */
  | { readonly type: 'market.rulesChanged' }
  /** A live entry of a user was refused, by a check or by the broker. */
  | { readonly type: 'order.refused'; readonly tradeId: string; readonly userId: string }
  /** The number of a user's live orders whose fate the broker has not reported has changed. */
  | { readonly type: 'orders.unresolved'; readonly userId: string }
  /** What stands on a user's live account that must not last has changed. */
  | { readonly type: 'incidents.changed'; readonly userId: string }
  /** A live fill of a user is not as it was booked, or does not fit the books. */
  | { readonly type: 'fill.disputed'; readonly userId: string }
  /** What stops entries has changed: a kill switch was pulled or lifted, or an account was suspended or let in again. */
  | { readonly type: 'kill.changed' }
  /** The loss of a user's day has reached the limit at which open trades are closed. */
  | { readonly type: 'day.lost'; readonly userId: string }
  /** A person requested the exit of trades. */
  | { readonly type: 'exits.requested' }
  /** A backtest's user cancelled it: its worker stops. */
  | { readonly type: 'backtest.cancelled'; readonly runId: string }
  /** It is done, or it failed. */
  | { readonly type: 'backtest.ended'; readonly runId: string }
  /** How far it is: 0 to 1. */
  | { readonly type: 'backtest.progressed'; readonly runId: string; readonly progress: number }
  /** A strategy was made public or private, was switched on or off, or was given another name or description. */
  | { readonly type: 'strategy.changed'; readonly strategyId: string }
  /** A strategy has a new version; its subscribers stay on theirs until they move. */
  | { readonly type: 'strategy.versioned'; readonly strategyId: string; readonly version: number }
  /** A strategy was removed, and its subscriptions have ended with it. */
  | { readonly type: 'strategy.archived'; readonly strategyId: string }
  | { readonly type: 'subscription.changed'; readonly userId: string; readonly subscriptionId: string }
  /** Something was written into an account's audit log. */
  | { readonly type: 'account.changed'; readonly userId: string }
  /** The engine or its prices were lost, or are back. */
  | { readonly type: 'engine.incident' }
  /** The engine has finished a command at the broker; the command's row holds the outcome. */
  | { readonly type: 'broker.answered'; readonly commandId: string }
  /** An account at the broker was connected or disconnected, got new tokens or lost them. Null: the installation's. */
  | { readonly type: 'broker.changed'; readonly userId: string | null }
  /** What the engine found out about a user's account at the broker is stored. */
  | { readonly type: 'broker.checked'; readonly userId: string }
  /** A user's agent was switched, halted or released, or its settings were changed. */
  | { readonly type: 'agent.changed'; readonly userId: string }
  /** The agents' scan of a minute of the market is stored. */
  | { readonly type: 'agent.scanned'; readonly market: string; readonly at: Instant }
  /** An analysis that a user requested has ended; the request's row holds the outcome. */
  | { readonly type: 'agent.answered'; readonly requestId: string; readonly userId: string }
  /** The agent has proposed a trade to a user who wants to be asked. */
  | { readonly type: 'proposal.made'; readonly proposalId: string; readonly userId: string }
  /** The user has said yes: the engine decides on it. */
  | { readonly type: 'proposal.approved'; readonly proposalId: string; readonly userId: string }
  /** The user has said no, or the engine has traded what was approved or refused it; the row holds the outcome. */
  | { readonly type: 'proposal.ended'; readonly proposalId: string; readonly userId: string }
  /** The first live order of a subscription waits for its user's answer. */
  | { readonly type: 'firstOrder.asked'; readonly firstOrderId: string; readonly userId: string }
  /** The user has said yes: the engine decides on it. */
  | { readonly type: 'firstOrder.approved'; readonly firstOrderId: string; readonly userId: string }
  /** The user has said no or nothing, or the engine has sent what was approved or refused it; the row holds the outcome. */
  | { readonly type: 'firstOrder.ended'; readonly firstOrderId: string; readonly userId: string }
  /** The record of a key was carried on: its gate, its shadow trades, or how far its walk-forward is. */
  | { readonly type: 'agent.judged'; readonly market: string; readonly symbol: IndexSymbol; readonly lookback: number }
  /** The performance scheduler was started or stopped, or one of its updates was requested, began or ended. */
  | { readonly type: 'performance.changed' }
  /** An announcement was published, changed or ended. */
  | { readonly type: 'announcements.changed' }
  /** A sign-in or an access token has ended: its sockets must close and its files break off, on whichever gateway they are. */
  | { readonly type: 'session.ended'; readonly sessionId: string }

/** Prices; only the latest counts. */
export type PricesMoved = Extract<SakhaEvent, { readonly type: 'prices.moved' }>

/** An event that nobody may miss. */
export type LastingEvent = Exclude<SakhaEvent, PricesMoved>

/** The same as listeners receive it. */
export type HeardEvent = LastingEvent & {
  /** The id of the request that caused it, for the log. */
  readonly causedBy?: string
}
