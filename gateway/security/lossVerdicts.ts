import type { Account, AccountLimitsInput } from '../../schema/graphql/account.ts'
import type { AgentMandateInput, AgentSettings, AgentSettingsInput } from '../../schema/graphql/agent.ts'
import type { StrategyInput } from '../../schema/graphql/managedStrategies.ts'
import type { SubscriptionSettingsInput, UserStrategy } from '../../schema/graphql/strategies.ts'
import type { MarketTables } from '../../schema/market/MarketTables.ts'
import { AGENT_STEPS, type AgentStep } from '../../schema/trading/agent.ts'
import {
  addingIsRiskier,
  falseIsRiskier,
  fartherIsRiskier,
  laterIsRiskier,
  moreIsRiskier,
  never,
  nullIsUnlimited,
  otherIsRiskier,
  otherLegsAreRiskier,
  otherRowsAreRiskier,
  trueIsRiskier,
  widerIsRiskier,
  type Verdicts,
} from '../../schema/trading/mayLoseMore.ts'
import { REMOVED_STOP_CHOICES } from '../../schema/trading/removedStop.ts'

/*
 * Whether a change may lose more, setting by setting: then it takes a recent password. Each table has every field of its input; one that is
 * added to the API and not here does not compile.
 */

/** Money in rupees; null: no limit. */
export type AccountLimits = Pick<Account, keyof AccountLimitsInput>

export const ACCOUNT_VERDICTS: Verdicts<AccountLimits> = {
  paperFunds: moreIsRiskier('what trades on paper may use, and what a risk in per cent is of'),
  maxDailyLoss: nullIsUnlimited('the loss of a day at which nothing more is opened'),
  squareOffAtDailyLoss: falseIsRiskier('at that loss open trades are closed too, or go on losing'),
  maxOpenTrades: moreIsRiskier('how many can lose at once'),
  removedStop: laterIsRiskier('a trade that is let go has no stop', REMOVED_STOP_CHOICES),
}

/** What a subscription trades by: the user's own settings, and what they leave to its version. */
export type SubscriptionTerms = Pick<UserStrategy, Exclude<keyof SubscriptionSettingsInput, 'confirmation'> | 'isActive' | 'legs'> & {
  /** Per cent below the highest premium; null: the stop does not trail. */
  readonly trailingStop: number | null
  readonly rules: unknown
}

export const SUBSCRIPTION_VERDICTS: Verdicts<SubscriptionTerms> = {
  isActive: trueIsRiskier('one that is paused opens nothing'),
  paperTrade: falseIsRiskier('live is real money'),
  timeWindow: widerIsRiskier('it opens trades at more times of the day'),
  instruments: addingIsRiskier('it opens trades on more indices'),
  maxTrades: moreIsRiskier('how many trades of a day can lose'),
  quantity: moreIsRiskier('the lots of a trade'),
  riskPerTrade: moreIsRiskier('what a lot may lose at its stop'),
  sizeByRisk: falseIsRiskier('lots are no longer bound by what they lose at the stop'),
  stopLoss: fartherIsRiskier('how far a trade falls before it is closed'),
  trailingStop: nullIsUnlimited('how far a trade falls back from its best'),
  takeProfit: never('it bounds what is won'),
  legs: otherLegsAreRiskier('a sold leg can lose more than was paid'),
  rules: never('they choose the moments; how often and how much is bounded by the others'),
}

/** Levels of an open leg. `stop`: what a unit of it loses there, in paise; null: it has no stop of its own. */
export interface OwnLevels {
  readonly stop: number | null
  readonly target: number | null
}

export const LEVEL_VERDICTS: Verdicts<OwnLevels> = {
  stop: nullIsUnlimited('how far a leg falls before it is closed'),
  target: never('it bounds what is won'),
}

/** What a user's agent may do, in rupees. */
export type AgentChoices = Pick<AgentSettings, keyof AgentSettingsInput> & { readonly enabled: boolean } & {
  readonly [Name in keyof AgentMandateInput]-?: {
    readonly symbols: readonly string[]
    readonly step: AgentStep
    readonly exploration: boolean
    readonly softDrawdown: number | null
    readonly hardDrawdown: number | null
    readonly halted: boolean
  }[Name]
}

