import type { Logger } from 'pino'
import { SECOND, type Instant } from '../../../schema/time.ts'
import type { EngineConfig } from '../../runtime/config.ts'
import type { Shutdown } from '../../runtime/Shutdown.ts'
import { booksDuty } from '../../schedule/booksDuty.ts'
import type { MarketSchedule } from '../../schedule/MarketSchedule.ts'
import type { SchedulePool } from '../../schedule/SchedulePool.ts'
import type { Store } from '../../store/Store.ts'
import { definePart } from '../Part.ts'

interface Needs {
  readonly config: EngineConfig
  readonly shutdown: Shutdown
  readonly store: Store
  readonly leads: () => boolean
  readonly schedule: MarketSchedule
  readonly schedulePool: SchedulePool
  readonly now: () => Instant
  readonly log: Logger
}

/** The nightly check of the books. */
export const booksPart = definePart({
  open: ({ config, shutdown, store, leads, schedule, schedulePool, now, log }: Needs) => {
    let checked: { readonly at: Instant; readonly broken: number } | null = null
    const check = async () => {
      const broken = await schedulePool.checkBooks(config.databaseUrl, shutdown.signal)
      checked = { at: now(), broken: broken.length }
      return broken
    }
    schedule.add(booksDuty({ check, tell: (damaged) => store.tellOfBooks(damaged), isMine: leads, log }))
    return {
      /** When this engine last had the books checked, and how many laws were broken; null: not since its start. */
      booksChecked: () => checked,
    }
  },
  run: ({ booksChecked }) => ({
    metrics: (metrics) => {
      metrics.gauge(
        'books_checked_timestamp_seconds',
        'When this engine last had the books checked, in seconds since 1970; 0: not since its start.',
        () => (booksChecked()?.at ?? 0) / SECOND,
      )
      metrics.gauge('books_broken_laws', 'Laws of the books that this check found broken.', () => booksChecked()?.broken ?? 0)
    },
  }),
})
