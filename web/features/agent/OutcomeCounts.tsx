import { useQuery } from '@apollo/client/react'
import { DENIAL_TEXTS } from '../../../schema/trading/denialTexts.ts'
import { AgentOutcomesDocument } from '../../gql/generated/graphql.ts'
import { formatCount } from '../../lib/formatMoney.ts'
import { formatDate } from '../../lib/formatTime.ts'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { Skeleton } from '../../ui/Skeleton.ts'
import { ReasonBars } from './ReasonBars.tsx'
import { REASON_TEXTS } from './reasonTexts.ts'
import type { KeyRecord } from './useKeyRecords.ts'

/** All stored analyses of a key by their outcome, and the trades that the user's own agent was refused on its index. */
export function OutcomeCounts({ chosen: { index, lookback } }: { chosen: KeyRecord }) {
  const { data, error, refetch } = useQuery(AgentOutcomesDocument, { variables: { symbol: index, lookback } })
  if (error && !data) return <LoadFailure text="Failed to count the analyses" error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton $height={240} />
  const { analyses, since, verdicts, refusals, denials } = data.agentOutcomes
  const refused = denials.reduce((sum, { count }) => sum + count, 0)
  return (
    <>
      <ReasonBars
        title={`${formatCount(analyses)} ${analyses === 1 ? 'analysis' : 'analyses'}: ${formatCount(verdicts)} said buy`}
        text={`All stored analyses of ${index} with ${lookback} candles since ${formatDate(since)}, including those with nothing to compare yet. Analyses without a buy are grouped by their reason.`}
        of="Analyses"
        counts={refusals.map(({ reason, count }) => ({ reason: REASON_TEXTS[reason], count }))}
      />
      <ReasonBars
        title={`Trades your agent skipped: ${formatCount(refused)}`}
        text={`On ${index}, with any lookback, proven and unproven: an analysis called for a trade, but one of your limits or a market rule blocked it.`}
        of="Trades"
        counts={denials.map(({ reason, count }) => ({ reason: DENIAL_TEXTS[reason], count }))}
      />
    </>
  )
}
