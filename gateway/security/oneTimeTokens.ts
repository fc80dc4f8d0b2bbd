import { randomBytes } from 'node:crypto'
import type { Database, Transaction } from '../../prisma/client.ts'
import type { OneTimePurpose } from '../../prisma/generated/client.ts'
import { MINUTE } from '../../schema/time.ts'
import { digest } from './digest.ts'

const LIFETIME_MS = { VERIFY_EMAIL: 30 * MINUTE, RESET_PASSWORD: 30 * MINUTE, SECOND_FACTOR: 5 * MINUTE } as const

/** Whose token it is, and which address it was sent to. */
export interface TokenHolder {
  readonly userId: string
  readonly email: string
}

/** Makes a token of 256 random bits; an earlier one of the user for the same purpose is void. Only its hash is stored. */
export async function issueOneTimeToken(tx: Transaction, purpose: OneTimePurpose, { userId, email }: TokenHolder): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await tx.oneTimeToken.deleteMany({ where: { userId, purpose } })
  await tx.oneTimeToken.create({
    data: { tokenHash: digest(token), userId, purpose, email, expiresAt: new Date(Date.now() + LIFETIME_MS[purpose]) },
  })
  return token
}

/**
 * Uses a token up; null when it is unknown, expired, used or for something else. Of two at once one gets it.
 * Raw SQL: it is read by the statement that deletes it.
 */
export async function useOneTimeToken(tx: Transaction, purpose: OneTimePurpose, token: string): Promise<TokenHolder | null> {
  const [used] = await tx.$queryRaw<TokenHolder[]>`
    DELETE FROM "OneTimeToken"
    WHERE "tokenHash" = ${digest(token)} AND "purpose" = ${purpose}::"OneTimePurpose" AND "expiresAt" > now()
    RETURNING "userId", "email"`
  return used ?? null
}

/** Looks at a token without using it up; null as above. */
export function readOneTimeToken(db: Database, purpose: OneTimePurpose, token: string): Promise<TokenHolder | null> {
  return db.oneTimeToken.findFirst({
    where: { tokenHash: digest(token), purpose, expiresAt: { gt: new Date() } },
    select: { userId: true, email: true },
  })
}

/** Removes tokens that have expired. */
export async function pruneOneTimeTokens(db: Database): Promise<void> {
  await db.oneTimeToken.deleteMany({ where: { expiresAt: { lte: new Date() } } })
}
