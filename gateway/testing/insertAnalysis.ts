import type { Database } from '../../prisma/client.ts'
import type { AgentRecord } from '../../schema/trading/agentRecord.ts'

/**
 * A stored analysis with this record, the latest of its market, beside an engine that stores its own; stored at a real time, if not now.
 * Returns its id. For tests only.
 */
export async function insertAnalysis(db: Database, record: AgentRecord, createdAt = new Date()): Promise<string> {
  const { market, symbol, lookback, version, verdict, reason } = record
  return db.$transaction(async (tx) => {
    // As the engine does (engine/store/agentChain.ts).
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtext(${`agent ${market}`}))`
    const { _max: last } = await tx.agentAnalysis.aggregate({ where: { market }, _max: { number: true } })
    const number = (last.number ?? 0n) + 1n
    const hashes = { prevHash: new Uint8Array(32), hash: new Uint8Array(32).fill(Number(number)) }
    const columns = { market, symbol, lookback, version, verdict, reason, record, candleAt: new Date(record.candleAt) }
    return (await tx.agentAnalysis.create({ data: { ...columns, ...hashes, number, createdAt } })).id
  })
}
