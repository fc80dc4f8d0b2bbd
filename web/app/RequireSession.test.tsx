import { act, render, screen, waitFor } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { createMemoryRouter, MemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, describe, expect, it } from 'vitest'
import { leaveSession, useAuthStore } from '../lib/session/useAuthStore.ts'
import { wantedPath } from '../lib/session/wantedPath.ts'
import { RequireSession } from './RequireSession.tsx'

function visit(path = '/history') {
  const router = createMemoryRouter(
    [
      { path: '/', element: <p>Landing</p> },
      {
        path: '/history',
        element: (
          <RequireSession>
            <p>History</p>
          </RequireSession>
        ),
      },
    ],
    { initialEntries: [path] },
  )
  render(<RouterProvider router={router} />)
  return router
}

describe('RequireSession', () => {
  afterEach(() => {
    useAuthStore.setState({ isAuthenticated: false, user: null, ended: false })
    localStorage.clear()
  })

  it('shows the page to the signed-in', () => {
    useAuthStore.setState({ isAuthenticated: true })
    visit()
    expect(screen.getByText('History')).toBeTruthy()
  })

  it('tells a visitor what happens', () => {
    // As it is first painted: before the effect that leaves the page.
    const painted = renderToString(
      <MemoryRouter>
        <RequireSession>History</RequireSession>
      </MemoryRouter>,
    )
    expect(painted).toContain('Redirecting...')
    expect(painted).toContain('Please sign in to continue')
    expect(painted).not.toContain('History')
  })

  it('sends a visitor to the landing page', async () => {
    const router = visit()
    expect(screen.queryByText('History')).toBeNull()
    expect(await screen.findByText('Landing')).toBeTruthy()
    expect(router.state.location.pathname).toBe('/')
  })

  it('remembers where a visitor wanted to go, and where somebody was whose session the server ended', async () => {
    const router = visit('/history?status=STOPLOSS_HIT#last')
    await screen.findByText('Landing')
    expect(wantedPath(router.state.location.state)).toBe('/history?status=STOPLOSS_HIT#last')

    useAuthStore.setState({ isAuthenticated: true })
    const another = visit()
    act(() => leaveSession('server'))
    await waitFor(() => expect(another.state.location.pathname).toBe('/'))
    expect(wantedPath(another.state.location.state)).toBe('/history')
  })

  it('forgets where somebody was who signed out: the next one may be another', async () => {
    useAuthStore.setState({ isAuthenticated: true, ended: false })
    const router = visit()
    act(() => leaveSession())
    await waitFor(() => expect(router.state.location.pathname).toBe('/'))
    expect(wantedPath(router.state.location.state)).toBeNull()
  })
})
