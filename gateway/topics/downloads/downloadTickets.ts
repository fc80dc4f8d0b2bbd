import { randomBytes } from 'node:crypto'
import type { Database } from '../../../prisma/client.ts'
import type { Prisma } from '../../../prisma/generated/client.ts'
import { MINUTE } from '../../../schema/time.ts'
import type { Device } from '../../kit/Device.ts'
import { digest } from '../../security/digest.ts'

const LIFETIME_MS = MINUTE

/** The file of a ticket. */
export interface TicketUse {
  readonly kind: string
  readonly filters: Prisma.InputJsonObject
}

/** Issues a ticket of 256 random bits for a session, valid on the requesting device. Only its hash is stored. */
export async function issueTicket(
  db: Database,
  { sessionId, kind, filters }: TicketUse & { readonly sessionId: string },
  device: Pick<Device, 'marks'>,
): Promise<{ readonly ticket: string; readonly expiresAt: Date }> {
  const ticket = randomBytes(32).toString('base64url')
  const expiresAt = new Date(Date.now() + LIFETIME_MS)
  await db.downloadTicket.create({ data: { ticketHash: hashOf(ticket, device), sessionId, kind, filters, expiresAt } })
  return { ticket, expiresAt }
}

/**
 * Redeems a ticket; null when it is unknown, used, expired or another device's, or its session has ended. Of two concurrent calls one gets
 * it.
 */
export async function useTicket(
  db: Database,
  ticket: string,
  device: Pick<Device, 'marks'>,
): Promise<(TicketUse & { readonly userId: string }) | null> {
  const [used] = await db.$queryRaw<(TicketUse & { userId: string })[]>`
    DELETE FROM "DownloadTicket" ticket USING "Session" session
    WHERE ticket."ticketHash" = ${hashOf(ticket, device)} AND ticket."expiresAt" > now()
      AND session.id = ticket."sessionId" AND session."endedAt" IS NULL AND session."expiresAt" > now()
    RETURNING session."userId", ticket.kind, ticket.filters`
  return used ?? null
}

/** Removes tickets that have expired. */
export async function pruneTickets(db: Database): Promise<void> {
  await db.downloadTicket.deleteMany({ where: { expiresAt: { lte: new Date() } } })
}

/** A browser sends its device cookie with downloads, too; programs without cookies all count as one device. */
const hashOf = (ticket: string, { marks }: Pick<Device, 'marks'>) => digest(`${ticket} ${marks}`)
