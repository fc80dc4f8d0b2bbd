import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startSession } from './startSession.ts'
import { useAuthStore } from './useAuthStore.ts'

const answer = (status: number, body: unknown) => new Response(JSON.stringify(body), { status })
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

  it('takes the user from the profile, as user or as the object itself', async () => {
    fetchCall.mockResolvedValueOnce(answer(200, { success: true, data: { user: asha } }))
    await startSession()
    expect(useAuthStore.getState()).toMatchObject({ isAuthenticated: true, user: { name: 'Asha Rao' } })
    fetchCall.mockResolvedValueOnce(answer(200, { success: true, data: { ...asha, name: 'Asha R' } }))
    await startSession()
    expect(useAuthStore.getState().user?.name).toBe('Asha R')
  })

  it('refreshes an expired token once and reads the profile again', async () => {
    fetchCall
      .mockResolvedValueOnce(answer(401, { success: false, message: 'Expired' }))
      .mockResolvedValueOnce(answer(200, { success: true, data: { token: 'new', refreshToken: 'r2' } }))
      .mockResolvedValueOnce(answer(200, { success: true, data: asha }))
    await startSession()
    expect(fetchCall.mock.calls.map(([path]) => path)).toEqual(['/api/user/profile', '/api/auth/refresh', '/api/user/profile'])
    expect(useAuthStore.getState().isAuthenticated).toBe(true)
    expect(localStorage.getItem('auth_token')).toBe('new')
  })

  it('signs out when the server refuses the session, or knows no user for it', async () => {
    fetchCall.mockImplementation(() => Promise.resolve(answer(401, { success: false, message: 'Revoked' })))
    await startSession()
    expect(useAuthStore.getState()).toMatchObject({ isAuthenticated: false, user: null })
    expect(localStorage.getItem('refresh_token')).toBeNull()

    localStorage.setItem('auth_token', 'old')
    fetchCall.mockImplementation(() => Promise.resolve(answer(200, { success: true, data: {} })))
    await startSession()
    expect(localStorage.getItem('auth_token')).toBeNull()
  })

  it('keeps the session while the server cannot be asked', async () => {
    fetchCall.mockRejectedValue(new TypeError('Failed to fetch'))
    await startSession()
    expect(useAuthStore.getState()).toMatchObject({ isAuthenticated: true, user: { name: 'Stored Name' } })
    expect(localStorage.getItem('auth_token')).toBe('old')
  })

  it('follows another tab that signs out', async () => {
    fetchCall.mockResolvedValue(answer(200, { success: true, data: asha }))
    await startSession()
    window.dispatchEvent(new StorageEvent('storage', { key: 'auth_token', oldValue: 'old', newValue: null }))
    expect(useAuthStore.getState()).toMatchObject({ isAuthenticated: false, ended: false })
  })
})
