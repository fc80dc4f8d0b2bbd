import { act, render, screen } from '@testing-library/react'
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import { useDocumentTitle, useUnreadInTitle } from '../../lib/documentTitle.ts'
import { RouteFocus } from './RouteFocus.tsx'

function Shell() {
  useUnreadInTitle(3)
  return (
    <main id="main">
      <Outlet />
      <RouteFocus />
    </main>
  )
}

function Screen({ name }: { name: string }) {
  useDocumentTitle(`${name} · PAPER · Sakha`)
  return <h1>{name}</h1>
}

function show() {
  const router = createMemoryRouter(
    [
      {
        Component: Shell,
        children: [
          { path: '/dashboard', element: <Screen key="d" name="Dashboard" /> },
          { path: '/history', element: <Screen key="h" name="Trade History" /> },
          { path: '/empty', element: <p>No heading yet</p> },
        ],
      },
    ],
    { initialEntries: ['/dashboard'] },
  )
  const view = render(<RouterProvider router={router} />)
  return { go: (to: string) => act(() => router.navigate(to)), ...view }
}

describe('going to a screen', () => {
  it('leaves the focus of the first screen alone, and moves it to the heading of the next', async () => {
    const { go } = show()
    expect(document.activeElement).toBe(document.body)
    await go('/history')
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Trade History' }))
    await go('/history?page=2')
    expect(document.activeElement?.textContent).toBe('Trade History')
  })

  it('moves it to the whole screen while that has no heading', async () => {
    const { go } = show()
    await go('/empty')
    expect(document.activeElement).toBe(screen.getByRole('main'))
  })

  it('names it in the title with the mode, behind the number of unread notifications', async () => {
    const { go, unmount } = show()
    expect(document.title).toBe('(3) Dashboard · PAPER · Sakha')
    await go('/history')
    expect(document.title).toBe('(3) Trade History · PAPER · Sakha')
    unmount()
    expect(document.title).not.toContain('Sakha')
  })
})
