import type { Parameters } from '../../../schema/rules/parameterGrid.ts'
import type { TradeSettings } from '../../trading/risk/assess.ts'

/** Settings overridden by a sweep's parameters (schema/rules/sweptSettings.ts): levels in per cent of the premium. */
export function withParameters(settings: TradeSettings, { stopLoss, takeProfit, trailingStop, maxTrades }: Parameters): TradeSettings {
  return {
    ...settings,
    ...(stopLoss === undefined ? {} : { stopLoss: { unit: 'PERCENT', value: stopLoss } }),
    ...(takeProfit === undefined ? {} : { takeProfit: { unit: 'PERCENT', value: takeProfit } }),
    ...(trailingStop === undefined ? {} : { trailingStopPercent: trailingStop }),
    ...(maxTrades === undefined ? {} : { maxTrades }),
  }
}
