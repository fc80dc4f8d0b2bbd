import type { AgentAnalysis as AnalysisRow } from '../../../prisma/generated/client.ts'
import type { AgentAnalysis } from '../../../schema/graphql/agentAnalysis.ts'
import { shownIndex } from '../../../schema/market/indices.ts'
import { OPTION_TYPES } from '../../../schema/market/OptionType.ts'
import { paise, toRupees } from '../../../schema/money.ts'
import { agentRecord } from '../../../schema/trading/agentRecord.ts'
import { toStanding } from '../trades/toStanding.ts'
import { describeAnalysis } from './describeAnalysis.ts'

/** A stored analysis as the API shows it. Throws when its record is invalid: the table is damaged. */
export function toAnalysis(row: AnalysisRow): AgentAnalysis {
  const record = agentRecord.parse(row.record)
  const { findings, pricing, verdict, reason, lead, exploratory, gates, threshold, history, inputHash } = record
  return {
    id: row.id,
    index: shownIndex(record.symbol),
    lookback: record.lookback,
    version: record.version,
    candleAt: row.candleAt,
    spot: record.spot,
    sentence: describeAnalysis(record),
    standing: toStanding(record),
    ...{ verdict, reason, lead, exploratory, gates, threshold, history, inputHash },
    numbers: Object.entries(record.numbers).map(([name, value]) => ({ name, value: String(value ?? '—') })),
    evidence: findings ? OPTION_TYPES.map((side) => ({ side, ...findings.sides[side], outlay: findings.outlay[side] })) : [],
    interval: findings && findings.interval,
    features: findings && findings.features,
    pricing: pricing && { ...pricing, strike: toRupees(paise(pricing.strike)) },
    window: record.window.filter((close) => close !== null),
    analogues: (findings?.analogues ?? []).map(({ date, minute, correlation, move, net }) => ({
      ...{ session: date, minute, correlation, move, ce: net.CE, pe: net.PE },
    })),
    hash: Buffer.from(row.hash).toString('hex'),
    previousHash: Buffer.from(row.prevHash).toString('hex'),
  }
}
