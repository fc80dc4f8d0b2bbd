import { MINUTE, type Instant } from '../../schema/time.ts'

/** How long the engine may take to decide on what was approved. */
export const DECISION_MS = 1_800
/** For so long after the yes something that the engine has not decided on is shown; it is decided then, or no engine runs. */
const UNDECIDED_MS = 5 * MINUTE

/** Which questions to users wait at a real time: for their answer, or, approved, for the engine. For a `where` with OR. */
export function waitingQuestions(now: Instant) {
  const unanswered = { answer: 'PENDING', expiresAt: { gt: new Date(now) } } as const
  const undecided = { answer: 'APPROVED', decidedAt: null, answeredAt: { gt: new Date(now - UNDECIDED_MS) } } as const
  return [unanswered, undecided]
}
