import { expect, it } from 'vitest'
import { spokenOption } from './spokenOption.ts'

it.each([
  ['NIFTY01DEC2624500CE', 'NIFTY 24,500 CE, 1 Dec'],
  ['MIDCAP24NOV2612725.5PE', 'MIDCAP 12,725.5 PE, 24 Nov'],
  ['SENSEX2691780500CE', 'SENSEX 80,500 CE, 17 Sep'],
  ['SENSEX26N0581000PE', 'SENSEX 81,000 PE, 5 Nov'],
  ['SENSEX26NOV81000PE', 'SENSEX 81,000 PE, Nov'],
])('says %s as %s', (symbol, text) => {
  expect(spokenOption(symbol)).toBe(text)
})

it.each(['NIFTY', 'NIFTY26NOV24500CE', 'SENSEX27NOV2481000PE', 'NIFTY24ABC2624500CE', 'Bull Call Spread'])(
  'leaves %s as it is',
  (symbol) => {
    expect(spokenOption(symbol)).toBe(symbol)
  },
)
