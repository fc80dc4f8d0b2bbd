import { istDate, MINUTE, type Instant } from '../../../schema/time.ts'
import type { AgentStatusPartsFragment } from '../../gql/generated/graphql.ts'
import { formatDay, formatTime } from '../../lib/formatTime.ts'

type Foretold = Pick<AgentStatusPartsFragment, 'aitrading' | 'firstAnalysisAt' | 'latest' | 'settings'>

/**
 * When the first analysis of the day can be made, at a market time before it: "The first analysis of the day needs 50 candles: 10:05." Null
 * when it can be made already, the agent is off, it is not known, or an analysis of the day says so itself.
 */
export function foretoldAnalysis(
  { aitrading, firstAnalysisAt, latest, settings: { lookbackPeriod } }: Foretold,
  now: Instant,
): string | null {
  if (!aitrading || firstAnalysisAt === null) return null
  const first = Date.parse(firstAnalysisAt)
  const opened = first - lookbackPeriod * MINUTE
  if (now >= first || latest.some(({ candleAt }) => Date.parse(candleAt) >= opened)) return null
  const day = istDate(first) === istDate(now) ? '' : `${formatDay(first)}, `
  return `The first analysis of the day needs ${lookbackPeriod} candles: ${day}${formatTime(first)}.`
}
