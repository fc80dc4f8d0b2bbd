import { expect, it } from 'vitest'
import { describeLiveIncident, INCIDENT_ADVICE, LIVE_INCIDENT_KINDS, shortLiveIncident } from './liveIncidents.ts'

const facts = { option: 'NIFTY26NOV24500CE', units: -1_300 } as const

it('an incident ends with the advice of its own kind, and with no other', () => {
  for (const kind of LIVE_INCIDENT_KINDS) {
    const text = describeLiveIncident({ kind, ...facts })
    expect(LIVE_INCIDENT_KINDS.filter((each) => text.includes(INCIDENT_ADVICE[each].text))).toEqual([kind])
    expect(text).toContain('1,300 units of NIFTY26NOV24500CE')
  }
})

it('in a few words an incident still names its units and its option, in one or two lines of a phone', () => {
  for (const kind of LIVE_INCIDENT_KINDS) {
    const text = shortLiveIncident({ kind, ...facts })
    expect(text).toContain('1,300 × NIFTY26NOV24500CE')
    expect(text.length).toBeLessThanOrEqual(60)
  }
})
