import { z } from 'zod'

/** What a check before the open looks at, in the order in which it is shown. */
export const READINESS_SUBJECTS = ['TOKEN', 'FEED', 'FUNDS', 'ADDRESS', 'CLOCK', 'CONTRACTS', 'HOLIDAYS'] as const
export type ReadinessSubject = (typeof READINESS_SUBJECTS)[number]

/** ATTENTION: a person must act. UNKNOWN: nothing was found for or against it. */
export const READINESS_STATES = ['READY', 'ATTENTION', 'UNKNOWN'] as const
export type ReadinessState = (typeof READINESS_STATES)[number]

const feed = z.enum([
  'TICKING',
  /** Indices tick, and some prices do not come. */
  'PARTIAL',
  /** Connected at a time at which no index moves. */
  'IDLE',
  /** Connected, and nothing comes although indices move. */
  'SILENT',
  'DISCONNECTED',
])

const address = z.object({
  /** What the installation's owner has registered with the broker; null: nobody said. */
  registered: z.string().nullable(),
  /** Where this machine's calls to the broker leave from, as far as the machine can see; null: it cannot say. */
  outgoing: z.string().nullable(),
  /** What the broker said when it last refused an order for its address, unless it has taken one since; null: it did not within a day. */
  refusal: z.string().nullable(),
})
export type AddressFacts = z.infer<typeof address>

const clock = z.object({
  /** By how many milliseconds this machine's clock is ahead of the broker's; negative: behind. */
  aheadMs: z.number(),
  /** How far that may be off: the broker says whole seconds, and its answer takes a while. */
  withinMs: z.number(),
})
export type ClockFacts = z.infer<typeof clock>

/** What the engine knows of the market that it trades. */
const market = z.object({
  feed,
  /** Option contracts listed for the day; 0: the day's list has not been read. */
  contracts: z.number(),
  /** Whether the exchanges are open on the day. */
  hasSession: z.boolean(),
  /** Whether holidays and expiries of the day's year are known to be complete. */
  isCovered: z.boolean(),
})
export type MarketFacts = z.infer<typeof market>

/** What the engine found out about a connected account at the broker. */
export const readinessFacts = z.object({
  /** Market time of the check. */
  marketAt: z.number(),
  /** Why the broker did not take the account's tokens; null: it took them. */
  tokenProblem: z.string().nullable(),
  /** To buy with, in paise; null: the broker did not say. */
  fundsPaise: z.number().nullable(),
  address,
  /** Null: no answer of the broker said what time it is. */
  clock: clock.nullable(),
  /** Null: the engine is still starting. */
  market: market.nullable(),
})
export type ReadinessFacts = z.infer<typeof readinessFacts>
