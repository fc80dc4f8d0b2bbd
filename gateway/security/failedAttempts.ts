import type { Database, Transaction } from '../../prisma/client.ts'
import { RetryLater } from '../../schema/errors.ts'
import { HOUR, MINUTE, SECOND } from '../../schema/time.ts'
import { digest } from './digest.ts'

interface Patience {
  /** Attempts before the first wait. */
  readonly free: number
  /** It doubles with every further attempt … */
  readonly firstWaitMs: number
  /** … up to this: nobody is locked out for ever, or a stranger could lock out anybody. */
  readonly longestWaitMs: number
}

const PATIENCE = {
  /** By e-mail address, whether or not there is such an account. */
  signIn: { free: 5, firstWaitMs: SECOND, longestWaitMs: 15 * MINUTE },
  /** By user: the password of somebody who is signed in. */
  password: { free: 5, firstWaitMs: SECOND, longestWaitMs: 15 * MINUTE },
  /** By user: six digits can be guessed, so there are few guesses. */
  secondFactor: { free: 5, firstWaitMs: 15 * MINUTE, longestWaitMs: 15 * MINUTE },
  /** By e-mail address: mails with links, so that nobody's mailbox is flooded. */
  mail: { free: 3, firstWaitMs: MINUTE, longestWaitMs: HOUR },
  /** By user: messages sent to try a channel. */
  testMessage: { free: 5, firstWaitMs: 10 * SECOND, longestWaitMs: MINUTE },
} as const satisfies Record<string, Patience>
export type AttemptKind = keyof typeof PATIENCE

/**
 * Counts an attempt before it is looked at, so that many at once are as many; one that succeeds is taken back with forgiveAttempts().
 * Throws RATE_LIMITED while there have been too many. Counts are forgotten after a day of quiet.
 */
export async function countAttempt(db: Database | Transaction, kind: AttemptKind, who: string): Promise<void> {
  const { free, firstWaitMs, longestWaitMs } = PATIENCE[kind]
  const subject = subjectOf(kind, who)
  await db.$executeRaw`DELETE FROM "FailedAttempts" WHERE "retryAt" < now() - interval '1 day'`
  const counted = await db.$executeRaw`
    INSERT INTO "FailedAttempts" AS known ("subject", "failures", "retryAt") VALUES (${subject}, 1, now())
    ON CONFLICT ("subject") DO UPDATE SET
      "failures" = known."failures" + 1,
      "retryAt" = now() + CASE WHEN known."failures" + 1 < ${free} THEN interval '0'
        ELSE least(${longestWaitMs}, ${firstWaitMs} * power(2, least(known."failures" + 1 - ${free}, 20))) * interval '1 millisecond' END
    WHERE known."retryAt" <= now()`
  if (counted === 1) return
  const known = await db.failedAttempts.findUnique({ where: { subject } })
  const seconds = Math.max(1, Math.ceil(((known?.retryAt.getTime() ?? 0) - Date.now()) / SECOND))
  throw new RetryLater('RATE_LIMITED', `Too many attempts. Please try again in ${seconds} seconds.`, seconds)
}

export async function forgiveAttempts(db: Database | Transaction, kind: AttemptKind, who: string): Promise<void> {
  await db.failedAttempts.deleteMany({ where: { subject: subjectOf(kind, who) } })
}

const subjectOf = (kind: AttemptKind, who: string) => digest(`${kind}:${who}`)
