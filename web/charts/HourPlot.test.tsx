import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { MINUTE } from '../../schema/time.ts'
import { brokenLine, HourPlot } from './HourPlot.tsx'

const UNTIL = Date.parse('2026-07-01T05:00:00Z')
const points = [4, 3, null, 1].map((value, i) => ({ time: UNTIL + (i - 4) * MINUTE, value }))

it('tells the last and the highest value to those who do not see it, and every minute as a table, newest first', () => {
  render(<HourPlot title="Errors" text="Errors a minute." points={points} until={UNTIL} format={String} />)
  expect(screen.getByRole('img', { name: 'Errors: 1 last, 4 at most.' })).toBeTruthy()
  fireEvent.click(screen.getByText('View as table'))
  expect(screen.getAllByRole('row').map((row) => row.textContent)).toEqual([
    'Time (IST)Errors',
    ...['10:29', '10:28', '10:27', '10:26'].map((time, i) => `${time}${[1, '—', 3, 4][i]}`),
  ])
})

it('says when there is nothing', () => {
  render(<HourPlot title="Errors" text="Errors a minute." points={[]} until={UNTIL} format={String} />)
  expect(screen.getByRole('img', { name: 'Errors: no data in the last hour.' })).toBeTruthy()
})

it('is broken where nothing is known and where minutes are missing', () => {
  const of = (...minutes: [number, number | null][]) => minutes.map(([minute, value]) => ({ time: minute * MINUTE, value }))
  const line = brokenLine(
    of([0, 1], [1, 2], [2, null], [3, 4], [6, 5]),
    (time) => time / MINUTE,
    (value) => value,
  )
  expect(line).toBe('M0 1h0L1 2M3 4h0M6 5h0')
})
