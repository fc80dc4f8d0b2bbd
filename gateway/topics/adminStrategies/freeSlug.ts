import type { Transaction } from '../../../prisma/client.ts'

/** A name for command lines that no strategy has, made of the letters and digits of its name: `ema-pullback`, or `ema-pullback-2`. Strategies named at once wait for each other until the transaction ends. */
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
