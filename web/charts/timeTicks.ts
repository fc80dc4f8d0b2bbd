import { DAY, IST_OFFSET, MINUTE, type Instant } from '../../schema/time.ts'
import { formatDayMonth, formatTime } from '../lib/formatTime.ts'
import type { ChartCandle } from './ChartCandle.ts'

/** Between two labels, in minutes: divisors of an hour or a day. */
const STEPS = [1, 5, 10, 15, 30, 60, 120, 1_440] as const
/** Room a label needs, in CSS pixels. */
const LABEL_ROOM = 64

/** A label of the time axis: its bar, and whether a new day (in India) begins with it. */
export interface TimeTick {
  readonly index: number
  readonly text: string
  readonly isDay: boolean
}

/**
 * Labels for the bars from `first` to `last`: round times of the day in India, and the date where a day begins, which replaces a time that
 * is too near. Labels do not depend on where the window is moved.
 */
export function timeTicks(
  candles: readonly ChartCandle[],
  first: number,
  last: number,
  slot: number,
  minutes: number,
): readonly TimeTick[] {
  const step = STEPS.find((each) => (each / minutes) * slot >= LABEL_ROOM) ?? 1_440
  const ticks: TimeTick[] = []
  for (let i = first; i <= last; i++) {
    const { time } = candles[i]!
    const before = candles[i - 1]?.time
    const isDay = before !== undefined && dayOf(before) !== dayOf(time)
    if (!isDay && ((time + IST_OFFSET) / MINUTE) % step !== 0) continue
    const previous = ticks.at(-1)
    const hasRoom = previous === undefined || (i - previous.index) * slot >= LABEL_ROOM
    if (!hasRoom && (!isDay || previous.isDay)) continue
    if (!hasRoom) ticks.pop()
    ticks.push({ index: i, text: isDay ? formatDayMonth(time) : formatTime(time), isDay })
  }
  return ticks
}

const dayOf = (at: Instant): number => Math.floor((at + IST_OFFSET) / DAY)
