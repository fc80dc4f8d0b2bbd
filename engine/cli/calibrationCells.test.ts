import { expect, it } from 'vitest'
import { calibrationCells, togetherLine, type Stated } from './calibrationCells.ts'

const NONE = { count: 0, said: 0, wins: 0 }
const few: Stated = { reliability: [NONE, { count: 10, said: 4, wins: 6 }], brier: 2.6, baseBrier: 2.5 }
const many: Stated = { reliability: [NONE, { count: 30, said: 12.6, wins: 12 }], brier: 7.2, baseBrier: 7.3 }
const silent: Stated = { reliability: [NONE, NONE], brier: 0, baseBrier: 0 }

it('confidences are shown with what they said and what was', () => {
  expect(calibrationCells(few)).toEqual(['10', '40.0/60.0%', '20.0', '0.2600/0.2500'])
  expect(calibrationCells(silent)).toEqual(['0', '–', '–', '–'])
})

it('those of several records are judged as one: errors of opposite sign cancel in a bin', () => {
  expect(togetherLine([few, silent, many])).toEqual([
    'All lookbacks together: 40 confidences, said/was 41.5/45.0%, off by 3.5, Brier ours/base 0.2450/0.2450.',
  ])
  expect(togetherLine([few, silent])).toEqual([])
})
