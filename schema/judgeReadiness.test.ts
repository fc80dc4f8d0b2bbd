import { describe, expect, it } from 'vitest'
import { READINESS_SUBJECTS, readinessFacts, type AddressFacts, type ReadinessFacts } from './brokerReadiness.ts'
import { judgeAddress, judgeClock, judgeReadiness } from './judgeReadiness.ts'
import type { Role } from './roles.ts'

const READY: ReadinessFacts = {
  ...{ marketAt: Date.UTC(2026, 10, 23, 3, 5), tokenProblem: null, fundsPaise: 12_345_600 },
  address: { registered: '203.0.113.7', outgoing: '203.0.113.7', refusal: null },
  clock: { aheadMs: -300, withinMs: 550 },
  market: { feed: 'IDLE', contracts: 4_812, hasSession: true, isCovered: true },
}
const MARKET = READY.market!
const of = (changes: Partial<ReadinessFacts>) =>
  Object.fromEntries(judgeReadiness({ ...READY, ...changes }, 'user').map(({ subject, state, text }) => [subject, [state, text] as const]))

describe('readiness', () => {
  it('is green in every subject, in their order, when nothing is left to do', () => {
    const items = judgeReadiness(readinessFacts.parse(JSON.parse(JSON.stringify(READY))), 'user')
    expect(items.map(({ subject }) => subject)).toEqual(READINESS_SUBJECTS)
    expect(items.filter(({ state }) => state !== 'READY')).toEqual([])
    expect(items.find(({ subject }) => subject === 'FUNDS')?.text).toBe('₹1,23,456 available to trade.')
    expect(of({ market: { ...MARKET, hasSession: false } })['HOLIDAYS']).toEqual(['READY', 'The exchanges are closed today.'])
  })

  it('does not blame the funds for a session that is over', () => {
    const over = of({ tokenProblem: 'The session is over.', fundsPaise: null })
    expect(over['TOKEN']).toEqual(['ATTENTION', 'The session is over.'])
    expect(over['FUNDS']).toEqual(['UNKNOWN', 'Not checked: the session comes first.'])
    expect(of({ fundsPaise: null })['FUNDS']?.[0]).toBe('ATTENTION')
  })

  it('wants funds to trade with', () => {
    expect(of({ fundsPaise: 0 })['FUNDS']).toEqual(['ATTENTION', "₹0 available to trade. Add funds in the broker's app."])
    expect(of({ fundsPaise: -500 })['FUNDS']?.[0]).toBe('ATTENTION')
  })

  it('wants prices, contracts and holidays', () => {
    for (const feed of ['SILENT', 'PARTIAL', 'DISCONNECTED'] as const)
      expect(of({ market: { ...MARKET, feed } })['FEED']?.[0]).toBe('ATTENTION')
    expect(of({ market: { ...MARKET, feed: 'TICKING' } })['FEED']?.[0]).toBe('READY')
    expect(of({ market: { ...MARKET, contracts: 0 } })['CONTRACTS']?.[0]).toBe('ATTENTION')
    expect(of({ market: { ...MARKET, isCovered: false } })['HOLIDAYS']?.[1]).toContain('The holidays of 2026 are incomplete')
  })

  it('knows nothing of the market while the engine is starting', () => {
    const starting = of({ market: null })
    for (const subject of ['FEED', 'CONTRACTS', 'HOLIDAYS']) expect(starting[subject]?.[0]).toBe('UNKNOWN')
  })
})

it.each<[string, Omit<AddressFacts, 'refusal'>, string]>([
  ['is not known to be right while none is registered here', { registered: null, outgoing: '203.0.113.7' }, 'UNKNOWN'],
  ['is right when it is the registered one', { registered: '203.0.113.7', outgoing: '203.0.113.7' }, 'READY'],
  ['is wrong when it is another one', { registered: '203.0.113.7', outgoing: '198.51.100.4' }, 'ATTENTION'],
  ['cannot be seen from behind a router', { registered: '203.0.113.7', outgoing: '192.168.1.20' }, 'UNKNOWN'],
  ['cannot be seen from behind a carrier', { registered: '203.0.113.7', outgoing: '100.127.0.1' }, 'UNKNOWN'],
  ['can be seen beside what a carrier has', { registered: '203.0.113.7', outgoing: '100.128.0.1' }, 'ATTENTION'],
  ['cannot be seen without a way out', { registered: '203.0.113.7', outgoing: null }, 'UNKNOWN'],
])('the address that orders leave from %s', (_what, address, state) => {
  expect(judgeAddress({ ...address, refusal: null }).state).toBe(state)
})

it('the address that orders leave from is wrong when the broker has refused one for it, whatever it seems to be', () => {
  const seen = { registered: '203.0.113.7', outgoing: '203.0.113.7', refusal: 'register the address (it says: 198.51.100.4)' }
  expect(judgeAddress(seen)).toEqual({ state: 'ATTENTION', text: expect.stringContaining('198.51.100.4') as string })
  expect(judgeAddress({ ...seen, registered: null }).state).toBe('ATTENTION')
})

it('what only the operator of the server can do is asked of admins, and of nobody else', () => {
  const facts: ReadinessFacts = { ...READY, address: { ...READY.address, registered: null }, clock: { aheadMs: 31_200, withinMs: 520 } }
  const texts = (reader: Role) =>
    judgeReadiness(facts, reader).flatMap(({ subject, text }) => (subject === 'ADDRESS' || subject === 'CLOCK' ? [text] : []))
  expect(texts('admin')).toEqual([
    expect.stringMatching(/put it into SMARTAPI_STATIC_IP\.$/),
    expect.stringMatching(/Switch on time synchronisation \(NTP\)\.$/),
  ])
  for (const reader of ['user', 'analyst'] as const)
    expect(texts(reader)).toEqual([
      expect.stringMatching(/: the operator of this server has to set it\.$/),
      expect.stringMatching(/Ask the operator of this server to set it\.$/),
    ])
})

describe('the clock', () => {
  it('may be off by two seconds, beside what the measurement is off', () => {
    expect(judgeClock({ aheadMs: 2_500, withinMs: 500 }).state).toBe('READY')
    expect(judgeClock({ aheadMs: 2_501, withinMs: 500 }).state).toBe('ATTENTION')
    expect(judgeClock({ aheadMs: -2_501, withinMs: 500 }).state).toBe('ATTENTION')
    expect(judgeClock(null).state).toBe('UNKNOWN')
  })

  it('that is wrong is said to be by how much', () => {
    expect(judgeClock({ aheadMs: 31_200, withinMs: 520 }).text).toMatch(/^This server's clock is 31 s ahead of the broker's/)
    expect(judgeClock({ aheadMs: -4_800, withinMs: 520 }).text).toMatch(/^This server's clock is 5 s behind the broker's/)
  })
})
