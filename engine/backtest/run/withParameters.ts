import type { Parameters } from '../../../schema/rules/parameterGrid.ts'
import type { TradeSettings } from '../../trading/risk/assess.ts'

/** Settings with those that a sweep's parameters name (schema/rules/sweptSettings.ts) in their place: levels in per cent of the premium. */
export function withParameters(settings: TradeSettings, { stopLoss, takeProfit, trailingStop, maxTrades }: Parameters): TradeSettings {
  return {
    ...settings,
    ...(stopLoss === undefined ? {} : { stopLoss: { unit: 'PERCENT', value: stopLoss } }),
    ...(takeProfit === undefined ? {} : { takeProfit: { unit: 'PERCENT', value: takeProfit } }),
    ...(trailingStop === undefined ? {} : { trailingStopPercent: trailingStop }),
    ...(maxTrades === undefined ? {} : { maxTrades }),
  }
}
