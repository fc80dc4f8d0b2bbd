import type { ManagedUserPartsFragment } from '../../../gql/generated/graphql.ts'
import { openByMode } from '../../../lib/openByMode.ts'

type Open = Pick<ManagedUserPartsFragment, 'runningPaperTrades' | 'runningLiveTrades'>

/** An account's open trades, paper and live apart: `2 on paper, 1 live`. */
export function describeOpen({ runningPaperTrades, runningLiveTrades }: Open): string {
  return openByMode(runningPaperTrades, runningLiveTrades)
}
