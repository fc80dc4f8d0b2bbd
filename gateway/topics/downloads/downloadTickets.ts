import { randomBytes } from 'node:crypto'
import type { Database, Transaction } from '../../../prisma/client.ts'
import type { Prisma } from '../../../prisma/generated/client.ts'
import { MINUTE } from '../../../schema/time.ts'
import type { Device } from '../../kit/Device.ts'
import type { Principal } from '../../kit/Principal.ts'
import { digest } from '../../security/digest.ts'
import { scopesLeft } from '../../security/personalTokens/scopesLeft.ts'
import type { FileReader } from './DownloadFile.ts'

const LIFETIME_MS = MINUTE

/** The file of a ticket. */
export interface TicketUse {
  readonly kind: string
  readonly filters: Prisma.InputJsonObject
}

/** Issues a ticket of 256 random bits for a session or an access token, valid on the requesting device. Only its hash is stored. */
export async function issueTicket(
  db: Transaction,
  { sessionId, scopes, kind, filters }: TicketUse & Pick<Principal, 'sessionId' | 'scopes'>,
  device: Pick<Device, 'marks'>,
): Promise<{ readonly ticket: string; readonly expiresAt: Date }> {
  const ticket = randomBytes(32).toString('base64url')
  const expiresAt = new Date(Date.now() + LIFETIME_MS)
  const asker = scopes === null ? { sessionId } : { tokenId: sessionId }
  await db.downloadTicket.create({ data: { ticketHash: hashOf(ticket, device), ...asker, kind, filters, expiresAt } })
  return { ticket, expiresAt }
}

/**
 * Redeems a ticket for the requester, as he is now; null when it is unknown, used, expired or another device's, or its session or token has
 * ended. Of two concurrent calls one gets it.
 * Raw SQL: it is read, with its owner, by the statement that deletes it.
 */
export async function useTicket(
  db: Database,
  ticket: string,
  device: Pick<Device, 'marks'>,
): Promise<(TicketUse & { readonly reader: FileReader }) | null> {
  const [used] = await db.$queryRaw<UsedTicket[]>`
    WITH used AS (
      DELETE FROM "DownloadTicket" WHERE "ticketHash" = ${hashOf(ticket, device)} AND "expiresAt" > now()
      RETURNING "sessionId", "tokenId", kind, filters
    )
    SELECT "User".id AS "userId", coalesce(session.id, token.id) AS "sessionId", "User".role, "User"."twoFactorAt" IS NOT NULL AS "twoFactor", token.scopes, used.kind, used.filters
    FROM used
      LEFT JOIN "Session" session ON session.id = used."sessionId" AND session."endedAt" IS NULL AND session."expiresAt" > now()
      LEFT JOIN "PersonalToken" token ON token.id = used."tokenId" AND token."expiresAt" > now()
      JOIN "User" ON "User".id = coalesce(session."userId", token."userId")`
  if (!used) return null
  const { kind, filters, scopes, ...owner } = used
  return { kind, filters, reader: { ...owner, scopes: scopes && scopesLeft(scopes, owner.role, owner.twoFactor) } }
}

interface UsedTicket extends TicketUse, Omit<FileReader, 'scopes'> {
  readonly scopes: readonly string[] | null
}

/** Removes tickets that have expired. */
export async function pruneTickets(db: Database): Promise<void> {
  await db.downloadTicket.deleteMany({ where: { expiresAt: { lte: new Date() } } })
}

/** A browser sends its device cookie with downloads, too; programs without cookies all count as one device. */
const hashOf = (ticket: string, { marks }: Pick<Device, 'marks'>) => digest(`${ticket} ${marks}`)
