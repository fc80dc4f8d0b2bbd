import type { Transaction } from '../../../prisma/client.ts'

/**
 * An unused name for command lines, made of the letters and digits of a strategy's name: `ema-pullback`, or `ema-pullback-2`. Serialised by
 * a lock until the transaction ends.
 * Raw SQL: an advisory lock.
 */
export async function freeSlug(tx: Transaction, name: string): Promise<string> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('strategy.slug'))`
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .match(/[a-z0-9]+/g) ?? ['strategy']
  const slug = words.join('-')
  const rows = await tx.strategy.findMany({ where: { slug: { startsWith: slug } }, select: { slug: true } })
  const taken = new Set(rows.map((row) => row.slug))
  let free = slug
  for (let number = 2; taken.has(free); number++) free = `${slug}-${number}`
  return free
}
