import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { changePassword } from './changePassword.ts'
import { refreshSession } from './refreshSession.ts'

const answer = (status: number, body: unknown) => new Response(JSON.stringify(body), { status })
const passwords = { currentPassword: 'old one', newPassword: 'new one' }
const NEW_TOKENS = { success: true, data: { token: 'new', refreshToken: 'r9' } }

describe('changePassword', () => {
  const fetchCall = vi.fn<typeof fetch>()

  beforeEach(() => {
    localStorage.setItem('auth_token', 'old')
    localStorage.setItem('refresh_token', 'r1')
    vi.stubGlobal('fetch', fetchCall)
    // jsdom has no Web Locks: one at a time, in order, as in a browser.
    let queue: Promise<unknown> = Promise.resolve()
    const request = (_name: string, work: () => Promise<unknown>) => (queue = queue.then(work, work))
    Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } })
  })
  afterEach(() => {
    fetchCall.mockReset()
    vi.unstubAllGlobals()
    Reflect.deleteProperty(navigator, 'locks')
    localStorage.clear()
  })
  const paths = () => fetchCall.mock.calls.map(([path]) => path)

  it('stores the tokens of the new session before who finds the old ones refused may refresh', async () => {
    let respond: (response: Response) => void = () => undefined
    fetchCall.mockReturnValue(new Promise((resolve) => (respond = resolve)))
    const changed = changePassword(passwords)
    const refreshed = refreshSession('old')
    respond(answer(200, NEW_TOKENS))
    expect(await changed).toMatchObject({ success: true })
    expect(await refreshed).toBe('refreshed')
    expect(paths()).toEqual(['/api/auth/change-password'])
    expect([localStorage.getItem('auth_token'), localStorage.getItem('refresh_token')]).toEqual(['new', 'r9'])
  })

  it('asks once more with a fresh token when its own has run out', async () => {
    fetchCall
      .mockResolvedValueOnce(answer(401, { success: false, message: 'Expired' }))
      .mockResolvedValueOnce(answer(200, { success: true, data: { token: 'fresh', refreshToken: 'r2' } }))
      .mockResolvedValueOnce(answer(200, NEW_TOKENS))
    expect(await changePassword(passwords)).toMatchObject({ success: true })
    expect(paths()).toEqual(['/api/auth/change-password', '/api/auth/refresh', '/api/auth/change-password'])
    expect(fetchCall.mock.calls[2]?.[1]?.headers).toMatchObject({ authorization: 'Bearer fresh' })
  })

  it('gives the server’s reason, and keeps the session, when the old password is wrong', async () => {
    fetchCall.mockResolvedValue(answer(400, { success: false, message: 'The password is not correct' }))
    expect(await changePassword(passwords)).toMatchObject({ success: false, error: 'The password is not correct' })
    expect(localStorage.getItem('auth_token')).toBe('old')
  })
})
