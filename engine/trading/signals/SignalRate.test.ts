import fc from 'fast-check'
import { expect, it } from 'vitest'
import { istInstant, SECOND } from '../../../schema/time.ts'
import { MOST_SIGNALS_A_SECOND, SignalRate } from './SignalRate.ts'

const NOW = istInstant('2026-07-01', 10 * 60)
const signals = (strategyId: string, count: number, version = 1) => Array.from({ length: count }, () => ({ strategyId, version }))

it('lets what rules can say pass, second after second', () => {
  const rate = new SignalRate()
  for (let second = 0; second < 100; second++) expect(rate.count(signals('s', MOST_SIGNALS_A_SECOND), NOW + second * SECOND)).toEqual([])
})

it('finds the version that has run away, and not another of its strategy', () => {
  const rate = new SignalRate()
  expect(rate.count([...signals('s', 1_000, 2), ...signals('s', 4, 1), ...signals('t', 4)], NOW)).toEqual([
    { strategyId: 's', version: 2, signals: 1_000 },
  ])
})

it('names a version just when it has given more than the limit in the market second, in however many parts', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 8 }), (parts) => {
      const rate = new SignalRate()
      let given = 0
      for (const [i, part] of parts.entries()) {
        given += part
        const over = part > 0 && given > MOST_SIGNALS_A_SECOND
        expect(rate.count(signals('s', part), NOW + i)).toEqual(over ? [{ strategyId: 's', version: 1, signals: given }] : [])
      }
    }),
  )
})
