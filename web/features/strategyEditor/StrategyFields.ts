import { toRupees } from '../../../schema/money.ts'
import type { StrategyTemplate } from '../../../schema/rules/templates.ts'

/** A strategy's fields as they are typed; its rules are edited apart from them. */
export interface StrategyFields {
  readonly name: string
  readonly description: string
  readonly type: string
  readonly category: string
  /** HH:MM in India. */
  readonly start: string
  readonly end: string
  readonly maxTrades: string
  readonly quantity: string
  /** Rupees. */
  readonly riskPerTrade: string
  /** Per cent of the premium; the trailing stop may be empty. */
  readonly stopLoss: string
  readonly takeProfit: string
  readonly trailingStop: string
  readonly instruments: readonly string[]
  readonly isPublic: boolean
  readonly isActive: boolean
}

/** The defaults of a new strategy. */
export const NEW_STRATEGY: StrategyFields = {
  ...{ name: '', description: '', type: 'custom', category: '' },
  ...{ start: '09:15', end: '15:30', maxTrades: '5', quantity: '1', riskPerTrade: '1000' },
  ...{ stopLoss: '50', takeProfit: '100', trailingStop: '' },
  ...{ instruments: [], isPublic: false, isActive: false },
}

/** The fields after choosing a template: fills in those that describe its rules and its hours. Keeps what was typed already. */
export function withTemplate(fields: StrategyFields, template: StrategyTemplate): StrategyFields {
  return {
    ...fields,
    name: fields.name.trim() === '' ? template.name : fields.name,
    description: fields.description.trim() === '' ? template.description : fields.description,
    category: fields.category.trim() === '' ? template.category : fields.category,
    type: template.type,
    start: template.windowStart,
    end: template.windowEnd,
    ...(template.rules.position ? ofPosition(template) : {}),
  }
}

/** All legs together may lose more than one option; levels typed for one option are hidden, and must not remain in force. */
function ofPosition({ riskPerTradePaise }: StrategyTemplate): Partial<StrategyFields> {
  const { stopLoss, takeProfit, trailingStop } = NEW_STRATEGY
  return { riskPerTrade: String(toRupees(riskPerTradePaise)), stopLoss, takeProfit, trailingStop }
}

/** The instruments with one more, in capitals and once; the same list for nothing and for one that is there. */
export function withInstrument(instruments: readonly string[], typed: string): readonly string[] {
  const instrument = typed.trim().toUpperCase()
  return instrument === '' || instruments.includes(instrument) ? instruments : [...instruments, instrument]
}
