import type { Database } from '../../prisma/client.ts'
import type { AgentRecord } from '../../schema/trading/agentRecord.ts'

/** A stored analysis with this record, the latest of its market; stored at a real time, if not now. Returns its id. For tests only. */
export async function insertAnalysis(db: Database, record: AgentRecord, createdAt = new Date()): Promise<string> {
  const { market, symbol, lookback, version, verdict, reason } = record
  const { _max: last } = await db.agentAnalysis.aggregate({ where: { market }, _max: { number: true } })
  const number = (last.number ?? 0n) + 1n
  const hashes = { prevHash: new Uint8Array(32), hash: new Uint8Array(32).fill(Number(number)) }
  const columns = { market, symbol, lookback, version, verdict, reason, record, candleAt: new Date(record.candleAt) }
  return (await db.agentAnalysis.create({ data: { ...columns, ...hashes, number, createdAt } })).id
}
