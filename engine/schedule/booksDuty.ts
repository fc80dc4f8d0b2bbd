import type { Logger } from 'pino'
import { MINUTE } from '../../schema/time.ts'
import type { BrokenLaw } from '../store/checkBooks.ts'
import type { Duty } from './MarketSchedule.ts'

export interface BooksDutyParts {
  readonly check: () => Promise<readonly BrokenLaw[]>
  /** Publishes the result. */
  readonly tell: (damaged: boolean) => Promise<void>
  /** Whether it is this node's turn: one of all nodes checks. */
  readonly isMine: () => boolean
  readonly log: Pick<Logger, 'error' | 'info'>
}

/** The check of the books after the close of a session. */
export function booksDuty({ check, tell, isMine, log }: BooksDutyParts): Duty {
  return {
    name: 'the nightly check of the books',
    dueAt: ({ close }, now) => (now >= close ? close : null),
    run: async () => {
      if (!isMine()) return true
      const broken = await check()
      if (broken.length > 0) log.error({ broken }, 'the nightly check has found the books damaged')
      else log.info('the nightly check has found the books whole')
      await tell(broken.length > 0)
      return true
    },
    catchesUp: false,
    retryAfter: 5 * MINUTE,
  }
}
