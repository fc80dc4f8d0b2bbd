import { createHash } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import type { Statements } from '../../prisma/inTransaction.ts'
import type { Examined } from '../agent/AgentStore.ts'

/** What the first analysis of a market has in the place of the hash before it. */
export const FIRST_HASH: Uint8Array = Buffer.alloc(32)

/** SHA-256 of the hash before and a record's text: what an analysis is found changed by. */
export function chained(before: Uint8Array, text: string): Buffer {
  return createHash('sha256').update(before).update(text).digest()
}

/** Rows of one statement, twelve kilobytes each: hashing and sending them takes this process a few milliseconds at a time. */
const AT_ONCE = 20

/**
 * Appends analyses, no two of one moment of a key, to their market's chain and returns their ids in the same order. A moment of a key that is stored already stays as it
 * is, and its id is returned. Two transactions append one after the other.
 * Raw SQL: an advisory lock, and twenty rows a statement (unnest).
 */
export async function appendAnalyses(tx: Statements, market: string, found: readonly Examined[]): Promise<string[]> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtext(${`agent ${market}`}))`
  const known = await tx.$queryRaw<{ id: string; symbol: string; lookback: number; version: number; candleAt: Date }[]>`
    SELECT analysis.id, analysis.symbol, analysis.lookback, analysis.version, analysis."candleAt"
    FROM unnest(
      ${found.map(({ symbol }) => symbol)}::text[], ${found.map(({ lookback }) => lookback)}::int[],
      ${found.map(({ version }) => version)}::int[], ${found.map(({ candleAt }) => new Date(candleAt))}::timestamptz[]
    ) AS asked(symbol, lookback, version, "candleAt")
    JOIN "AgentAnalysis" analysis USING (symbol, lookback, version, "candleAt") WHERE analysis.market = ${market}`
  const ids = new Map(known.map(({ id, candleAt, ...key }) => [keyOf({ ...key, candleAt: candleAt.getTime() }), id]))
  const [head] = await tx.$queryRaw<{ number: string; hash: Uint8Array }[]>`
    SELECT number, hash FROM "AgentAnalysis" WHERE market = ${market} ORDER BY number DESC LIMIT 1`
  let number = BigInt(head?.number ?? 0)
  let before = head?.hash ?? FIRST_HASH
  const fresh = found.filter((analysis) => !ids.has(keyOf(analysis)))
  for (let from = 0; from < fresh.length; from += AT_ONCE) {
    const rows = fresh.slice(from, from + AT_ONCE).map((analysis) => {
      const row = { ...analysis, id: uuid(), number: ++number, before, hash: chained(before, analysis.text) }
      ids.set(keyOf(analysis), row.id)
      before = row.hash
      return row
    })
    const column = <T>(pick: (row: (typeof rows)[number]) => T) => rows.map(pick)
    await tx.$executeRaw`
      INSERT INTO "AgentAnalysis"
        (id, market, number, symbol, lookback, version, "candleAt", verdict, reason, record, "prevHash", hash)
      SELECT id, ${market}, number, symbol, lookback, version, "candleAt", verdict::"AgentVerdict", reason, record::json, before, hash
      FROM unnest(
        ${column((row) => row.id)}::uuid[], ${column((row) => row.number)}::bigint[], ${column((row) => row.symbol)}::text[],
        ${column((row) => row.lookback)}::int[], ${column((row) => row.version)}::int[],
        ${column((row) => new Date(row.candleAt))}::timestamptz[], ${column((row) => row.verdict)}::text[],
        ${column((row) => row.reason)}::text[], ${column((row) => row.text)}::text[], ${column((row) => row.before)}::bytea[],
        ${column((row) => row.hash)}::bytea[]
      ) AS new(id, number, symbol, lookback, version, "candleAt", verdict, reason, record, before, hash)`
  }
  return found.map((analysis) => ids.get(keyOf(analysis))!)
}

function keyOf({
  symbol,
  lookback,
  version,
  candleAt,
}: Pick<Examined, 'lookback' | 'version' | 'candleAt'> & { readonly symbol: string }): string {
  return `${symbol} ${lookback} ${version} ${candleAt}`
}
