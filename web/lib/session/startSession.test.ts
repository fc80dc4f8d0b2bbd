import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startSession } from './startSession.ts'
import { answered, operationsOf, refused } from './testing/testAnswers.ts'
import { useAuthStore } from './useAuthStore.ts'

const asha = { id: '1', name: 'Asha Rao', email: 'asha@example.in', role: 'user' }

describe('startSession', () => {
  const fetchCall = vi.fn<typeof fetch>()

  beforeEach(() => {
    localStorage.setItem('auth_token', 'old')
    localStorage.setItem('refresh_token', 'r1')
    useAuthStore.setState({ isAuthenticated: true, user: { ...asha, name: 'Stored Name', role: 'user' } })
    vi.stubGlobal('fetch', fetchCall)
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  })
  afterEach(() => {
    fetchCall.mockReset()
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
    localStorage.clear()
  })

  it('takes the user from the profile', async () => {
    fetchCall.mockResolvedValueOnce(answered({ me: asha }))
    await startSession()
    expect(useAuthStore.getState()).toMatchObject({ isAuthenticated: true, user: asha })
    expect(fetchCall.mock.calls[0]?.[1]?.headers).toMatchObject({ authorization: 'Bearer old' })
  })

  it('takes the answer the page has asked for with the same token while it loaded', async () => {
    window.earlyProfile = { token: 'old', response: Promise.resolve(answered({ me: asha })) }
    await startSession()
    expect(useAuthStore.getState().user).toEqual(asha)
    expect(fetchCall).not.toHaveBeenCalled()
  })

  it('refreshes an expired token once and reads the profile again', async () => {
    fetchCall
      .mockResolvedValueOnce(refused('UNAUTHENTICATED', 'Expired'))
      .mockResolvedValueOnce(answered({ refresh: { token: 'new', refreshToken: 'r2' } }))
      .mockResolvedValueOnce(answered({ me: asha }))
    await startSession()
    expect(operationsOf(fetchCall).map(({ operation }) => operation)).toEqual(['Me', 'Refresh', 'Me'])
    expect(useAuthStore.getState().isAuthenticated).toBe(true)
    expect(localStorage.getItem('auth_token')).toBe('new')
  })

  it('signs out when the server refuses the session, or knows no user for it', async () => {
    fetchCall.mockImplementation(() => Promise.resolve(refused('UNAUTHENTICATED', 'Revoked')))
    await startSession()
    expect(useAuthStore.getState()).toMatchObject({ isAuthenticated: false, user: null })
    expect(localStorage.getItem('refresh_token')).toBeNull()

    localStorage.setItem('auth_token', 'old')
    fetchCall.mockImplementation(() => Promise.resolve(answered({})))
    await startSession()
    expect(localStorage.getItem('auth_token')).toBeNull()
  })

  it('keeps the session while the server cannot be asked', async () => {
    fetchCall.mockRejectedValue(new TypeError('Failed to fetch'))
    await startSession()
    expect(useAuthStore.getState()).toMatchObject({ isAuthenticated: true, user: { name: 'Stored Name' } })
    fetchCall.mockResolvedValue(refused('UNAVAILABLE', 'Sakha is very busy at the moment.'))
    await startSession()
    expect(useAuthStore.getState().isAuthenticated).toBe(true)
    expect(localStorage.getItem('auth_token')).toBe('old')
  })

  it('follows another tab that signs out', async () => {
    fetchCall.mockResolvedValue(answered({ me: asha }))
    await startSession()
    window.dispatchEvent(new StorageEvent('storage', { key: 'auth_token', oldValue: 'old', newValue: null }))
    expect(useAuthStore.getState()).toMatchObject({ isAuthenticated: false, ended: false })
  })
})
