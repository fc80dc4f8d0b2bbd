import { err, ok, type Result } from '../../../schema/errors.ts'
import type { MarketRules, Session } from '../../../schema/market/MarketRules.ts'
import type { Paise } from '../../../schema/money.ts'
import type { LegExpiry, LegRule, StrikeRule } from '../../../schema/rules/PositionRule.ts'
import { istDate, type Instant, type IsoDate } from '../../../schema/time.ts'
import type { FeedShortage, OptionContract } from '../../broker/port.ts'
import type { UnquotedLeg } from '../orders/quoteAge.ts'
import { atTheMoney, withinReach } from './withinReach.ts'

/** An index's options as listed and quoted at one moment. */
export interface OptionChain {
  readonly contracts: readonly OptionContract[]
  readonly indexPrice: Paise
  /** What a unit trades at; null without a fresh quote. */
  premiumOf(contract: OptionContract): Paise | null
  /** Real milliseconds since its last quote came; null: none came, or it is unknown. */
  ageOf(contract: OptionContract): number | null
  /** Why no price of it comes: the feed has no place for it; null: it has. */
  shortageOf(contract: OptionContract): FeedShortage | null
  /** Between −1 and 1; null when unknown. */
  deltaOf(contract: OptionContract): number | null
  /** Market time. */
  readonly now: Instant
  readonly session: Session
  readonly rules: MarketRules
}

/** A leg with the contract to open it in. */
export interface ChosenLeg {
  readonly rule: LegRule
  readonly contract: OptionContract
  /** Units: the rule's lots times the subscription's, times the units of a lot. */
  readonly quantity: number
  readonly premium: Paise
}

/** Why a position cannot be opened as written; `leg`: which one, from 0. */
export type LegRefusal =
  | { readonly reason: 'LEG_NOT_LISTED'; readonly leg: number; readonly indexPrice: Paise; readonly listedContracts: number }
  | ({ readonly reason: 'LEG_WITHOUT_QUOTE' } & UnquotedLeg)
  | ({ readonly reason: 'FEED_FULL'; readonly leg: number; readonly strike: Paise } & FeedShortage)
  | ({ readonly reason: 'LEG_OUT_OF_REACH'; readonly leg: number } & OutOfReach)
  | { readonly reason: 'LEGS_COINCIDE'; readonly leg: number; readonly other: number; readonly strike: Paise }

/** The nearest strike within reach has less, or more, than is wanted, as all of them have: one beyond may be nearer. Premiums in paise. */
interface OutOfReach {
  readonly by: Exclude<StrikeRule['kind'], 'ATM'>
  readonly wanted: number
  readonly found: number
  readonly strike: Paise
}

/** The contracts for a position's legs at one moment, all distinct, or the first reason why not. `lots`: the subscription's. */
export function chooseLegs(legs: readonly LegRule[], lots: number, chain: OptionChain): Result<ChosenLeg[], LegRefusal> {
  const chosen: ChosenLeg[] = []
  for (const [leg, rule] of legs.entries()) {
    const listed = listedFor(rule, chain)
    const contract = contractOf(rule, listed, chain)
    if (contract === 'not listed')
      return err({ reason: 'LEG_NOT_LISTED', leg, indexPrice: chain.indexPrice, listedContracts: listed.length })
    if (contract && 'found' in contract) return err({ reason: 'LEG_OUT_OF_REACH', leg, ...contract })
    const premium = contract && chain.premiumOf(contract)
    if (!contract) return err({ reason: 'LEG_WITHOUT_QUOTE', leg, strike: null, ageMs: null })
    if (premium === null) return err(unquoted(leg, contract, chain))
    const other = chosen.findIndex((each) => each.contract.token === contract.token)
    if (other >= 0) return err({ reason: 'LEGS_COINCIDE', leg, other, strike: contract.strike })
    chosen.push({ rule, contract, quantity: rule.lots * lots * contract.lotSize, premium })
  }
  return ok(chosen)
}

function unquoted(leg: number, contract: OptionContract, chain: OptionChain): LegRefusal {
  const { strike } = contract
  const shortage = chain.shortageOf(contract)
  return shortage
    ? { reason: 'FEED_FULL', leg, strike, ...shortage }
    : { reason: 'LEG_WITHOUT_QUOTE', leg, strike, ageMs: chain.ageOf(contract) }
}

/** The contracts of a leg's expiry and type, lowest strike first. */
export function listedFor(
  { expiry: wanted, optionType }: Pick<LegRule, 'expiry' | 'optionType'>,
  chain: Pick<OptionChain, 'contracts' | 'now' | 'session' | 'rules'>,
): OptionContract[] {
  const expiry = expiryOf(wanted, openExpiries(chain), chain)
  return chain.contracts
    .filter((contract) => contract.expiry === expiry && contract.optionType === optionType)
    .toSorted((a, b) => a.strike - b.strike)
}

/** The listed expiries that still take entries, soonest first. */
export function openExpiries({ contracts, now, session, rules }: Pick<OptionChain, 'contracts' | 'now' | 'session' | 'rules'>): IsoDate[] {
  const today = istDate(now)
  const closing = now >= rules.entriesEndAt(session, today, 'PAPER')
  const expiries = new Set(contracts.map(({ expiry }) => expiry))
  return [...expiries].filter((expiry) => expiry > today || (expiry === today && !closing)).sort()
}

function expiryOf(
  wanted: LegExpiry,
  expiries: readonly IsoDate[],
  { contracts, rules }: Pick<OptionChain, 'contracts' | 'rules'>,
): IsoDate | null {
  if (wanted === 'this week') return expiries[0] ?? null
  if (wanted === 'next week') return expiries[1] ?? null
  const index = contracts[0]?.index
  return expiries.find((expiry) => index !== undefined && rules.isMonthlyExpiry(index, expiry)) ?? null
}

/** Null: none is quoted, so none can be told from another. `listed`: of one expiry and type, lowest strike first. */
function contractOf(
  { strike }: LegRule,
  listed: readonly OptionContract[],
  chain: OptionChain,
): OptionContract | OutOfReach | 'not listed' | null {
  if (listed.length === 0) return 'not listed'
  const near = () => withinReach(listed, chain.indexPrice)
  switch (strike.kind) {
    case 'ATM':
      return listed[atTheMoney(listed, chain.indexPrice) + strike.strikes] ?? 'not listed'
    case 'PREMIUM':
      return nearest('PREMIUM', strike.premium, near(), (contract) => chain.premiumOf(contract))
    case 'DELTA':
      return nearest('DELTA', strike.delta, near(), (contract) => {
        const delta = chain.deltaOf(contract)
        return delta === null ? null : Math.abs(delta)
      })
  }
}

/** The contract whose value is nearest to the wanted one, the higher strike of two. Null when none has a value. */
function nearest(
  by: OutOfReach['by'],
  wanted: number,
  contracts: readonly OptionContract[],
  valueOf: (contract: OptionContract) => number | null,
): OptionContract | OutOfReach | null {
  let best: { readonly contract: OptionContract; readonly value: number } | null = null
  let [lowest, highest] = [Infinity, -Infinity]
  for (const contract of contracts) {
    const value = valueOf(contract)
    if (value === null) continue
    lowest = Math.min(lowest, value)
    highest = Math.max(highest, value)
    if (!best || Math.abs(value - wanted) <= Math.abs(best.value - wanted)) best = { contract, value }
  }
  if (!best) return null
  return wanted >= lowest && wanted <= highest ? best.contract : { by, wanted, found: best.value, strike: best.contract.strike }
}
