import { expect, it } from 'vitest'
import { groupAlike } from './groupAlike.ts'

const told = (id: string, key: string | null, kind = 'TRADE_DENIED') => ({ id, kind, group: key === null ? null : { key } })
const lines = (...items: ReturnType<typeof told>[]) => groupAlike(items).map((line) => line.map(({ id }) => id).join(' '))

it('puts those that say the same in the place of the latest, and leaves the others where they are', () => {
  expect(lines(told('a', null), told('b', 'full'), told('c', null), told('d', 'late'), told('e', 'full'))).toEqual(['a', 'b e', 'c', 'd'])
  expect(lines()).toEqual([])
})

it('puts no two kinds together', () => {
  expect(lines(told('a', 'full'), told('b', 'full', 'DAILY_LOSS'))).toEqual(['a', 'b'])
})
