import { describe, expect, it } from 'vitest'
import { describeUnmetGates, LIVE_GATES, unmetGates, type LiveFacts, type LiveGate, type LiveTerms } from './liveGates.ts'
import { RISK_TEXT_VERSION } from './riskText.ts'

const NOW = Date.parse('2026-07-01T06:00:00Z')
const TERMS: LiveTerms = { version: 3, lots: 2, instruments: ['NIFTY', 'SENSEX'], window: { start: '10:00', end: '14:00' } }
const READY: LiveFacts = {
  ...{ email: 'asha@example.com', emailVerified: true, twoFactor: true, brokerUntil: NOW + 1, acceptedRiskText: RISK_TEXT_VERSION },
  ...{ limitsChosen: true, terms: TERMS, confirmed: TERMS },
}
const trading = (terms: Partial<LiveTerms>): Partial<LiveFacts> => ({ terms: { ...TERMS, ...terms } })
const unmet = (facts: Partial<LiveFacts>, allowed: Parameters<typeof unmetGates>[1] = 'EVERYBODY') =>
  unmetGates({ ...READY, ...facts }, allowed, NOW)

describe('the gates of live trading', () => {
  it('are all met by who has done all of it, with as much as confirmed or less', () => {
    expect(unmet({})).toEqual([])
    expect(unmet(trading({ lots: 1, instruments: ['SENSEX'], window: { start: '10:30', end: '14:00' } }))).toEqual([])
    expect(unmet({}, { email: 'asha@example.com' })).toEqual([])
  })

  it.each<[LiveGate, string, Partial<LiveFacts>, Parameters<typeof unmetGates>[1]?]>([
    ['INSTALLATION', 'nobody may', {}, 'NOBODY'],
    ['INSTALLATION', 'it is another’s', {}, { email: 'ravi@example.com' }],
    ['BROKER', 'none is connected', { brokerUntil: null }],
    ['BROKER', 'its tokens have just ended', { brokerUntil: NOW }],
    ['EMAIL', 'the address is not confirmed', { emailVerified: false }],
    ['TWO_FACTOR', 'it is off', { twoFactor: false }],
    ['RISK_TEXT', 'none was accepted', { acceptedRiskText: null }],
    ['RISK_TEXT', 'the one accepted is old', { acceptedRiskText: RISK_TEXT_VERSION - 1 }],
    ['LIMITS', 'none were chosen', { limitsChosen: false }],
    ['CONFIRMATION', 'nothing was typed', { confirmed: null }],
    ['CONFIRMATION', 'the lots were raised', trading({ lots: 3 })],
    ['CONFIRMATION', 'an index was added', trading({ instruments: ['NIFTY', 'SENSEX', 'BANKNIFTY'] })],
    ['CONFIRMATION', 'another index took the place', trading({ instruments: ['BANKNIFTY'] })],
    ['CONFIRMATION', 'it begins earlier', trading({ window: { start: '09:59', end: '14:00' } })],
    ['CONFIRMATION', 'it ends later', trading({ window: { start: '12:00', end: '14:01' } })],
    ['CONFIRMATION', 'the version is a newer one', trading({ version: 4 })],
    ['CONFIRMATION', 'the version is an older one', trading({ version: 2 })],
  ])('lack %s alone when %s', (gate, _why, facts, allowed) => {
    expect(unmet(facts, allowed)).toEqual([gate])
  })

  it('are told together, each with what to do', () => {
    const none: Partial<LiveFacts> = { emailVerified: false, twoFactor: false, brokerUntil: null, acceptedRiskText: null }
    expect(unmet({ ...none, limitsChosen: false, confirmed: null }, 'NOBODY')).toEqual(LIVE_GATES)
    expect(describeUnmetGates(['BROKER', 'TWO_FACTOR'])).toBe(
      'Live trading is off. Your broker is not connected for today. Connect it in your profile. Two-factor sign-in is off. Turn it on in your profile.',
    )
  })
})
