import { render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { createMemoryRouter, MemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, describe, expect, it } from 'vitest'
import { useAuthStore } from '../lib/session/useAuthStore.ts'
import { RequireSession } from './RequireSession.tsx'

function visit() {
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
    { initialEntries: ['/history'] },
  )
  render(<RouterProvider router={router} />)
  return router
}

describe('RequireSession', () => {
  afterEach(() => {
    useAuthStore.setState({ isAuthenticated: false, user: null })
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
})
