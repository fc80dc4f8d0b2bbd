import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { expect, it } from 'vitest'
import { BottomNav } from './BottomNav.tsx'

it('The bottom navigation leads to five pages and names the one that is open, also by a page below it', () => {
  render(
    <MemoryRouter initialEntries={['/strategies/42']}>
      <BottomNav />
    </MemoryRouter>,
  )
  // jsdom is no phone: the bar is there, not displayed.
  expect(screen.getAllByRole('link', { hidden: true }).map((link) => [link.textContent.trim(), link.getAttribute('href')])).toEqual([
    ['Dashboard', '/dashboard'],
    ['Live Trades', '/live-trades'],
    ['Strategies', '/strategies'],
    ['Agent', '/research-agent'],
    ['History', '/history'],
  ])
  expect(screen.getByRole('link', { current: 'page', hidden: true }).textContent).toContain('Strategies')
})
