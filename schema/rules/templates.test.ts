import { describe, expect, it } from 'vitest'
import { INDICES, type IndexSymbol } from '../market/indices.ts'
import { modelDelta } from '../market/options/premium.ts'
import { fromRupees, paise } from '../money.ts'
import { DAY, istInstant, parseTimeOfDay } from '../time.ts'
import { conditionsOf } from './comparisonsOf.ts'
import { parseRuleSet } from './parseRuleSet.ts'
import { STRATEGY_TEMPLATES } from './templates.ts'
import type { OrderSide } from '../trading/OrderSide.ts'
import type { OptionType } from '../market/OptionType.ts'

const AT = istInstant('2026-07-01', 9 * 60 + 30)
const SPOTS: Readonly<Partial<Record<IndexSymbol, number>>> = { NIFTY: 24_500, BANKNIFTY: 55_000, SENSEX: 81_000 }

/** Of the thirty strikes listed on either side, the one whose delta is nearest, as a leg chooses it. */
function strikeAt(index: IndexSymbol, type: OptionType, delta: number, days: number, atmVolatility: number): number {
  const spot = fromRupees(SPOTS[index] ?? NaN)
  const { strikeStep } = INDICES[index]
  const expiresAt = AT + days * DAY + 6 * 60 * 60_000
  const strikes = Array.from({ length: 61 }, (_, i) => paise(Math.round(spot / strikeStep) * strikeStep + (i - 30) * strikeStep))
  const gap = (strike: (typeof strikes)[number]) =>
    Math.abs(Math.abs(modelDelta({ type, spot, strike, at: AT, expiresAt, atmVolatility })) - delta)
  return strikes.reduce((best, strike) => (gap(strike) < gap(best) ? strike : best))
}

describe('STRATEGY_TEMPLATES', () => {
  it('the iron condor hedges further out than it sells, from the first to the last day of its options, in calm and in usual markets', () => {
    const { rules, instruments } = STRATEGY_TEMPLATES.find(({ slug }) => slug === 'iron-condor')!
    const parsed = parseRuleSet(rules)
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.error))
    const deltaOf = (side: OrderSide, type: OptionType) => {
      const leg = parsed.value.position?.legs.find((each) => each.side === side && each.optionType === type)
      return leg?.strike.kind === 'DELTA' ? leg.strike.delta : NaN
    }
    for (const index of instruments)
      for (const days of index === 'BANKNIFTY' ? [0, 5, 28] : [0, 1, 6])
        for (const volatility of [0.1, 0.12, 0.15]) {
          const at = (side: OrderSide, type: OptionType) => strikeAt(index, type, deltaOf(side, type), days, volatility)
          expect(at('BUY', 'CE')).toBeGreaterThan(at('SELL', 'CE'))
          expect(at('BUY', 'PE')).toBeLessThan(at('SELL', 'PE'))
        }
  })

  it('have slugs of their own', () => {
    expect(new Set(STRATEGY_TEMPLATES.map(({ slug }) => slug)).size).toBe(STRATEGY_TEMPLATES.length)
  })

  it.each(STRATEGY_TEMPLATES)('$slug parses, trades both ways or opens a position, and has a window', (template) => {
    const parsed = parseRuleSet(template.rules)
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.error))
    expect(conditionsOf(parsed.value)).toHaveLength(parsed.value.position ? 1 : 2)
    expect(parseTimeOfDay(template.windowStart)).toBeLessThan(parseTimeOfDay(template.windowEnd) ?? NaN)
  })
})
