import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { MINUTE, SECOND } from '../../schema/time.ts'
import { CountChart } from './CountChart.tsx'
import { countGeometry } from './countGeometry.ts'

const from = Date.parse('2026-11-20T05:00:00Z')
const range = { from, until: from + 15 * MINUTE, ms: SECOND, limit: 8 }
const bars = [
  { time: from + 5 * SECOND, counts: [1, 2] },
  { time: from + 10 * MINUTE, counts: [4, 5] },
]

it('says the most and the limit to those who do not see it, shows the bar a key chooses, and reads as a table, newest first', () => {
  const { container } = render(<CountChart label="Orders by the second" kinds={['Entries', 'Exits']} bars={bars} {...range} />)
  const plot = screen.getByRole('img')
  expect(plot.getAttribute('aria-label')).toMatch(/^Orders by the second: at most 9, the limit is 8\./)
  const legend = () => container.querySelector('[aria-live]')?.textContent
  expect(legend()).toBe('20 Nov 2026 10:40:00 IST: 9 of 8Entries: 4Exits: 5')
  fireEvent.keyDown(plot, { key: 'Home' })
  expect(legend()).toBe('20 Nov 2026 10:30:05 IST: 3 of 8Entries: 1Exits: 2')
  fireEvent.click(screen.getByText('View as table'))
  expect(screen.getAllByRole('row').map((row) => row.textContent)).toEqual([
    'Time (IST)EntriesExitsTogetherLimit',
    '20 Nov 2026 10:40:004598',
    '20 Nov 2026 10:30:051238',
  ])
})

it('draws the limit within the picture, what is above it higher, and a bar wide enough to be seen and pointed at', () => {
  const { x, y, barWidth, indexAt, plotHeight } = countGeometry(bars, range, 400, 200)
  expect([y(0), y(9)]).toEqual([plotHeight, 0])
  expect(y(8)).toBeGreaterThan(0)
  expect(barWidth).toBe(2)
  expect([indexAt(x(from)), indexAt(x(from + 4 * MINUTE)), indexAt(x(from + 7 * MINUTE)), indexAt(x(range.until))]).toEqual([0, 0, 1, 1])
})
