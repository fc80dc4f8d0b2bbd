import { err, ok, type Result } from '../../../schema/errors.ts'
import type { MarketRules, Session } from '../../../schema/market/MarketRules.ts'
import type { Paise } from '../../../schema/money.ts'
import type { LegExpiry, LegRule } from '../../../schema/rules/PositionRule.ts'
import { istDate, type Instant, type IsoDate } from '../../../schema/time.ts'
import type { OptionContract } from '../../broker/port.ts'

/** An index's options as listed and quoted at one moment. */
export interface OptionChain {
  readonly contracts: readonly OptionContract[]
  readonly indexPrice: Paise
  /** What a unit trades at; null without a quote. */
  premiumOf(contract: OptionContract): Paise | null
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
  | { readonly reason: 'LEG_WITHOUT_QUOTE'; readonly leg: number; readonly strike: Paise | null }
  | { readonly reason: 'LEGS_COINCIDE'; readonly leg: number; readonly other: number; readonly strike: Paise }

/** The contracts for a position's legs at one moment, all distinct, or the first reason why not. `lots`: the subscription's. */
export function chooseLegs(legs: readonly LegRule[], lots: number, chain: OptionChain): Result<ChosenLeg[], LegRefusal> {
  const chosen: ChosenLeg[] = []
  for (const [leg, rule] of legs.entries()) {
    const listed = listedFor(rule, chain)
    const contract = contractOf(rule, listed, chain)
    if (contract === 'not listed')
      return err({ reason: 'LEG_NOT_LISTED', leg, indexPrice: chain.indexPrice, listedContracts: listed.length })
    const premium = contract && chain.premiumOf(contract)
    if (!contract || premium === null) return err({ reason: 'LEG_WITHOUT_QUOTE', leg, strike: contract && contract.strike })
    const other = chosen.findIndex((each) => each.contract.token === contract.token)
    if (other >= 0) return err({ reason: 'LEGS_COINCIDE', leg, other, strike: contract.strike })
    chosen.push({ rule, contract, quantity: rule.lots * lots * contract.lotSize, premium })
  }
  return ok(chosen)
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
  const closing = now >= rules.entriesEndAt(session, today)
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
function contractOf({ strike }: LegRule, listed: readonly OptionContract[], chain: OptionChain): OptionContract | 'not listed' | null {
  if (listed.length === 0) return 'not listed'
  switch (strike.kind) {
    case 'ATM': {
      const atTheMoney = nearest(listed, ({ strike: each }) => Math.abs(each - chain.indexPrice))
      return listed[listed.indexOf(atTheMoney!) + strike.strikes] ?? 'not listed'
    }
    case 'PREMIUM':
      return nearest(listed, (contract) => distance(chain.premiumOf(contract), strike.premium))
    case 'DELTA':
      return nearest(listed, (contract) => {
        const delta = chain.deltaOf(contract)
        return distance(delta === null ? null : Math.abs(delta), strike.delta)
      })
  }
}

function distance(value: number | null, wanted: number): number | null {
  return value === null ? null : Math.abs(value - wanted)
}

/** The contract with the least distance; the higher strike of two. Null when none has a distance. */
function nearest(listed: readonly OptionContract[], distanceOf: (contract: OptionContract) => number | null): OptionContract | null {
  let best: OptionContract | null = null
  let least = Infinity
  for (const contract of listed) {
    const each = distanceOf(contract)
    if (each === null || each > least) continue
    best = contract
    least = each
  }
  return best
}
