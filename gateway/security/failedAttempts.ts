import type { Database, Transaction } from '../../prisma/client.ts'
import { Prisma } from '../../prisma/generated/client.ts'
import { tooManyAttempts } from '../../schema/errors.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../../schema/time.ts'
import { digest } from './digest.ts'

interface Patience {
  /** Attempts before the first wait. */
  readonly free: number
  /** It doubles with every further attempt … */
  readonly firstWaitMs: number
  /** … up to this: nobody is locked out for ever, or a stranger could lock out anybody. */
  readonly longestWaitMs: number
}

/** Attempts by strangers and by devices that have signed in before are counted apart (KnownDevices.ts): neither uses up the other's. */
const PATIENCE = {
  /** By strangers, by e-mail address, whether or not there is such an account. */
  signIn: { free: 5, firstWaitMs: SECOND, longestWaitMs: 15 * MINUTE },
  /** By user and known device: a stolen mark is good for as many guesses as a stranger has. */
  knownSignIn: { free: 5, firstWaitMs: SECOND, longestWaitMs: 15 * MINUTE },
  /** By user: the password of somebody who is signed in. */
  password: { free: 5, firstWaitMs: SECOND, longestWaitMs: 15 * MINUTE },
  /** By user: six digits can be guessed, so there are few guesses. */
  secondFactor: { free: 5, firstWaitMs: 15 * MINUTE, longestWaitMs: 15 * MINUTE },
  /** By user, or of the installation: sign-ins at the broker that it refuses. It locks an account after a few, and only the owner can have that undone. */
  brokerSignIn: { free: 3, firstWaitMs: 15 * MINUTE, longestWaitMs: HOUR },
  /** By user: messages sent to try a channel. */
  testMessage: { free: 5, firstWaitMs: 10 * SECOND, longestWaitMs: MINUTE },
  /** Mails with links (gateway/topics/mail/mailLimits.ts): by purpose, source and e-mail address … */
  mailFrom: { free: 3, firstWaitMs: 15 * MINUTE, longestWaitMs: 15 * MINUTE },
  /** … by purpose and e-mail address, of all strangers together … */
  mail: { free: 5, firstWaitMs: 10 * MINUTE, longestWaitMs: 10 * MINUTE },
  /** … and by purpose and known device. */
  knownMail: { free: 3, firstWaitMs: 15 * MINUTE, longestWaitMs: 15 * MINUTE },
  /** By e-mail address that nobody has confirmed: what happens to its account. */
  notice: { free: 3, firstWaitMs: HOUR, longestWaitMs: HOUR },
  /** By user: new e-mail addresses requested … */
  newEmail: { free: 5, firstWaitMs: MINUTE, longestWaitMs: HOUR },
  /** … and by source. */
  newEmailFrom: { free: 10, firstWaitMs: MINUTE, longestWaitMs: HOUR },
} as const satisfies Record<string, Patience>
export type AttemptKind = keyof typeof PATIENCE

/**
 * Counts an attempt before it is looked at, so that many at once are as many; one that succeeds is taken back with forgiveAttempts().
 * Throws RATE_LIMITED while there have been too many. Counts are forgotten after a day of quiet.
 */
export async function countAttempt(db: Database | Transaction, kind: AttemptKind, who: string): Promise<void> {
  if (await tryAttempt(db, kind, who)) return
  const known = await db.failedAttempts.findUnique({ where: { subject: subjectOf(kind, who) } })
  throw tooManyAttempts((known?.retryAt.getTime() ?? 0) - Date.now())
}

/**
 * Counts an attempt like countAttempt(); false while there have been too many: then it is not counted.
 * Raw SQL: counted or refused in one statement, by the count that is there.
 */
export async function tryAttempt(db: Database | Transaction, kind: AttemptKind, who: string): Promise<boolean> {
  const { free, firstWaitMs, longestWaitMs } = PATIENCE[kind]
  const subject = subjectOf(kind, who)
  const counted = await db.$executeRaw`
    INSERT INTO "FailedAttempts" AS known ("subject", "failures", "retryAt") VALUES (${subject}, 1, ${NOW})
    ON CONFLICT ("subject") DO UPDATE SET
      "failures" = known."failures" + 1,
      "retryAt" = ${NOW} + CASE WHEN known."failures" + 1 < ${free} THEN interval '0'
        ELSE least(${longestWaitMs}, ${firstWaitMs} * power(2, least(known."failures" + 1 - ${free}, 20))) * interval '1 millisecond' END
    WHERE known."retryAt" <= clock_timestamp()`
  return counted === 1
}

/** Takes back an attempt that was just counted. */
export async function uncountAttempt(db: Database | Transaction, kind: AttemptKind, who: string): Promise<void> {
  await db.failedAttempts.updateMany({
    where: { subject: subjectOf(kind, who) },
    data: { failures: { decrement: 1 }, retryAt: new Date() },
  })
}

/** Refuses attempts for so long, as if there had just been too many. */
export async function holdAttempts(db: Database | Transaction, kind: AttemptKind, who: string, ms: number): Promise<void> {
  await db.$executeRaw`
    INSERT INTO "FailedAttempts" AS known ("subject", "failures", "retryAt")
    VALUES (${subjectOf(kind, who)}, 1, now() + ${ms} * interval '1 millisecond')
    ON CONFLICT ("subject") DO UPDATE SET "retryAt" = greatest(known."retryAt", excluded."retryAt")`
}

export async function forgiveAttempts(db: Database | Transaction, kind: AttemptKind, who: string): Promise<void> {
  await db.failedAttempts.deleteMany({ where: { subject: subjectOf(kind, who) } })
}

/** Forgets counts that nobody has added to for a day. */
export async function pruneAttempts(db: Database): Promise<void> {
  await db.failedAttempts.deleteMany({ where: { retryAt: { lt: new Date(Date.now() - DAY) } } })
}

/** In whole milliseconds that have passed, as the column holds them: rounded up, the moment of an attempt would lie ahead of the next one. Not now(), which stands still while an attempt waits for another one's. */
const NOW = Prisma.sql`date_trunc('milliseconds', clock_timestamp())`

const subjectOf = (kind: AttemptKind, who: string) => digest(`${kind}:${who}`)
