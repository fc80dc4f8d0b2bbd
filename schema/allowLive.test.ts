import { describe, expect, it } from 'vitest'
import { mayTradeLive, readAllowLive } from './allowLive.ts'

describe('ALLOW_LIVE', () => {
  it('that is not set allows nobody, with either broker', () => {
    for (const BROKER of ['sandbox', 'smartapi'] as const) expect(readAllowLive({ BROKER })).toEqual({ ok: true, value: 'NOBODY' })
    expect(mayTradeLive('NOBODY', 'asha@example.com')).toBe(false)
  })

  it('is yes in the sandbox, for every account', () => {
    expect(readAllowLive({ BROKER: 'sandbox', ALLOW_LIVE: 'yes' })).toEqual({ ok: true, value: 'EVERYBODY' })
    expect(mayTradeLive('EVERYBODY', 'asha@example.com')).toBe(true)
  })

  it('is one e-mail address with a real broker, in any case of letters, and for no other account', () => {
    const read = readAllowLive({ BROKER: 'smartapi', ALLOW_LIVE: 'Asha@Example.com' })
    expect(read).toEqual({ ok: true, value: { email: 'asha@example.com' } })
    expect(read.ok && mayTradeLive(read.value, 'asha@example.com')).toBe(true)
    expect(read.ok && mayTradeLive(read.value, 'ravi@example.com')).toBe(false)
  })

  it.each([
    ['smartapi', 'yes'],
    ['smartapi', 'asha@example.com,ravi@example.com'],
    ['smartapi', '*'],
    ['sandbox', 'asha@example.com'],
    ['sandbox', 'no'],
  ] as const)('is with BROKER=%s a mistake that is named when it is "%s"', (BROKER, ALLOW_LIVE) => {
    const read = readAllowLive({ BROKER, ALLOW_LIVE })
    expect(read.ok ? [] : read.error).toEqual([expect.stringMatching(/^ALLOW_LIVE: /)])
    expect(read.ok ? '' : read.error[0]).toContain(`found "${ALLOW_LIVE}"`)
  })
})
