import { expect, it } from 'vitest'
import { paise } from '../../schema/money.ts'
import type { RuleSet } from '../../schema/rules/RuleSet.ts'
import { istInstant, MINUTE } from '../../schema/time.ts'
import { CandleBook } from '../market/CandleBook.ts'
import { readHistory } from './readHistory.ts'

const OPEN = istInstant('2026-07-01', 555)
const RULES: RuleSet = { interval: '5min', long: null, short: null, enter: null, position: null }
const STRATEGIES = Array.from({ length: 9 }, (_, i) => ({ id: `s${i}`, version: 1, rules: RULES, instruments: ['NIFTY'] }))

it('every thread is asked for the newest complete bar, by a few strategies more each time until it is all of them', async () => {
  const book = CandleBook.create({ symbols: ['NIFTY', 'SENSEX'], capacity: 100 })
  const all = { open: paise(100), high: paise(100), low: paise(100), close: paise(100), volume: 0 }
  // Of the second bar two minutes are there: it has not closed.
  for (let i = 0; i < 7; i++) book.append('NIFTY', { time: OPEN + i * MINUTE, ...all })
  const asked: unknown[] = []
  await readHistory({
    symbols: ['NIFTY', 'SENSEX'],
    book,
    threads: 2,
    strategiesOn: (_index, interval) => Promise.resolve(interval === '5min' ? STRATEGIES : []),
    evaluator: {
      evaluateLast: ({ symbol, interval, closedAt, strategies }) => {
        asked.push([symbol, interval, closedAt - OPEN, strategies.length])
        return Promise.resolve({ signals: [], faults: [], unreached: [] })
      },
    },
  })
  expect(asked).toEqual([4, 4, 8, 8, 9, 9].map((count) => ['NIFTY', '5min', 5 * MINUTE, count]))
})
