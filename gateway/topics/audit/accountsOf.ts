import type { Database } from '../../../prisma/client.ts'

/** Of an actor that is an account and not, for example, the command line. */
export const IS_ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** The e-mail addresses of the accounts of some entries, by their ids; of deleted ones there is none. */
export async function accountsOf(db: Database, entries: readonly { readonly accountId: string }[]): Promise<Map<string, string>> {
  const where = { id: { in: [...new Set(entries.map(({ accountId }) => accountId))] }, deletedAt: null }
  const rows = await db.user.findMany({ where, select: { id: true, email: true } })
  return new Map(rows.map(({ id, email }) => [id, email]))
}

/** The names of the accounts among the actors of some entries, by their ids. */
export async function actorNames(db: Database, entries: readonly { readonly actor: string }[]): Promise<Map<string, string>> {
  const ids = [...new Set(entries.map(({ actor }) => actor))].filter((actor) => IS_ID.test(actor))
  const rows = ids.length === 0 ? [] : await db.user.findMany({ where: { id: { in: ids } }, select: { id: true, name: true } })
  return new Map(rows.map(({ id, name }) => [id, name]))
}
