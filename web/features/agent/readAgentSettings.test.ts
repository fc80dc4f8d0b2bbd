import { describe, expect, it } from 'vitest'
import { CAPITAL_FIELDS, readAgentSettings, TRADING_FIELDS, type TypedAgentSettings } from './readAgentSettings.ts'

/** Chapters 5 and 9 of the specification, as typed. */
const DEFAULTS = {
  capital: 100_000,
  quantityLots: 1,
  analysisIntervalMinutes: 5,
  maxTradesPerDay: 3,
  riskPerTrade: 0.02,
  lookbackPeriod: 50,
}
const SAVED: TypedAgentSettings = {
  ...{
    capital: '250000',
    quantityLots: '7',
    analysisIntervalMinutes: '9',
    maxTradesPerDay: '4',
    riskPerTrade: '1.5',
    lookbackPeriod: '75',
  },
  paperTrade: true,
}
const NAMES = [...CAPITAL_FIELDS, ...TRADING_FIELDS].map(({ name }) => name)

const read = (changes: Partial<TypedAgentSettings>) => {
  const result = readAgentSettings({ ...SAVED, ...changes })
  if (!result.ok) throw new Error('nothing typed is refused before the server has seen it')
  return result.value
}

describe.each(NAMES)('%s', (name) => {
  it.each(['', ' ', '0', '0.0', '-0', 'fifty', '-', '1e999', 'NaN', 'Infinity'])(
    'typed as “%s” becomes its default, and no other does',
    (typed) => {
      expect(read({ [name]: typed })).toEqual({ ...read({}), [name]: DEFAULTS[name] })
    },
  )

  it.each([
    ['-3', -3],
    ['1e9', 1e9],
    ['1000000000', 1e9],
    ['2e1', 20],
    ['00012', 12],
  ])('typed as “%s” is sent as that number, for the server to judge', (typed, number) => {
    expect(read({ [name]: typed })[name]).toBeCloseTo(name === 'riskPerTrade' ? number / 100 : number, 9)
  })
})

it('whole numbers lose their fraction, the risk keeps it', () => {
  expect(read({ quantityLots: '2.9', riskPerTrade: '2.9' })).toMatchObject({ quantityLots: 2, riskPerTrade: 0.029 })
})
