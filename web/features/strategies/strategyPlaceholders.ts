import type { StrategyPartsFragment, UserStrategyPartsFragment } from '../../gql/generated/graphql.ts'
import { formatCount } from '../../lib/formatMoney.ts'
import type { NumberSetting } from './readSettings.ts'

/** What a strategy itself says, in words, and its instruments as index symbols (null: not known). */
export interface StrategyPlaceholders extends Readonly<Record<NumberSetting | 'start' | 'end', string>> {
  readonly instruments: readonly string[] | null
}

const NOT_KNOWN = "the strategy's"

/**
 * The strategy's own values as placeholders of the user's. `strategy` is undefined when it is no longer on offer:
 * then they are known only where the user has set nothing else.
 */
export function strategyPlaceholders(own: UserStrategyPartsFragment, strategy: StrategyPartsFragment | undefined): StrategyPlaceholders {
  const { customSettings: custom } = own
  const value = <Value>(ofStrategy: Value | undefined, isOwn: boolean, inForce: Value) => ofStrategy ?? (isOwn ? null : inForce)
  const text = <Value>(known: Value | null, words: (value: Value) => string) => (known === null ? NOT_KNOWN : words(known))
  const percent = (known: number) => `${known}% of premium`
  const { start, end } = custom.timeWindow
  return {
    start: text(value(strategy?.timeWindow.start, start !== null, own.timeWindow.start), String),
    end: text(value(strategy?.timeWindow.end, end !== null, own.timeWindow.end), String),
    maxTrades: text(value(strategy?.maxTrades, custom.maxTrades !== null, own.maxTrades), String),
    quantity: text(value(strategy?.quantity, custom.quantity !== null, own.quantity), String),
    riskPerTrade: text(
      value(strategy?.riskPerTrade, custom.riskPerTrade !== null, own.riskPerTrade),
      (rupees) => `₹${formatCount(rupees)}`,
    ),
    stopLoss: text(value(strategy?.stopLoss, custom.stopLoss !== null, own.stopLoss.value), percent),
    takeProfit: text(value(strategy?.takeProfit, custom.takeProfit !== null, own.takeProfit.value), percent),
    instruments: value<readonly string[]>(strategy?.instruments, custom.instruments.length > 0, own.instruments),
  }
}
