import { describe, expect, it } from 'vitest'
import { groupByDay } from './groupByDay.ts'

// 00:30 on 20 November in India.
const NOW = Date.parse('2026-11-19T19:00:00Z')

describe('groupByDay', () => {
  it('counts days in India, names the last two, and keeps the order', () => {
    const times = ['2026-11-19T18:45:00Z', '2026-11-19T18:30:00Z', '2026-11-19T18:29:59Z', '2026-11-18T18:30:00Z', '2026-11-18T18:29:00Z']
    const days = groupByDay(
      times.map((time) => ({ time })),
      NOW,
    )
    expect(days.map(({ day, items }) => [day, items.length])).toEqual([
      ['Today', 2],
      ['Yesterday', 2],
      ['18 Nov 2026', 1],
    ])
    expect(days.flatMap(({ items }) => items.map(({ time }) => time))).toEqual(times)
  })

  it('of nothing is nothing', () => {
    expect(groupByDay([], NOW)).toEqual([])
  })
})
