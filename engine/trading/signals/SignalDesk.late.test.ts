import { pino } from 'pino'
import { expect, it } from 'vitest'
import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import { paise } from '../../../schema/money.ts'
import { istInstant, MINUTE, SECOND } from '../../../schema/time.ts'
import type { Denial } from '../../../schema/trading/denials.ts'
import { ActiveStrategies } from './ActiveStrategies.ts'
import { SignalDesk } from './SignalDesk.ts'
import { CANDIDATE } from '../testing/decisions.ts'

const log = pino({ level: 'silent' })
const START = istInstant('2026-07-01', 10 * 60)
const candle = { time: START, open: paise(100), high: paise(100), low: paise(100), close: paise(100), volume: 0 }

it('signals of a late candle are denied with how late it was, those outside the window of its bar with that, and nothing is called back', async () => {
  const done: string[] = []
  const denials: Denial[] = []
  const desk = new SignalDesk({
    strategies: new ActiveStrategies(
      async () => [{ id: 'one', version: 1, slug: 'one', instruments: ['NIFTY'], rules: { interval: '1min', long: ['close', '>', 1] } }],
      log,
    ),
    evaluator: {
      evaluateLast: async () => ({ signals: [{ strategyId: 'one', version: 1, side: 'LONG' }], faults: [], unreached: [] }),
    },
    records: {
      decide: async () => {
        done.push('decided')
        return { entries: [], exits: [], denied: 0 }
      },
      refuse: async (_batch, _now, denialOf) => {
        const closesAt = (windowEnd: number) => ({ ...CANDIDATE, settings: { ...CANDIDATE.settings, windowStart: 9 * 60 + 15, windowEnd } })
        // The bar closed at 10:01, and is decided on at 10:05.
        denials.push(denialOf(closesAt(10 * 60 + 2)), denialOf(closesAt(10 * 60 + 1)))
        return 2
      },
    },
    market: () => ({
      ...{ real: START, now: START + 5 * MINUTE, session: SHIPPED_MARKET_RULES.sessionOf('2026-07-01'), rules: SHIPPED_MARKET_RULES },
      ...{ dayCovered: true, contracts: [], shortageOf: () => null },
      pausedOn: () => null,
      premiumOf: () => null,
      lastPriceOf: () => null,
      quoteAgeOf: () => null,
      openLossOf: () => paise(0),
      oppositeUnits: () => 0,
    }),
    recall: () => void done.push('recalled'),
    submit: () => void done.push('submitted'),
    log,
  })
  await desk.onCandle('NIFTY', candle, { age: 4 * MINUTE, life: 90 * SECOND })
  expect(done).toEqual([])
  expect(denials).toEqual([
    { reason: 'CANDLE_LATE', numbers: { ageMs: 4 * MINUTE, limitMs: 90 * SECOND } },
    { reason: 'OUTSIDE_WINDOW', numbers: { minuteOfDay: 601, windowStart: 555, windowEnd: 601 } },
  ])
  expect(desk.counts).toMatchObject({ signals: 1, denials: 2, entries: 0 })
})
