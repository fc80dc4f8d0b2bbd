import { err, ok, type Result } from '../../../schema/errors.ts'
import { LIMITS } from '../../../schema/limits.ts'
import { isTradingTime } from '../../../schema/trading/isTradingTime.ts'
import type { StrategyInput } from '../../gql/generated/graphql.ts'
import type { StrategyFields } from './StrategyFields.ts'

/** Mistakes by field, by its name in the API. */
export type FieldErrors = Readonly<Record<string, string>>

/** The editor's numeric fields. */
export const NUMBER_FIELDS = [
  { name: 'maxTrades', label: 'Max trades per day', bounds: LIMITS.strategy.maxTrades, step: 1, optional: false },
  { name: 'quantity', label: 'Quantity (lots)', bounds: LIMITS.strategy.quantity, step: 1, optional: false },
  { name: 'riskPerTrade', label: 'Risk per trade (₹)', bounds: LIMITS.strategy.riskPerTrade, step: 100, optional: false },
  { name: 'stopLoss', label: 'Stop loss (% of the premium)', bounds: LIMITS.strategy.stopLoss, step: 0.1, optional: false },
  { name: 'takeProfit', label: 'Take profit (% of the premium)', bounds: LIMITS.strategy.takeProfit, step: 0.1, optional: false },
  { name: 'trailingStop', label: 'Trailing stop (% of the premium)', bounds: LIMITS.strategy.stopLoss, step: 0.1, optional: true },
] as const
export type NumberField = (typeof NUMBER_FIELDS)[number]['name']

/** Fields of an option that is bought alone. */
export const LEVEL_FIELDS: readonly NumberField[] = ['stopLoss', 'takeProfit', 'trailingStop']

/** The fields in the API's shape, without the rules; or all that the server would refuse. */
export type FieldsInput = Omit<StrategyInput, 'rules'>

/** The part of the fields that a backtest needs, too. */
export type TermsInput = Pick<FieldsInput, 'timeWindow' | NumberField>

const NUMBER = new Intl.NumberFormat('en-IN')

/** Converts the form to the API's shape; refuses what the server would refuse, in the product's words. */
export function readFields(fields: StrategyFields): Result<FieldsInput, FieldErrors> {
  const terms = readTerms(fields)
  const errors: Record<string, string> = terms.ok ? {} : { ...terms.error }
  const name = fields.name.trim()
  if (name === '') errors['name'] = 'Strategy name is required'
  for (const [field, { max }] of [
    ['name', LIMITS.strategy.name],
    ['description', LIMITS.strategy.description],
    ['type', LIMITS.strategy.word],
    ['category', LIMITS.strategy.word],
  ] as const) {
    if (fields[field].trim().length > max) errors[field] = `At most ${NUMBER.format(max)} characters.`
  }
  if (fields.description.trim() === '') errors['description'] = 'Describe what the strategy does.'
  if (fields.category.trim() === '') errors['category'] = 'Enter a category, for example Trend.'
  if (fields.instruments.length === 0) errors['instruments'] = 'At least one instrument is required'
  if (!terms.ok || Object.keys(errors).length > 0) return err(errors)
  return ok({
    ...terms.value,
    name,
    description: fields.description.trim(),
    type: fields.type.trim() === '' ? 'custom' : fields.type.trim(),
    category: fields.category.trim(),
    instruments: [...fields.instruments],
    paperTrade: true,
    isPublic: fields.isPublic,
    isActive: fields.isActive,
  })
}

/** Only a strategy's terms. */
export function readTerms(fields: StrategyFields): Result<TermsInput, FieldErrors> {
  const errors: Record<string, string> = {}
  const { first, last } = LIMITS.subscription.window
  for (const edge of ['start', 'end'] as const) {
    if (!isTradingTime(fields[edge])) errors[`timeWindow.${edge}`] = `Must be a time from ${first} to ${last}.`
  }
  if (Object.keys(errors).length === 0 && fields.start >= fields.end) errors['timeWindow.end'] = 'Must be after the start.'
  for (const { name, bounds, step, optional } of NUMBER_FIELDS) {
    if (optional && fields[name].trim() === '') continue
    const value = numberOf(fields[name])
    if (!(value >= bounds.min && value <= bounds.max && (step !== 1 || Number.isInteger(value))))
      errors[name] = `Must be a ${step === 1 ? 'whole ' : ''}number from ${NUMBER.format(bounds.min)} to ${NUMBER.format(bounds.max)}.`
  }
  if (Object.keys(errors).length > 0) return err(errors)
  return ok({
    timeWindow: { start: fields.start, end: fields.end },
    maxTrades: numberOf(fields.maxTrades),
    quantity: numberOf(fields.quantity),
    riskPerTrade: numberOf(fields.riskPerTrade),
    stopLoss: numberOf(fields.stopLoss),
    takeProfit: numberOf(fields.takeProfit),
    trailingStop: fields.trailingStop.trim() === '' ? null : numberOf(fields.trailingStop),
  })
}

/** NaN for empty text and text that is no number. */
const numberOf = (typed: string) => (typed.trim() === '' ? Number.NaN : Number(typed))
