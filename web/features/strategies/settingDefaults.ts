import { formatCount } from '../../lib/formatMoney.ts'
import type { NumberSetting } from './readSettings.ts'
import type { strategyTerms } from './strategyTerms.ts'

const NOT_KNOWN = 'strategy default'

/** The strategy's own value of a setting. */
export interface SettingDefault {
  /** In the unit of its field; in words where that is not known. */
  readonly placeholder: string
  /** As the strategy has it; null: not known. */
  readonly text: string | null
}

/**
 * The strategy's own values, beside the user's. `paperFunds` in rupees; null: not known, or hidden. `inRupees`: what a level in per cent of
 * the premium comes to for a whole trade at today's premiums, from the least to the most; null while they are unknown.
 */
export function settingDefaults(
  { start, end, maxTrades, quantity, riskPerTrade, stopLoss, takeProfit }: ReturnType<typeof strategyTerms>,
  paperFunds: number | null,
  inRupees: (percent: number) => readonly [number, number] | null,
): Readonly<Record<NumberSetting | 'start' | 'end', SettingDefault>> {
  const same = (value: number | string | null): SettingDefault =>
    value === null ? { placeholder: NOT_KNOWN, text: null } : { placeholder: String(value), text: String(value) }
  const level = (percent: number | null): SettingDefault => {
    const amounts = percent === null ? null : inRupees(percent)
    return { placeholder: amounts ? `≈ ${rangeText(amounts)}` : NOT_KNOWN, text: percent === null ? null : `${percent}% of premium` }
  }
  const ofFunds = riskPerTrade === null || !paperFunds ? null : (riskPerTrade / paperFunds) * 100
  return {
    start: same(start),
    end: same(end),
    maxTrades: same(maxTrades),
    quantity: { ...same(quantity), text: quantity === null ? null : `${quantity} ${quantity === 1 ? 'lot' : 'lots'}` },
    riskPerTrade: {
      placeholder: ofFunds === null ? NOT_KNOWN : String(Math.round(ofFunds * 100) / 100),
      text: riskPerTrade === null ? null : `₹${formatCount(riskPerTrade)} per lot`,
    },
    stopLoss: level(stopLoss),
    takeProfit: level(takeProfit),
  }
}

function rangeText([least, most]: readonly [number, number]): string {
  const [from, to] = [formatCount(least), formatCount(most)]
  return from === to ? from : `${from}–${to}`
}
