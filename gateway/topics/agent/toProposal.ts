import type { AgentProposal as ProposalRow, AgentAnalysis as AnalysisRow, Denial as DenialRow } from '../../../prisma/generated/client.ts'
import type { AgentProposal } from '../../../schema/graphql/agentProposal.ts'
import { shownIndex } from '../../../schema/market/indices.ts'
import { OPTION_TYPES } from '../../../schema/market/OptionType.ts'
import { paise, toRupees } from '../../../schema/money.ts'
import { agentRecord } from '../../../schema/trading/agentRecord.ts'
import { describeDenial } from '../../../schema/trading/describeDenial.ts'
import { parseDenial } from '../../../schema/trading/parseDenial.ts'
import { z } from 'zod'
import { rupees } from '../../kit/rupees.ts'
import { toStanding } from '../trades/toStanding.ts'
import { evidenceText } from './describeAnalysis.ts'

/** A stored proposal with what it rests on and why it was refused. */
export type StoredProposal = ProposalRow & { readonly analysis: AnalysisRow; readonly denial: DenialRow | null }

const storedContract = z.object({
  ...{ tradingSymbol: z.string(), strike: z.int(), expiry: z.string(), lotSize: z.int() },
  optionType: z.enum(OPTION_TYPES),
})

/** A stored proposal as the API shows it at a real time. Throws when its contract or record is invalid: the table is damaged. */
export function toProposal({ contract, analysis, denial, ...row }: StoredProposal, now: number): AgentProposal {
  const { tradingSymbol, strike, expiry, lotSize, optionType } = storedContract.parse(contract)
  const refused = denial && parseDenial(denial)
  const isOver = row.answer === 'PENDING' && row.expiresAt.getTime() <= now
  const record = agentRecord.parse(analysis.record)
  const said = [evidenceText(record, optionType), row.kind === 'EXPLORATORY' ? 'UNPROVEN.' : null, toStanding(record, row.kind)?.text]
  return {
    ...{ id: row.id, analysisId: row.analysisId, index: shownIndex(row.symbol), option: tradingSymbol, optionType, expiry },
    ...{ strike: toRupees(paise(strike)), mode: row.mode, kind: row.kind, lots: row.lots, quantity: row.lots * lotSize },
    premium: rupees(row.premiumPaise),
    sentence: said.filter((part) => part != null).join(' '),
    ...{ createdAt: row.createdAt, expiresAt: row.expiresAt, answer: isOver ? 'EXPIRED' : row.answer, decidedAt: row.decidedAt },
    ...{ tradeId: row.tradeId, reason: refused && refused.reason, refusal: refused && describeDenial(refused) },
  }
}
