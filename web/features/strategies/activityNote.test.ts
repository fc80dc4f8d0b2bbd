import { expect, it } from 'vitest'
import { istInstant } from '../../../schema/time.ts'
import { activityNote } from './activityNote.ts'
import { userStrategy } from './testing/testStrategies.ts'

const at = (hours: number, minutes: number) => istInstant('2026-11-20', hours * 60 + minutes)
const open = { isOpenAt: () => true, timeAt: (real: number) => real }
const strategy = userStrategy({ interval: 'FIVE_MINUTES', timeWindow: { start: '09:20', end: '15:10' } })

it.each([
  ['an active one opens trades', strategy, { now: at(11, 41) }, 'Opens new trades; next check at 11:45'],
  ['one whose window is over does not say when', strategy, { now: at(15, 11) }, 'Opens new trades; its hours are over for today'],
  ['without a market nothing is known of the time', strategy, { now: at(11, 41), market: null }, 'Opens new trades'],
  ['a closed market checks nothing', strategy, { now: at(18, 0), market: { ...open, isOpenAt: () => false } }, 'Opens new trades'],
  ['a stop comes before the time', strategy, { now: at(11, 41), stopped: true }, 'Stopped: opens no new trades'],
  ['a paused one checks nothing', { ...strategy, isActive: false }, { now: at(11, 41) }, 'No new trades; open ones keep running'],
] as const)('%s', (_, of, moment, text) => {
  expect(activityNote(of, { stopped: false, market: open, ...moment })).toBe(text)
})
