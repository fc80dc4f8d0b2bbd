import {
  READINESS_SUBJECTS,
  type AddressFacts,
  type ClockFacts,
  type MarketFacts,
  type ReadinessFacts,
  type ReadinessState,
  type ReadinessSubject,
} from './brokerReadiness.ts'
import { SESSION_LIMITS } from './limits.ts'
import { formatRupees, paise } from './money.ts'
import type { Role } from './roles.ts'
import { istDate, SECOND, type Instant } from './time.ts'

/** How one subject stands, and in words for the user: what was found, or what to do. */
export interface Verdict {
  readonly state: ReadinessState
  readonly text: string
}

export interface ReadinessItem extends Verdict {
  readonly subject: ReadinessSubject
}

/** Every subject, in the order of READINESS_SUBJECTS. What only the server's operator can do is worded for the reader. */
export function judgeReadiness(facts: ReadinessFacts, reader: Role = 'admin'): readonly ReadinessItem[] {
  const { market, marketAt } = facts
  const verdicts: Readonly<Record<ReadinessSubject, Verdict>> = {
    TOKEN: facts.tokenProblem === null ? ready('The broker accepts the session.') : attention(facts.tokenProblem),
    FEED: market ? FEEDS[market.feed] : STARTING,
    FUNDS: judgeFunds(facts),
    ADDRESS: judgeAddress(facts.address, reader),
    CLOCK: judgeClock(facts.clock, reader),
    CONTRACTS: market ? judgeContracts(market) : STARTING,
    HOLIDAYS: market ? judgeHolidays(market, marketAt) : STARTING,
  }
  return READINESS_SUBJECTS.map((subject) => ({ subject, ...verdicts[subject] }))
}

/** Whether orders leave from where the broker takes them. The reader is the operator, unless a role is given. */
export function judgeAddress({ registered, outgoing, refusal }: AddressFacts, reader: Role = 'admin'): Verdict {
  if (refusal !== null) return attention(`The broker refused an order because of the address it came from: ${refusal}`)
  if (registered === null)
    return unknown(
      `No address is set. The broker takes orders only from the IP address that is registered for the API key: ${reader === 'admin' ? 'put it into SMARTAPI_STATIC_IP' : 'the operator of this server has to set it'}.`,
    )
  if (outgoing === registered) return ready(`Orders leave from ${registered}, the registered address.`)
  if (outgoing === null || isPrivate(outgoing))
    return unknown(
      `This server is behind a router and cannot see the address that its orders leave from. The broker refuses them unless that is ${registered}.`,
    )
  return attention(
    `Orders leave from ${outgoing}, and ${registered} is registered at the broker, which refuses them. Register the other one.`,
  )
}

/** Whether this machine's clock is right; for readers as above. */
export function judgeClock(clock: ClockFacts | null, reader: Role = 'admin'): Verdict {
  if (clock === null) return unknown('The broker’s time is not known yet. Check again in a minute.')
  const { aheadMs, withinMs } = clock
  if (Math.abs(aheadMs) - withinMs <= SESSION_LIMITS.brokerClockMs) return ready("This server's clock agrees with the broker's.")
  const off = `${Math.round(Math.abs(aheadMs) / SECOND)} s ${aheadMs > 0 ? 'ahead of' : 'behind'}`
  return attention(
    `This server's clock is ${off} the broker's: one-time codes fail, and candles close at the wrong time. ${reader === 'admin' ? 'Switch on time synchronisation (NTP)' : 'Ask the operator of this server to set it'}.`,
  )
}

const FEEDS: Readonly<Record<MarketFacts['feed'], Verdict>> = {
  TICKING: { state: 'READY', text: 'Prices are arriving.' },
  PARTIAL: {
    state: 'ATTENTION',
    text: 'Some prices are missing: some options do not fit on the feed, or an index or open option is silent. Nothing opens without a price; everything else keeps trading.',
  },
  IDLE: { state: 'READY', text: 'Connected. Prices come when the exchanges open.' },
  SILENT: {
    state: 'ATTENTION',
    text: 'Connected, but no prices arrive. Entries wait until they do; an admin can log the admin broker in again.',
  },
  DISCONNECTED: {
    state: 'ATTENTION',
    text: 'Not connected: Sakha keeps trying. If this stays, ask an admin to check the admin broker.',
  },
}

const STARTING: Verdict = { state: 'UNKNOWN', text: 'The trading engine is starting. Check again in a minute.' }

function judgeFunds({ tokenProblem, fundsPaise }: ReadinessFacts): Verdict {
  if (fundsPaise === null)
    return tokenProblem === null
      ? attention('The broker did not report your funds. Check again in a minute.')
      : unknown('Not checked: the session comes first.')
  const funds = paise(fundsPaise)
  return funds > 0
    ? ready(`${formatRupees(funds)} available to trade.`)
    : attention(`${formatRupees(funds)} available to trade. Add funds in the broker's app.`)
}

function judgeContracts({ contracts }: MarketFacts): Verdict {
  return contracts > 0
    ? ready(`${contracts} option contracts are listed for today.`)
    : attention("Today's list of contracts has not been read yet. Sakha keeps trying; no trade is opened until then.")
}

function judgeHolidays({ isCovered, hasSession }: MarketFacts, marketAt: Instant): Verdict {
  if (!isCovered)
    return attention(
      `The holidays of ${istDate(marketAt).slice(0, 4)} are incomplete, so no trade is opened. An admin can add them to the market rules.`,
    )
  return ready(hasSession ? 'Today is a trading day.' : 'The exchanges are closed today.')
}

/** An address that the internet does not know (RFC 1918, carriers' own, link-local, loopback, and their like in IPv6). */
function isPrivate(address: string): boolean {
  return /^(10\.|127\.|169\.254\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|::1$|f[cd]|fe[89ab])/i.test(
    address,
  )
}

function ready(text: string): Verdict {
  return { state: 'READY', text }
}

function attention(text: string): Verdict {
  return { state: 'ATTENTION', text }
}

function unknown(text: string): Verdict {
  return { state: 'UNKNOWN', text }
}
