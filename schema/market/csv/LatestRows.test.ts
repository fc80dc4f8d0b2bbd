import { expect, it } from 'vitest'
import { paise } from '../../money.ts'
import { LatestRows, type SeriesRows } from './LatestRows.ts'

const prices = (open: number) => ({ open: paise(open), high: paise(open), low: paise(open), close: paise(open), volume: 0 })

it('remembers the last rows of all series together, and no more', () => {
  const latest = new LatestRows(3)
  const [call, put]: [SeriesRows, SeriesRows] = [new Map(), new Map()]
  latest.add(call, 1, prices(1))
  latest.add(put, 1, prices(2))
  latest.add(call, 2, prices(3))
  expect([call.get(1)?.open, put.get(1)?.open, call.get(2)?.open]).toEqual([1, 2, 3])
  latest.add(put, 2, prices(4))
  latest.add(put, 3, prices(5))
  expect([[...call.keys()], [...put.keys()]]).toEqual([[2], [2, 3]])
})
