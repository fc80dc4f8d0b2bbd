import { describe, expect, it } from 'vitest'
import { istInstant } from '../../../schema/time.ts'
import { Sessions, type SessionTokens } from './Sessions.ts'

const midnight = istInstant('2026-11-21', 0)

function sessionsAt(at: number) {
  const market = { now: at }
  return { sessions: new Sessions(() => market.now), market }
}

describe('a session', () => {
  it('opens with three tokens, each good for its own use only', async () => {
    const { sessions } = sessionsAt(midnight - 1_000)
    const { jwtToken, feedToken, refreshToken } = await sessions.open('S1')
    expect((await sessions.check(jwtToken, 'access')).ok).toBe(true)
    expect((await sessions.check(feedToken, 'feed')).ok).toBe(true)
    expect((await sessions.check(refreshToken, 'refresh')).ok).toBe(true)
    expect(await sessions.check(feedToken, 'access')).toEqual({ ok: false, error: 'invalid' })
  })

  it('ends at midnight in India by the market’s clock', async () => {
    const { sessions, market } = sessionsAt(midnight - 6 * 3_600_000)
    const { jwtToken } = await sessions.open('S1')
    market.now = midnight - 1_000
    expect((await sessions.check(jwtToken, 'access')).ok).toBe(true)
    market.now = midnight
    expect(await sessions.check(jwtToken, 'access')).toEqual({ ok: false, error: 'expired' })
  })

  it('ends at logout, its renewed tokens too', async () => {
    const { sessions } = sessionsAt(midnight - 1_000)
    const { refreshToken } = await sessions.open('S1')
    const session = await sessions.check(refreshToken, 'refresh')
    if (!session.ok) throw new Error(session.error)
    const { jwtToken } = await sessions.renew(session.value.id)
    expect((await sessions.check(jwtToken, 'access')).ok).toBe(true)
    sessions.close(session.value.id)
    expect(await sessions.check(jwtToken, 'access')).toEqual({ ok: false, error: 'invalid' })
  })

  it('is its client’s own, and ends with all the others of that client only', async () => {
    const { sessions } = sessionsAt(midnight - 1_000)
    const [mine, alsoMine, theirs] = await Promise.all(['S1', 'S1', 'S2'].map((clientCode) => sessions.open(clientCode)))
    const owner = async ({ jwtToken }: SessionTokens) => {
      const session = await sessions.check(jwtToken, 'access')
      return session.ok ? session.value.clientCode : session.error
    }
    expect(await Promise.all([mine!, alsoMine!, theirs!].map(owner))).toEqual(['S1', 'S1', 'S2'])
    sessions.closeAll('S1')
    expect(await Promise.all([mine!, alsoMine!, theirs!].map(owner))).toEqual(['invalid', 'invalid', 'S2'])
  })

  it('is not opened by a token that is forged, garbled or another exchange’s', async () => {
    const { sessions } = sessionsAt(midnight - 1_000)
    const { jwtToken } = await sessions.open('S1')
    const stranger = await sessionsAt(midnight - 1_000).sessions.open('S1')
    const [head, body] = jwtToken.split('.')
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${body}.`
    for (const token of [stranger.jwtToken, unsigned, `${head}.${body}.AAAA`, jwtToken.slice(0, 20), ''])
      expect(await sessions.check(token, 'access')).toEqual({ ok: false, error: 'invalid' })
  })
})
