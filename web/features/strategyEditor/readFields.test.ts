import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NUMBER_FIELDS, readFields } from './readFields.ts'
import { NEW_STRATEGY, withInstrument, withTemplate, type StrategyFields } from './StrategyFields.ts'
import { STRATEGY_TEMPLATES } from '../../../schema/rules/templates.ts'

const GOOD: StrategyFields = { ...NEW_STRATEGY, name: ' Mine ', description: 'Follows.', category: 'Trend', instruments: ['NIFTY'] }

describe('readFields', () => {
  it('takes the defaults of a new strategy once it has a name, words and an instrument', () => {
    expect(readFields(GOOD)).toEqual({
      ok: true,
      value: {
        name: 'Mine',
        description: 'Follows.',
        type: 'custom',
        category: 'Trend',
        timeWindow: { start: '09:15', end: '15:30' },
        maxTrades: 5,
        quantity: 1,
        riskPerTrade: 1_000,
        stopLoss: 50,
        takeProfit: 100,
        trailingStop: null,
        instruments: ['NIFTY'],
        paperTrade: true,
        isPublic: false,
        isActive: false,
      },
    })
  })

  it("says what is missing in the product's words", () => {
    expect(readFields({ ...GOOD, name: '  ', instruments: [] })).toEqual({
      ok: false,
      error: { name: 'Strategy name is required', instruments: 'At least one instrument is required' },
    })
  })

  it.each(NUMBER_FIELDS)('takes $name exactly within its bounds', ({ name, bounds, step }) => {
    fc.assert(
      fc.property(fc.oneof(fc.double(), fc.integer({ min: -2, max: 300 }), fc.constantFrom(bounds.min, bounds.max)), (value) => {
        const read = readFields({ ...GOOD, [name]: String(value) })
        expect(read.ok).toBe(value >= bounds.min && value <= bounds.max && (step !== 1 || Number.isInteger(value)))
        if (read.ok) expect(read.value[name]).toBe(value)
        else expect(Object.keys(read.error)).toEqual([name])
      }),
      { numRuns: 60 },
    )
  })

  it('names the bounds beyond them', () => {
    expect(readFields({ ...GOOD, maxTrades: '51', stopLoss: '50.1', takeProfit: 'x' })).toEqual({
      ok: false,
      error: {
        maxTrades: 'Must be a whole number from 1 to 50.',
        stopLoss: 'Must be a number from 0.1 to 50.',
        takeProfit: 'Must be a number from 0.1 to 200.',
      },
    })
  })

  it.each([
    [{ start: '09:14' }, { 'timeWindow.start': 'Must be a time from 09:15 to 15:30.' }],
    [{ end: '15:31' }, { 'timeWindow.end': 'Must be a time from 09:15 to 15:30.' }],
    [{ start: '12:00', end: '12:00' }, { 'timeWindow.end': 'Must be after the start.' }],
  ])('refuses a window of %j', (window, error) => {
    expect(readFields({ ...GOOD, ...window })).toEqual({ ok: false, error })
  })
})

describe('withInstrument', () => {
  it('writes it in capitals and adds it once', () => {
    expect(withInstrument(['NIFTY'], ' banknifty ')).toEqual(['NIFTY', 'BANKNIFTY'])
    const one = ['NIFTY']
    expect(withInstrument(one, 'nifty')).toBe(one)
    expect(withInstrument(one, '  ')).toBe(one)
  })
})

describe('withTemplate', () => {
  it.each(STRATEGY_TEMPLATES)('makes a strategy of $slug that needs only an instrument, and keeps what was typed', (template) => {
    expect(readFields({ ...withTemplate(NEW_STRATEGY, template), instruments: ['NIFTY'] })).toMatchObject({
      ok: true,
      value: { name: template.name, type: template.type, maxTrades: 5, stopLoss: 50 },
    })
    expect(withTemplate(GOOD, template)).toMatchObject({ name: ' Mine ', description: 'Follows.' })
  })

  it('takes the risk of legs, and no levels that would be hidden', () => {
    const straddle = STRATEGY_TEMPLATES.find(({ slug }) => slug === 'short-straddle')!
    expect(withTemplate({ ...GOOD, stopLoss: 'x', trailingStop: '900' }, straddle)).toMatchObject({
      ...{ riskPerTrade: String(straddle.riskPerTradePaise / 100), stopLoss: '50', trailingStop: '' },
    })
  })
})
