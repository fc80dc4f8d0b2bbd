import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { changePassword } from './changePassword.ts'
import { refreshSession } from './refreshSession.ts'
import { answered, operationsOf, refused } from './testing/testAnswers.ts'

const passwords = { currentPassword: 'old one', newPassword: 'new one' }
const NEW_TOKENS = { changePassword: { token: 'new', refreshToken: 'r9' } }

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
  const operations = () => operationsOf(fetchCall).map(({ operation }) => operation)

  it('stores the tokens of the new session before who finds the old ones refused may refresh', async () => {
    let respond: (response: Response) => void = () => undefined
    fetchCall.mockReturnValue(new Promise((resolve) => (respond = resolve)))
    const changed = changePassword(passwords)
    const refreshed = refreshSession('old')
    respond(answered(NEW_TOKENS))
    expect(await changed).toMatchObject({ success: true })
    expect(await refreshed).toBe('refreshed')
    expect(operationsOf(fetchCall)).toEqual([{ operation: 'ChangePassword', variables: { input: passwords } }])
    expect([localStorage.getItem('auth_token'), localStorage.getItem('refresh_token')]).toEqual(['new', 'r9'])
  })

  it('asks once more with a fresh token when its own has run out', async () => {
    fetchCall
      .mockResolvedValueOnce(refused('UNAUTHENTICATED', 'Expired'))
      .mockResolvedValueOnce(answered({ refresh: { token: 'fresh', refreshToken: 'r2' } }))
      .mockResolvedValueOnce(answered(NEW_TOKENS))
    expect(await changePassword(passwords)).toMatchObject({ success: true })
    expect(operations()).toEqual(['ChangePassword', 'Refresh', 'ChangePassword'])
    expect(fetchCall.mock.calls[2]?.[1]?.headers).toMatchObject({ authorization: 'Bearer fresh' })
  })

  it('gives the server’s reason, and keeps the session, when the old password is wrong', async () => {
    fetchCall.mockResolvedValue(refused('BAD_USER_INPUT', 'The password is not correct'))
    expect(await changePassword(passwords)).toMatchObject({ success: false, error: 'The password is not correct' })
    expect(localStorage.getItem('auth_token')).toBe('old')
  })
})
