import { expect, it } from 'vitest'
import { toRupees } from '../money.ts'
import { AGENT_BOUNDS, AGENT_DEFAULTS, settingMistakes, type AgentBoundedSetting } from './agent.ts'

const DEFAULTS = { ...AGENT_DEFAULTS, capital: toRupees(AGENT_DEFAULTS.capital) }
const SETTINGS = Object.keys(AGENT_BOUNDS) as AgentBoundedSetting[]

it('defaults and both ends of every bound are allowed', () => {
  expect(settingMistakes(DEFAULTS)).toEqual([])
  for (const setting of SETTINGS)
    for (const value of Object.values(AGENT_BOUNDS[setting])) expect(settingMistakes({ ...DEFAULTS, [setting]: value })).toEqual([])
})

it.each(SETTINGS)('%s beyond its bounds, negative, huge or no number at all is refused by name, with what was compared', (setting) => {
  const { min, max } = AGENT_BOUNDS[setting]
  for (const value of [min - 0.001, max + 0.001, 0, -1, 1e9, NaN, Infinity])
    expect(settingMistakes({ ...DEFAULTS, [setting]: value })).toEqual([{ setting, value, min, max, text: expect.any(String) as string }])
})

it('says how many lots, and which percent, may be chosen', () => {
  expect(settingMistakes({ ...DEFAULTS, capital: 1, riskPerTrade: 0.5, quantityLots: 1.5 }).map(({ text }) => text)).toEqual([
    'Capital must be from 10,000 to 1,00,00,000.',
    'Quantity in lots must be a whole number.',
    'Risk per trade must be from 0.5 to 5 percent.',
  ])
})
