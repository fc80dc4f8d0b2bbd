import { UserFacingError } from '../../schema/errors.ts'
import { SECOND } from '../../schema/time.ts'
import type { AgentAnswer } from '../../schema/trading/agent.ts'

/** Something that a user is asked to approve, until a real time. */
export interface Answered {
  readonly answer: AgentAnswer
  readonly expiresAt: Date
}

interface AnsweredWords {
  /** A sentence for what gave way to something newer. */
  readonly replaced: string
  /** What it is, and what was not done with it. */
  readonly thing: string
  readonly undone: string
}

/** Throws CONFLICT for what cannot be answered any more. */
export function refuseAnswered({ answer, expiresAt }: Answered, { replaced, thing, undone }: AnsweredWords): void {
  const over = Math.ceil((Date.now() - expiresAt.getTime()) / SECOND)
  if (answer === 'APPROVED') throw new UserFacingError('CONFLICT', 'You have already approved this.')
  if (answer === 'DECLINED') throw new UserFacingError('CONFLICT', 'You have already declined this.')
  if (over >= 0)
    throw new UserFacingError('CONFLICT', `This ${thing} ended ${over} ${over === 1 ? 'second' : 'seconds'} ago. Nothing was ${undone}.`)
  if (answer === 'EXPIRED') throw new UserFacingError('CONFLICT', replaced)
}
