import type { Logger } from 'pino'
import { SECOND } from '../../../schema/time.ts'
import type { Shutdown } from '../../runtime/Shutdown.ts'
import type { EngineClock } from '../../schedule/EngineClock.ts'
import { MarketSchedule } from '../../schedule/MarketSchedule.ts'
import { SchedulePool } from '../../schedule/SchedulePool.ts'
import { definePart } from '../Part.ts'

const SCHEDULE_BEAT_MS = SECOND

interface Needs {
  readonly shutdown: Shutdown
  readonly time: EngineClock
  readonly log: Logger
}

/** What the market's clock makes due. Parts behind it add their duties. */
export const schedulePart = definePart({
  open: ({ shutdown, log }: Needs) => {
    const schedulePool = new SchedulePool(log)
    shutdown.add('schedule worker', () => schedulePool.close())
    return { schedulePool, schedule: new MarketSchedule(log) }
  },
  run: ({ schedule, time }) => ({
    beats: [{ everyMs: SCHEDULE_BEAT_MS, do: () => void schedule.onTime(time.now(), time.session(), time.previousSession()) }],
  }),
})
