import { latestUpdate, type DueUpdate, type UpdateAnswer } from '../../schema/market/updateTimes.ts'
import type { Duty } from './MarketSchedule.ts'

/** Updates of performance, the final one with the close. `request`: made once, however many nodes request it. */
export function performanceDuty(request: (update: DueUpdate) => Promise<UpdateAnswer>): Duty {
  return {
    name: 'the request for an update of performance',
    dueAt: (session, now) => latestUpdate(session, now)?.dueAt ?? null,
    run: async (dueAt, { close }) => (await request({ dueAt, isFinal: dueAt === close })) !== 'BUSY',
    catchesUp: true,
    retryAfter: 0,
  }
}
