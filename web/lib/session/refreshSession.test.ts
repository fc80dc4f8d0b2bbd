import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { refreshSession } from './refreshSession.ts'
import { answered, operationsOf, refused } from './testing/testAnswers.ts'
import { leaveSession, useAuthStore } from './useAuthStore.ts'

describe('refreshSession', () => {
  const fetchCall = vi.fn<typeof fetch>()

  beforeEach(() => {
    localStorage.setItem('auth_token', 'old')
    localStorage.setItem('refresh_token', 'r1')
    useAuthStore.setState({ isAuthenticated: true, user: { id: '1', name: 'Asha Rao', email: 'asha@example.in', role: 'user' } })
    vi.stubGlobal('fetch', fetchCall)
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  })
  afterEach(() => {
    fetchCall.mockReset()
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
    localStorage.clear()
  })

  it('presents the refresh token once for callers that come together', async () => {
    fetchCall.mockResolvedValue(answered({ refresh: { token: 'new', refreshToken: 'r2' } }))
    const outcomes = await Promise.all([refreshSession('old'), refreshSession('old'), refreshSession('old')])
    expect(outcomes).toEqual(['refreshed', 'refreshed', 'refreshed'])
    expect(operationsOf(fetchCall)).toEqual([{ operation: 'Refresh', variables: { refreshToken: 'r1', unattended: true } }])
    expect(localStorage.getItem('auth_token')).toBe('new')
    expect(localStorage.getItem('refresh_token')).toBe('r2')
  })

  it('asks nobody when another tab has already stored a newer token', async () => {
    expect(await refreshSession('older still')).toBe('refreshed')
    expect(fetchCall).not.toHaveBeenCalled()
  })

  it('ends the session when the server refuses', async () => {
    fetchCall.mockResolvedValue(refused('UNAUTHENTICATED', 'Session revoked'))
    expect(await refreshSession('old')).toBe('refused')
    expect(localStorage.getItem('auth_token')).toBeNull()
    expect(useAuthStore.getState()).toMatchObject({ isAuthenticated: false, user: null, ended: true })
  })

  it('does not blame the server for what is refused after the user has left', async () => {
    leaveSession()
    expect(await refreshSession('old')).toBe('refused')
    expect(useAuthStore.getState().ended).toBe(false)
  })

  it('keeps the session when nobody answers, or a gateway that does not know this version', async () => {
    fetchCall.mockRejectedValue(new TypeError('Failed to fetch'))
    expect(await refreshSession('old')).toBe('unreachable')
    for (const nobody of [
      new Response('<h1>Down</h1>', { status: 503 }),
      refused('UNAVAILABLE', 'Busy'),
      refused('INTERNAL_SERVER_ERROR', ''),
      new Response('{"errors":[{"message":"Sakha was updated. Please reload this page."}]}', { status: 410 }),
    ]) {
      fetchCall.mockResolvedValue(nobody)
      expect(await refreshSession('old')).toBe('unreachable')
    }
    expect(useAuthStore.getState().isAuthenticated).toBe(true)
  })

  it('ends the session without a refresh token', async () => {
    localStorage.removeItem('refresh_token')
    expect(await refreshSession('old')).toBe('refused')
    expect(console.warn).toHaveBeenCalledWith(expect.stringContaining('No refresh token available'))
  })
})
