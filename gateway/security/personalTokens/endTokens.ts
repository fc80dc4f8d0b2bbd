import { publish } from '../../../prisma/bus/publish.ts'
import type { Transaction } from '../../../prisma/client.ts'
import type { Prisma } from '../../../prisma/generated/client.ts'

/** Deletes personal access tokens, closes their sockets and breaks off their files, on whichever gateway they are. Returns how many there were. */
export async function endTokens(tx: Transaction, where: Prisma.PersonalTokenWhereInput): Promise<number> {
  const tokens = await tx.personalToken.findMany({ where, select: { id: true } })
  await tx.personalToken.deleteMany({ where: { id: { in: tokens.map(({ id }) => id) } } })
  await endWhatGoesOn(tx, tokens)
  return tokens.length
}

/** The user's scopes may have changed: closes the sockets of the user's tokens, which show them again, and breaks off their files. */
export async function reopenTokenSockets(tx: Transaction, userId: string): Promise<void> {
  await endWhatGoesOn(tx, await tx.personalToken.findMany({ where: { userId }, select: { id: true } }))
}

function endWhatGoesOn(tx: Transaction, tokens: readonly { readonly id: string }[]): Promise<void> {
  return publish(tx, ...tokens.map(({ id }) => ({ type: 'session.ended', sessionId: id }) as const))
}
