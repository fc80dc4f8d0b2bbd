import { ApolloProvider } from '@apollo/client/react'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DAY, HOUR, MINUTE, SECOND } from '../../../schema/time.ts'
import { testClient } from '../../gql/testing/testClient.ts'
import { answered } from '../../lib/session/testing/testAnswers.ts'
import { SessionEndNotice } from './SessionEndNotice.tsx'

const NOW = Date.parse('2026-11-20T05:00:00Z')
const iso = (at: number) => new Date(at).toISOString()

/** The session of the server, which a renewal by somebody who is there keeps for another day. */
let session = { endsAt: 0, expiresAt: NOW + 3 * DAY }
let renewals: unknown[] = []
let reachable = true

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'], shouldAdvanceTime: true, now: NOW })
  session = { endsAt: NOW + HOUR, expiresAt: NOW + 3 * DAY }
  renewals = []
  reachable = true
  localStorage.setItem('auth_token', 't1')
  localStorage.setItem('refresh_token', 'r1')
  vi.stubGlobal('fetch', (_path: string, { body }: { body: string }) => {
    if (!reachable) return Promise.reject(new TypeError('Failed to fetch'))
    const { variables: asked } = JSON.parse(body) as { variables: { unattended: boolean } }
    renewals.push(asked)
    if (!asked.unattended) session = { ...session, endsAt: Math.min(Date.now() + DAY, session.expiresAt) }
    return Promise.resolve(answered({ refresh: { token: 't2', refreshToken: 'r2' } }))
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  localStorage.clear()
})

function show() {
  const { client } = testClient({
    mySessions: () => [
      { id: 'other', current: false, endsAt: iso(NOW), expiresAt: iso(NOW) },
      { id: 'mine', current: true, endsAt: iso(session.endsAt), expiresAt: iso(session.expiresAt) },
    ],
  })
  const router = createMemoryRouter(
    [
      { path: '/', element: <p>Landing</p> },
      { path: '/dashboard', element: <SessionEndNotice /> },
    ],
    { initialEntries: ['/dashboard'] },
  )
  render(
    <ApolloProvider client={client}>
      <RouterProvider router={router} />
    </ApolloProvider>,
  )
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const used = (ago: number) => localStorage.setItem('last-active', String(Date.now() - ago))

describe('the end of a session', () => {
  it('is foretold five minutes before, second by second, and put off by staying', async () => {
    show()
    await pass(55 * MINUTE - 5 * SECOND)
    expect(screen.queryByRole('dialog')).toBeNull()
    await pass(10 * SECOND)
    const dialog = await screen.findByRole('dialog', { name: 'Are you still there?' })
    expect(dialog.textContent).toMatch(/You will be signed out in 4:5\d for inactivity\./)
    const stay = screen.getByRole('button', { name: 'Stay signed in' })
    expect(document.activeElement).toBe(stay)
    await pass(20 * SECOND)
    expect(dialog.textContent).toMatch(/in 4:3\d for/)
    used(0)
    fireEvent.click(stay)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(renewals).toEqual([{ refreshToken: 'r1', unattended: false }])
    expect(localStorage.getItem('auth_token')).toBe('t2')
    await pass(HOUR)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('goes from the screen when another tab stays', async () => {
    show()
    await pass(56 * MINUTE)
    await screen.findByRole('dialog')
    session = { ...session, endsAt: NOW + DAY }
    window.dispatchEvent(new StorageEvent('storage', { key: 'auth_token', newValue: 't9' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(renewals).toEqual([])
  })

  it('is put off without a word while somebody uses a page, and not asked about when another tab has put it off', async () => {
    show()
    await pass(50 * MINUTE)
    used(0)
    await pass(6 * MINUTE)
    await waitFor(() => expect(renewals).toHaveLength(1))
    expect(screen.queryByRole('dialog')).toBeNull()
    await pass(DAY - 10 * MINUTE)
    session = { ...session, endsAt: session.endsAt + HOUR }
    await pass(6 * MINUTE)
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(renewals).toHaveLength(1)
  })

  it('is asked about, not put off again and again, where the clock is a day ahead', async () => {
    session = { endsAt: NOW + MINUTE, expiresAt: NOW + 3 * DAY }
    used(0)
    vi.stubGlobal('fetch', () => {
      renewals.push(null)
      session = { ...session, endsAt: session.endsAt + SECOND }
      return Promise.resolve(answered({ refresh: { token: `t${renewals.length}`, refreshToken: 'r2' } }))
    })
    show()
    await screen.findByRole('dialog')
    await pass(10 * SECOND)
    expect(renewals).toHaveLength(1)
  })

  it('says when staying reached nobody, and can be tried again; Escape stays, too', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    show()
    await pass(56 * MINUTE)
    await screen.findByRole('dialog')
    used(0)
    reachable = false
    fireEvent.click(screen.getByRole('button', { name: 'Stay signed in' }))
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('The server did not answer. Please try again.'))
    reachable = true
    fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(renewals).toHaveLength(1)
  })

  it('signs out at once when asked to', async () => {
    show()
    await pass(56 * MINUTE)
    fireEvent.click(await screen.findByRole('button', { name: 'Sign out' }))
    expect(await screen.findByText('Landing')).toBeTruthy()
    expect(localStorage.getItem('auth_token')).toBeNull()
  })

  it('after seven days is foretold, too, and cannot be put off', async () => {
    session = { endsAt: NOW + HOUR, expiresAt: NOW + HOUR }
    show()
    used(0)
    await pass(56 * MINUTE)
    const dialog = await screen.findByRole('dialog', { name: 'Your session ends soon' })
    expect(dialog.textContent).toContain('a session lasts seven days at most')
    fireEvent.click(screen.getByRole('button', { name: 'Continue until then' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(renewals).toEqual([])
  })
})
