import { err, ok, type Result } from '../../../schema/errors.ts'
import { LIMITS } from '../../../schema/limits.ts'
import { isTradingTime } from '../../../schema/trading/isTradingTime.ts'
import type { SubscriptionSettingsInput, UserStrategyPartsFragment } from '../../gql/generated/graphql.ts'
import type { FieldMistakes } from '../../ui/forms/useCheckedForm.ts'

/** The dialog's numeric settings. */
export const NUMBER_SETTINGS = [
  { name: 'maxTrades', label: 'Max trades per day', bounds: LIMITS.strategy.maxTrades, whole: true },
  { name: 'quantity', label: 'Quantity (lots)', bounds: LIMITS.strategy.quantity, whole: true },
  { name: 'riskPerTrade', label: 'Risk per trade (% of paper funds)', bounds: LIMITS.subscription.riskPerTrade, whole: false },
  { name: 'stopLoss', label: 'Stop loss (₹ of the whole trade)', bounds: LIMITS.subscription.stopLoss, whole: false },
  { name: 'takeProfit', label: 'Take profit (₹ of the whole trade)', bounds: LIMITS.subscription.takeProfit, whole: false },
] as const
/** Settings of a strategy with legs: their stops and targets are in its rules. */
export const LEG_SETTINGS = NUMBER_SETTINGS.filter(({ name }) => name !== 'stopLoss' && name !== 'takeProfit')
export type NumberSetting = (typeof NUMBER_SETTINGS)[number]['name']

/** The form's values, by the names of the API: empty texts and null for the strategy's own value, NaN for text that is no number. */
export interface TypedSettings extends Record<NumberSetting, number | null> {
  timeWindow: { start: string; end: string }
  sizeByRisk: boolean
  /** Index symbols; null for the strategy's own. */
  instruments: readonly string[] | null
}

/** The settings of a user who changes nothing. */
export const NOTHING_OWN: TypedSettings = {
  ...{ timeWindow: { start: '', end: '' }, maxTrades: null, quantity: null, riskPerTrade: null, stopLoss: null, takeProfit: null },
  ...{ sizeByRisk: false, instruments: null },
}

/** The dialog's initial values: levels are left to a strategy whose legs have their own. */
export function typedSettings({ customSettings, sizeByRisk, legs }: UserStrategyPartsFragment): TypedSettings {
  const { timeWindow, instruments, maxTrades, quantity, riskPerTrade, stopLoss, takeProfit } = customSettings
  return {
    ...{ maxTrades, quantity, riskPerTrade, sizeByRisk },
    ...(legs.length > 0 ? { stopLoss: null, takeProfit: null } : { stopLoss, takeProfit }),
    timeWindow: { start: timeWindow.start ?? '', end: timeWindow.end ?? '' },
    instruments: instruments.length === 0 ? null : instruments,
  }
}

/** Chosen instruments, but none: this one is traded. */
export const FALLBACK_INSTRUMENT = 'NIFTY'

const NUMBER = new Intl.NumberFormat('en-IN')

/** Converts the form to the API's shape, `9:20` and `920` to `09:20`; refuses what the server would refuse too. */
export function readSettings(typed: TypedSettings): Result<SubscriptionSettingsInput, FieldMistakes> {
  const { timeWindow, sizeByRisk, instruments, ...numbers } = typed
  const errors: Record<string, string> = {}
  for (const { name, label, bounds, whole } of NUMBER_SETTINGS) {
    const value = numbers[name]
    if (value === null) continue
    if (!(value >= bounds.min && value <= bounds.max && (!whole || Number.isInteger(value))))
      errors[name] = `${label} must be a ${whole ? 'whole ' : ''}number from ${NUMBER.format(bounds.min)} to ${NUMBER.format(bounds.max)}.`
  }
  const window = { start: timeOfDay(timeWindow.start), end: timeOfDay(timeWindow.end) }
  const { first, last } = LIMITS.subscription.window
  for (const [edge, time] of Object.entries(window)) {
    if (time !== null && !isTradingTime(time)) errors[`timeWindow.${edge}`] = `Must be a time from ${first} to ${last}.`
  }
  if (Object.keys(errors).length > 0) return err(errors)
  return ok({
    ...numbers,
    timeWindow: window,
    sizeByRisk,
    instruments: instruments === null ? [] : instruments.length === 0 ? [FALLBACK_INSTRUMENT] : [...instruments],
  })
}

/** The user's own settings as they are: null, or no instruments, where the strategy's hold. */
type OwnSettings = Readonly<Record<NumberSetting, number | null>> & {
  readonly timeWindow: { readonly start: string | null; readonly end: string | null }
  readonly sizeByRisk: boolean
  readonly instruments: readonly string[]
}

/** Only changed fields: what another device has set meanwhile stays. Null resets a setting to the strategy's. */
export function changedSettings(own: OwnSettings, wanted: SubscriptionSettingsInput): SubscriptionSettingsInput {
  const { timeWindow, ...others } = own
  const before: Readonly<Record<string, unknown>> = { ...others, timeWindow: { start: timeWindow.start, end: timeWindow.end } }
  return Object.fromEntries(Object.entries(wanted).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name])))
}

/** Two digits for the hour, a colon, two for the minute, as far as the text allows; null for an empty one. */
function timeOfDay(typed: string): string | null {
  const text = typed.trim()
  if (text === '') return null
  const [, hour, minute] = /^(\d{1,2})[:.]?(\d\d)$/.exec(text) ?? []
  return hour === undefined ? text : `${hour.padStart(2, '0')}:${minute}`
}
