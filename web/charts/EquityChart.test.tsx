import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { EquityChart } from './EquityChart.tsx'

const points = [
  { time: Date.parse('2026-11-18T05:00:00Z'), equity: 100_000, drawdown: 0 },
  { time: Date.parse('2026-11-19T05:00:00Z'), equity: 101_500, drawdown: 0 },
  { time: Date.parse('2026-11-20T05:00:00Z'), equity: 99_250, drawdown: 2_250 },
]

it('tells where it went and how deep it fell to those who do not see it', () => {
  render(<EquityChart label="Equity of the backtest" points={points} />)
  expect(screen.getByLabelText(/^Equity of the backtest from 18 Nov 2026 to 20 Nov 2026/).getAttribute('aria-label')).toContain(
    'from ₹1,00,000.00 to ₹99,250.00, worst drawdown \u2212₹2,250.00.',
  )
})

it('shows the numbers of the last point, and of the one a key chooses', () => {
  const { container } = render(<EquityChart label="Equity" points={points} />)
  const legend = () => container.querySelector('[aria-live]')?.textContent
  expect(legend()).toBe('20 Nov 2026, 10:30 ISTEquity ₹99,250.00Drawdown \u2212₹2,250.00')
  const plot = screen.getByRole('img')
  fireEvent.keyDown(plot, { key: 'ArrowLeft' })
  expect(legend()).toBe('19 Nov 2026, 10:30 ISTEquity ₹1,01,500.00Drawdown ₹0.00')
  fireEvent.keyDown(plot, { key: 'Home' })
  fireEvent.keyDown(plot, { key: 'ArrowLeft' })
  expect(legend()).toContain('18 Nov 2026')
  fireEvent.keyDown(plot, { key: 'Escape' })
  expect(legend()).toContain('20 Nov 2026')
})

it('reads as a table, newest first', () => {
  render(<EquityChart label="Equity" points={points} />)
  fireEvent.click(screen.getByText('View as table'))
  expect(screen.getAllByRole('row').map((row) => row.textContent)).toEqual([
    'Time (IST)EquityDrawdown',
    '20 Nov 2026 10:30₹99,250.00\u2212₹2,250.00',
    '19 Nov 2026 10:30₹1,01,500.00₹0.00',
    '18 Nov 2026 10:30₹1,00,000.00₹0.00',
  ])
})
