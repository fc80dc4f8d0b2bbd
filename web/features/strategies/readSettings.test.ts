import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NOTHING_OWN, NUMBER_SETTINGS, readSettings, type TypedSettings } from './readSettings.ts'

const withNumber = (name: string, value: number): TypedSettings => ({ ...NOTHING_OWN, [name]: value })
const withWindow = (start: string, end: string): TypedSettings => ({ ...NOTHING_OWN, timeWindow: { start, end } })

describe('typed settings', () => {
  it('left empty are all the strategy’s', () => {
    expect(readSettings(NOTHING_OWN)).toEqual({
      ok: true,
      value: { ...NOTHING_OWN, timeWindow: { start: null, end: null }, instruments: [] },
    })
  })

  it('are taken exactly within their bounds, whole where lots and trades are counted', () => {
    for (const { name, bounds, whole } of NUMBER_SETTINGS) {
      fc.assert(
        fc.property(fc.oneof(fc.double(), fc.integer({ min: -2, max: 60 }), fc.constantFrom(bounds.min, bounds.max)), (value) => {
          const read = readSettings(withNumber(name, value))
          expect(read.ok).toBe(value >= bounds.min && value <= bounds.max && (!whole || Number.isInteger(value)))
          if (read.ok) expect(read.value[name]).toBe(value)
          else expect(Object.keys(read.error)).toEqual([name])
        }),
        { numRuns: 60 },
      )
    }
  })

  it('name the field, its unit and its bounds when they are refused', () => {
    expect(readSettings(withNumber('stopLoss', 99))).toEqual({
      ok: false,
      error: { stopLoss: 'Stop loss (₹ of the whole trade) must be a number from 100 to 10,00,000.' },
    })
    expect(readSettings(withNumber('quantity', Number.NaN))).toMatchObject({ ok: false })
  })

  it.each([
    ['09:20', '09:20'],
    ['9:20', '09:20'],
    ['920', '09:20'],
    ['1530', '15:30'],
    [' 9.15 ', '09:15'],
  ])('take a time of day as people type it: %s', (typed, time) => {
    expect(readSettings(withWindow(typed, ''))).toMatchObject({ ok: true, value: { timeWindow: { start: time, end: null } } })
  })

  it.each(['09:14', '15:31', '12:60', 'noon', '9', '009:20'])('refuse a time outside the session or none at all: %s', (typed) => {
    expect(readSettings(withWindow('', typed))).toEqual({
      ok: false,
      error: { 'timeWindow.end': 'Must be a time from 09:15 to 15:30.' },
    })
  })

  it('trade NIFTY when all instruments are unticked', () => {
    expect(readSettings({ ...NOTHING_OWN, instruments: [] })).toMatchObject({ value: { instruments: ['NIFTY'] } })
    expect(readSettings({ ...NOTHING_OWN, instruments: ['SENSEX'] })).toMatchObject({ value: { instruments: ['SENSEX'] } })
  })
})
