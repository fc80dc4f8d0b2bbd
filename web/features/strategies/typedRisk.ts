import type { RiskTerms } from './lossAtStop.ts'
import type { NumberSetting } from './readSettings.ts'
import type { strategyTerms } from './strategyTerms.ts'

/** The form's values that decide a trade's risk: null for the strategy's own, NaN for text that is no number. */
export interface TypedRisk extends Readonly<Record<Extract<NumberSetting, 'quantity' | 'riskPerTrade' | 'stopLoss'>, number | null>> {
  readonly sizeByRisk: boolean
}

/** What trades would risk with the form's values; null while unknown. `paperFunds` in rupees, null while unknown. */
export function typedRisk(
  typed: TypedRisk,
  ofStrategy: Pick<ReturnType<typeof strategyTerms>, 'quantity' | 'riskPerTrade' | 'stopLoss'>,
  paperFunds: number | null,
): RiskTerms | null {
  const { sizeByRisk, riskPerTrade: percent } = typed
  const ofFunds = percent === null || paperFunds === null ? null : (paperFunds * percent) / 100
  const risk = percent === null ? ofStrategy.riskPerTrade : ofFunds
  const lots = typed.quantity ?? ofStrategy.quantity
  const stop = typed.stopLoss ?? ofStrategy.stopLoss
  if (!isPositive(risk) || !isPositive(lots) || !isPositive(stop)) return null
  return { risk, lots, stopLoss: { unit: typed.stopLoss === null ? 'PERCENT' : 'RUPEES', value: stop }, sizeByRisk }
}

const isPositive = (value: number | null): value is number => value !== null && value > 0
