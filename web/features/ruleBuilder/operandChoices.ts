import {
  INDICATOR_NAMES,
  INDICATORS,
  isIndicatorName,
  outputsOf,
  type IndicatorName,
  type IndicatorParameters,
} from '../../../schema/rules/indicators.ts'
import { PRICE_FIELDS } from '../../../schema/rules/RuleSet.ts'
import { capitalised } from '../../lib/capitalised.ts'
import type { OperandDraft } from './RuleDraft.ts'

/** The defaults of a new indicator: the values most charts use. */
const USUAL_PARAMETERS: { readonly [Name in IndicatorName]: IndicatorParameters<Name> } = {
  sma: { period: 20 },
  ema: { period: 20 },
  wma: { period: 20 },
  rsi: { period: 14 },
  roc: { period: 10 },
  cci: { period: 20 },
  stochastic: { period: 14, smoothing: 3, signal: 3 },
  macd: { fast: 12, slow: 26, signal: 9 },
  adx: { period: 14 },
  plus_di: { period: 14 },
  minus_di: { period: 14 },
  supertrend: { period: 10, multiplier: 3 },
  atr: { period: 14 },
  bollinger: { period: 20, multiplier: 2 },
  keltner: { period: 20, atr_period: 10, multiplier: 2 },
  vwap: {},
  obv: {},
  opening_range: { minutes: 15 },
  highest: { period: 20 },
  lowest: { period: 20 },
}

/** An entry of the menu of operands. The value names it and nothing else. */
export interface OperandChoice {
  readonly value: string
  readonly label: string
}

/** The menu of operands, by groups. */
export const OPERAND_CHOICES: readonly { readonly group: string; readonly choices: readonly OperandChoice[] }[] = [
  {
    group: 'Price of the bar',
    choices: PRICE_FIELDS.map((field) => ({ value: `price ${field}`, label: capitalised(field) })),
  },
  {
    group: 'Value',
    choices: [
      { value: 'number', label: 'A number' },
      { value: 'time', label: 'Time of the bar' },
      { value: 'timeOfDay', label: 'A time of day' },
    ],
  },
  {
    group: 'Indicator',
    choices: INDICATOR_NAMES.flatMap((name) =>
      outputsOf(name).map((output) => ({ value: `indicator ${name} ${output}`, label: outputLabel(name, output) })),
    ),
  },
]

/** The menu's value for an operand. */
export function choiceOf(operand: OperandDraft): string {
  switch (operand.kind) {
    case 'price':
      return `price ${operand.field}`
    case 'indicator':
      return `indicator ${operand.name} ${operand.output}`
    case 'number':
    case 'time':
    case 'timeOfDay':
      return operand.kind
  }
}

/** The initial operand of a choice; keeps what fits of the previous one. Null: not a value of the menu. */
export function operandOf(choice: string, before: OperandDraft): OperandDraft | null {
  const [kind = '', name = '', output = ''] = choice.split(' ')
  const barsAgo = 'barsAgo' in before ? before.barsAgo : '0'
  switch (kind) {
    case 'number':
      return { kind, text: '0' }
    case 'time':
      return { kind }
    case 'timeOfDay':
      return { kind, text: '09:30' }
    case 'price': {
      const field = PRICE_FIELDS.find((each) => each === name)
      return field ? { kind, field, barsAgo } : null
    }
    case 'indicator': {
      if (!isIndicatorName(name) || !outputsOf(name).includes(output)) return null
      const kept = before.kind === 'indicator' && before.name === name ? before.parameters : null
      return { kind, name, output, barsAgo, parameters: kept ?? Object.values<number>(USUAL_PARAMETERS[name]).map(String) }
    }
    default:
      return null
  }
}

/** "EMA", "Upper Bollinger band", "Highest high of n bars": the output's English without its parameters. */
function outputLabel(name: IndicatorName, output: string): string {
  const text = new Map<string, string>(Object.entries(INDICATORS[name].outputs)).get(output) ?? output
  const bare = text
    .replace(/ ?\([^)]*\)/, '')
    .replace(/\{\w+\}/, 'n')
    .replace(/^the /, '')
  return capitalised(output === 'direction' ? `${bare} direction` : bare)
}
