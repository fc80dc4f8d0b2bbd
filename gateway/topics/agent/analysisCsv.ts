import type { Database } from '../../../prisma/client.ts'
import type { AgentAnalysis as AnalysisRow } from '../../../prisma/generated/client.ts'
import type { AgentAnalysis, AgentEvidence } from '../../../schema/graphql/agentAnalysis.ts'
import { istIso, MINUTE } from '../../../schema/time.ts'
import { BYTE_ORDER_MARK, csvLine } from '../trades/csvLine.ts'
import { analysesSql, type AnalysisSelection } from './analysesSql.ts'
import { toAnalysis } from './toAnalysis.ts'

/** Records at a time, twelve kilobytes each. */
const BATCH = 200

const EVIDENCE = ['Analogues', 'Mean Net %', 'Lower End %', 'Gained', 'Confidence %']
const HEADINGS = [
  ...['Time', 'Date', 'Index', 'Lookback', 'Version', 'Spot', 'Verdict', 'Reason', 'Finding'],
  ...['Call', 'Put'].flatMap((side) => EVIDENCE.map((heading) => `${side} ${heading}`)),
  ...['Gate Evidence', 'Gate Threshold', 'SHA-256'],
]

/**
 * The analyses of a selection as a CSV file, the latest first, in pieces of up to 200: times in India, unknown values empty.
 * Raw SQL: filters are composed (analysesSql.ts).
 */
export async function* analysisCsv(db: Database, selection: AnalysisSelection): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(HEADINGS)
  let before: bigint | null = null
  do {
    const rows: AnalysisRow[] = await db.$queryRaw(analysesSql(selection, { before, limit: BATCH }))
    yield rows.map((row) => toLine(toAnalysis(row))).join('')
    before = rows.length === BATCH ? rows.at(-1)!.number : null
  } while (before !== null)
}

function toLine(analysis: AgentAnalysis): string {
  const { candleAt, index, lookback, version, spot, verdict, reason, sentence, evidence, gates, threshold, hash } = analysis
  const at = istIso(candleAt.getTime() + MINUTE)
  const [call, put] = (['CE', 'PE'] as const).map((side) => evidence.find((each) => each.side === side))
  // Between two keys of the grid the weaker one decides.
  const decisive = gates.length === 0 ? null : Math.min(...gates.map((gate) => gate.evidence))
  return csvLine([
    ...[at, at.slice(0, 10), index, lookback, version, spot, verdict, reason, sentence],
    ...[...evidenceCells(call), ...evidenceCells(put)],
    ...[decisive, threshold, hash],
  ])
}

function evidenceCells(side: AgentEvidence | undefined): (number | null)[] {
  if (!side) return EVIDENCE.map(() => null)
  const percent = (share: number) => Math.round(share * 10_000) / 100
  const { count, mean, lower, hits, confidence } = side
  return [count, percent(mean), percent(lower), hits, confidence === null ? null : percent(confidence)]
}
