import { mayTradeLive, type AllowLive } from '../allowLive.ts'
import { paths, SCREENS } from '../paths.ts'
import type { Instant } from '../time.ts'
import { addingIsRiskier, loosened, moreIsRiskier, otherIsRiskier, widerIsRiskier, type Verdicts } from './mayLoseMore.ts'
import { RISK_TEXT_VERSION } from './riskText.ts'

export const LIVE_GATES = ['INSTALLATION', 'BROKER', 'EMAIL', 'TWO_FACTOR', 'RISK_TEXT', 'LIMITS', 'CONFIRMATION'] as const
/** What must hold for a subscription to open trades with real orders; in the order in which it is reported. */
export type LiveGate = (typeof LIVE_GATES)[number]

/** The word that a user types to confirm live trading. */
export const LIVE_WORD = 'LIVE'

/** What a user confirms by it, and what a subscription trades. */
export interface LiveTerms {
  readonly version: number
  /** The most lots of a trade. */
  readonly lots: number
  readonly instruments: readonly string[]
  /** HH:MM in India. */
  readonly window: { readonly start: string; readonly end: string }
}

/** What a confirmation covers, and what takes a new one. */
export const CONFIRMED_VERDICTS: Verdicts<LiveTerms> = {
  version: otherIsRiskier('other rules are another strategy'),
  lots: moreIsRiskier('the size of a trade'),
  instruments: addingIsRiskier('real orders on an index that was not confirmed'),
  window: widerIsRiskier('real orders at a time that was not confirmed'),
}

/** All that the gates look at, for one subscription. */
export interface LiveFacts {
  /** Of the user, in lower case. */
  readonly email: string
  readonly emailVerified: boolean
  readonly twoFactor: boolean
  /** Until when the user's account at the broker is signed in; null: it is not. */
  readonly brokerUntil: Instant | null
  /** The newest risk text the user has accepted; null: none. */
  readonly acceptedRiskText: number | null
  /** Whether the user has chosen a daily loss limit and a maximum of open trades, and there still is such a limit. */
  readonly limitsChosen: boolean
  /** What the subscription trades now. */
  readonly terms: LiveTerms
  readonly confirmed: LiveTerms | null
}

/** The gates that do not hold at a real time; empty: real orders may be sent. */
export function unmetGates(facts: LiveFacts, allowed: AllowLive, now: Instant): LiveGate[] {
  const { terms, confirmed } = facts
  const met: Readonly<Record<LiveGate, boolean>> = {
    INSTALLATION: mayTradeLive(allowed, facts.email),
    BROKER: facts.brokerUntil !== null && facts.brokerUntil > now,
    EMAIL: facts.emailVerified,
    TWO_FACTOR: facts.twoFactor,
    RISK_TEXT: facts.acceptedRiskText === RISK_TEXT_VERSION,
    LIMITS: facts.limitsChosen,
    CONFIRMATION: confirmed !== null && loosened(CONFIRMED_VERDICTS, confirmed, terms).length === 0,
  }
  return LIVE_GATES.filter((gate) => !met[gate])
}

/** A gate in words. */
export interface LiveGateText {
  readonly name: string
  /** What is missing, as a part of a sentence. */
  readonly missing: string
  /** What to do, a sentence. */
  readonly todo: string
  /** Where to do it; null: where live trading is switched on. */
  readonly link: string | null
}

export const LIVE_GATE_TEXTS: Readonly<Record<LiveGate, LiveGateText>> = {
  INSTALLATION: {
    name: 'Live trading allowed here',
    missing: 'this installation does not allow live trading for your account',
    todo: 'Its operator can allow it with the setting ALLOW_LIVE.',
    link: null,
  },
  BROKER: {
    name: 'Broker connected today',
    missing: 'your broker is not connected for today',
    todo: 'Connect it in your profile.',
    link: paths.profile('broker'),
  },
  EMAIL: {
    name: 'E-mail address confirmed',
    missing: 'your e-mail address is not confirmed',
    todo: 'Follow the link in the mail sent to it, or ask for a new one in your profile.',
    link: SCREENS.profile,
  },
  TWO_FACTOR: {
    name: 'Two-factor sign-in on',
    missing: 'two-factor sign-in is off',
    todo: 'Turn it on in your profile.',
    link: paths.profile('two-factor'),
  },
  RISK_TEXT: {
    name: 'Risk text accepted',
    missing: 'you have not accepted the current risk text',
    todo: 'Read and accept it where you switch to live.',
    link: null,
  },
  LIMITS: {
    name: 'Your own limits',
    missing: 'you have not chosen your limits',
    todo: 'Save a maximum daily loss and a maximum of open trades in your profile.',
    link: paths.profile('limits'),
  },
  CONFIRMATION: {
    name: 'Confirmed for this strategy',
    missing: 'live trading is not confirmed for this strategy with its version, lots, instruments and trading window',
    todo: `Type ${LIVE_WORD} where you switch to live.`,
    link: null,
  },
}

/** Unmet gates as a refusal, a sentence for what is missing and one for what to do each. */
export function describeUnmetGates(gates: readonly LiveGate[]): string {
  const sentences = gates.map((gate) => {
    const { missing, todo } = LIVE_GATE_TEXTS[gate]
    return `${missing.charAt(0).toUpperCase()}${missing.slice(1)}. ${todo}`
  })
  return ['Live trading is off.', ...sentences].join(' ')
}
