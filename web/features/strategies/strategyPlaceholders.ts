import { formatCount } from '../../lib/formatMoney.ts'
import type { NumberSetting } from './readSettings.ts'
import type { strategyTerms } from './strategyTerms.ts'

const NOT_KNOWN = "the strategy's"

/** The strategy's own values in words, as placeholders of the user's. */
export function strategyPlaceholders(terms: ReturnType<typeof strategyTerms>): Readonly<Record<NumberSetting | 'start' | 'end', string>> {
  const text = <Value>(known: Value | null, words: (value: Value) => string) => (known === null ? NOT_KNOWN : words(known))
  const percent = (known: number) => `${known}% of premium`
  return {
    start: text(terms.start, String),
    end: text(terms.end, String),
    maxTrades: text(terms.maxTrades, String),
    quantity: text(terms.quantity, String),
    riskPerTrade: text(terms.riskPerTrade, (rupees) => `₹${formatCount(rupees)}`),
    stopLoss: text(terms.stopLoss, percent),
    takeProfit: text(terms.takeProfit, percent),
  }
}