export const AGENT_VERDICTS: Verdicts<AgentChoices> = {
  enabled: trueIsRiskier('one that is off opens nothing'),
  paperTrade: falseIsRiskier('the wish to trade live'),
  capital: moreIsRiskier('what its risk is a fraction of'),
  quantityLots: moreIsRiskier('the lots of a trade'),
  riskPerTrade: moreIsRiskier('what a trade may lose'),
  maxTradesPerDay: moreIsRiskier('how many trades of a day can lose'),
  analysisIntervalMinutes: never('how often it looks; how often it trades is bounded by the trades of a day'),
  lookbackPeriod: never('which past it compares with; live the gates are of each lookback'),
  symbols: addingIsRiskier('it opens trades on more indices'),
  step: laterIsRiskier('what it does without asking', AGENT_STEPS),
  exploration: trueIsRiskier('it also takes trades that are not proven, on paper'),
  softDrawdown: nullIsUnlimited('the loss of a day at which it opens nothing more'),
  hardDrawdown: nullIsUnlimited('the loss at which it halts'),
  halted: falseIsRiskier('a release begins a new count of losses'),
}

/** A strategy as admins save it. */
export type StrategyChoices = {
  readonly [Name in keyof StrategyInput]-?: {
    readonly rules: unknown
    readonly timeWindow: { readonly start: string; readonly end: string }
    readonly maxTrades: number
    readonly riskPerTrade: number
    readonly stopLoss: number
    readonly takeProfit: number
    readonly trailingStop: number | null
    readonly quantity: number
    readonly name: string
    readonly description: string
    readonly type: string
    readonly category: string
    readonly instruments: readonly string[]
    readonly paperTrade: boolean
    readonly isPublic: boolean
    readonly isActive: boolean
  }[Name]
}

const LABEL = 'a label: nothing trades by it'

export const STRATEGY_VERDICTS: Verdicts<StrategyChoices> = {
  isPublic: trueIsRiskier('one that is hidden opens nothing for those who have it, and nobody else can take it'),
  isActive: trueIsRiskier('one that is off opens nothing'),
  rules: otherIsRiskier('all who take this version trade by them'),
  timeWindow: widerIsRiskier('it opens trades at more times of the day'),
  instruments: addingIsRiskier('it opens trades on more indices'),
  maxTrades: moreIsRiskier('how many trades of a day can lose'),
  quantity: moreIsRiskier('the lots of a trade'),
  riskPerTrade: moreIsRiskier('what a lot may lose at its stop'),
  stopLoss: moreIsRiskier('how far a trade falls before it is closed'),
  trailingStop: nullIsUnlimited('how far a trade falls back from its best'),
  takeProfit: never('it bounds what is won'),
  paperTrade: never('every subscription begins on paper'),
  name: never(LABEL),
  description: never(LABEL),
  type: never(LABEL),
  category: never(LABEL),
}

const EVERYBODY = 'it decides for everybody'

export const MARKET_VERDICTS: Verdicts<MarketTables & { readonly vix: readonly unknown[] }> = {
  coveredYears: addingIsRiskier('years that are taken for entered'),
  holidays: otherRowsAreRiskier(`${EVERYBODY} on which days trades can be closed`),
  specialSessions: otherRowsAreRiskier(`${EVERYBODY} when trades can be closed`),
  sessionHours: otherRowsAreRiskier(`${EVERYBODY} when trades can be closed`),
  closingAuctions: otherRowsAreRiskier(`${EVERYBODY} when nothing is entered`),
  tradingCutoffs: otherRowsAreRiskier(`${EVERYBODY} when open trades are squared off`),
  expiryRules: otherRowsAreRiskier(`${EVERYBODY} which contracts are traded`),
  lotRules: otherRowsAreRiskier(`${EVERYBODY} how many units a lot has`),
  freezeRules: otherRowsAreRiskier(`${EVERYBODY} into which orders an exit is split`),
  priceProtections: otherRowsAreRiskier(`${EVERYBODY} at which limits the exchange takes an order`),
  chargeRates: otherRowsAreRiskier(`${EVERYBODY} what a trade costs`),
  vix: otherRowsAreRiskier(`${EVERYBODY} what rules compare with`),
}

/** An emergency stop. */
export const STOP_VERDICTS: Verdicts<{ readonly inForce: boolean }> = {
  inForce: falseIsRiskier('entries are allowed again'),
}
