import type { LevelTerms } from './levelsWarning.ts'
import type { RiskTerms } from './lossAtStop.ts'
import type { NumberSetting } from './readSettings.ts'
import type { strategyTerms } from './strategyTerms.ts'
import type { TradedOption } from './useTradedOptions.ts'

/** The form's values that decide a trade's risk: null for the strategy's own, NaN for text that is no number. */
export interface TypedRisk extends Readonly<Record<Exclude<NumberSetting, 'maxTrades'>, number | null>> {
  readonly sizeByRisk: boolean
}

type Terms = Pick<ReturnType<typeof strategyTerms>, 'quantity' | 'riskPerTrade' | 'stopLoss' | 'takeProfit'>

/** What trades would risk with the form's values; null while unknown. `paperFunds` in rupees, null while unknown. */
export function typedRisk(
  typed: Omit<TypedRisk, 'takeProfit'>,
  ofStrategy: Omit<Terms, 'takeProfit'>,
  paperFunds: number | null,
): RiskTerms | null {
  const { sizeByRisk, riskPerTrade: percent } = typed
  const ofFunds = percent === null || paperFunds === null ? null : (paperFunds * percent) / 100
  const risk = percent === null ? ofStrategy.riskPerTrade : ofFunds
  const lots = typed.quantity ?? ofStrategy.quantity
  const stopLoss = levelOf(typed.stopLoss, ofStrategy.stopLoss)
  if (!isPositive(risk) || !isPositive(lots) || stopLoss === null) return null
  return { risk, lots, stopLoss, sizeByRisk }
}

/** Stop and target by the form's values; null where neither is the user's own, and while one is unknown. */
export function typedLevels(typed: TypedRisk, ofStrategy: Terms): LevelTerms | null {
  const lots = typed.quantity ?? ofStrategy.quantity
  const stopLoss = levelOf(typed.stopLoss, ofStrategy.stopLoss)
  const takeProfit = levelOf(typed.takeProfit, ofStrategy.takeProfit)
  const isOwn = typed.stopLoss !== null || typed.takeProfit !== null
  return isOwn && stopLoss && takeProfit && isWhole(lots) ? { lots, sizeByRisk: typed.sizeByRisk, stopLoss, takeProfit } : null
}

/** What a level in per cent of the premium comes to for a whole trade, in rupees: with the cheapest and the dearest option; null: unknown. */
export function percentInRupees(
  percent: number,
  options: readonly TradedOption[],
  { quantity, sizeByRisk }: Pick<TypedRisk, 'quantity' | 'sizeByRisk'>,
  ofStrategy: Pick<Terms, 'quantity'>,
): readonly [number, number] | null {
  const lots = sizeByRisk ? 1 : (quantity ?? ofStrategy.quantity)
  if (!isPositive(lots) || options.length === 0) return null
  const amounts = options.flatMap(({ lot, premium }) => [premium.call, premium.put].map((price) => (price * lot * lots * percent) / 100))
  return [Math.min(...amounts), Math.max(...amounts)]
}

function levelOf(typed: number | null, ofStrategy: number | null): LevelTerms['stopLoss'] | null {
  const value = typed ?? ofStrategy
  return isPositive(value) ? { unit: typed === null ? 'PERCENT' : 'RUPEES', value } : null
}

const isPositive = (value: number | null): value is number => value !== null && value > 0 && Number.isFinite(value)
const isWhole = (value: number | null): value is number => isPositive(value) && Number.isInteger(value)
