import { INDICES } from '../../../schema/market/indices.ts'
import { fromRupees, OPTION_TICK } from '../../../schema/money.ts'
import type { ExitLevel } from '../../../schema/trading/ExitLevel.ts'
import { judgeLevels } from '../../../schema/trading/judgeLevels.ts'
import { levelsFor } from '../../../schema/trading/levelsFor.ts'
import type { LevelUnit } from '../../gql/generated/graphql.ts'
import { formatCount } from '../../lib/formatMoney.ts'
import type { TradedOption } from './useTradedOptions.ts'

/** PERCENT of the premium, RUPEES of the whole trade. */
interface TypedLevel {
  readonly unit: LevelUnit
  readonly value: number
}

/** Stop and target of trades of so many lots. */
export interface LevelTerms {
  readonly lots: number
  /** Whether a trade may have fewer: one lot is then a whole trade. */
  readonly sizeByRisk: boolean
  readonly stopLoss: TypedLevel
  readonly takeProfit: TypedLevel
}

/** Why a stop and a target make no sense together for an option bought at its premium, with the numbers compared; null: they do. */
export function levelsWarning({ index, lot, premium }: TradedOption, terms: LevelTerms): string | null {
  const { stopLoss, takeProfit } = terms
  const lots = terms.sizeByRisk ? 1 : terms.lots
  const units = lots * lot
  // The cheaper one is the first to cost less than its stop.
  const price = Math.min(premium.call, premium.put)
  const entry = fromRupees(price)
  const levels = levelsFor('BUY', entry, units, OPTION_TICK, { stopLoss: exitLevel(stopLoss), takeProfit: exitLevel(takeProfit) })
  const opened = { side: 'BUY', stop: null, target: null, trails: false, tick: OPTION_TICK, last: entry } as const
  const refusal = judgeLevels(opened, levels)
  if (refusal) {
    const bought = `${lots} ${lots === 1 ? 'lot' : 'lots'} of ${INDICES[index].label} (${units} units)`
    return `At a premium of about ${rupees(price)}, a trade of ${bought} costs ${rupees(price * units)}. ${refusal.text}`
  }
  const { stop, target } = levels
  if (stop === null || target === null || target - entry >= entry - stop) return null
  const needed = Math.floor(((entry - stop) / (target - stop)) * 100)
  const [loss, gain] = [entry - stop, target - entry].map((distance) => rupees((distance * units) / 100))
  return `A trade would risk ${loss} to make ${gain}: before charges, more than ${needed} of 100 trades must reach the target to gain anything.`
}

function exitLevel({ unit, value }: TypedLevel): ExitLevel {
  return unit === 'PERCENT' ? { unit, value } : { unit, value: fromRupees(value) }
}

const rupees = (amount: number) => `₹${formatCount(amount)}`
