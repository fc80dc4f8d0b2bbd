/** The outcome of the broker's login page; the profile's address carries it (paths.ts). */
export const BROKER_LOGIN_OUTCOMES = [
  /** The account is connected. */
  'connected',
  /** The broker's answer, or the account that it was for, was not accepted. */
  'refused',
  /** Another account than the one before, where live trades or orders are open that the user does not leave. */
  'open',
  /** The way there or back was used already, took too long, or began in another browser or session. */
  'expired',
  /** Nobody knows yet: the engine or the broker did not answer. */
  'failed',
] as const
export type BrokerLoginOutcome = (typeof BROKER_LOGIN_OUTCOMES)[number]
