import type { ManagedUserDetailPartsFragment } from '../../../gql/generated/graphql.ts'
import { formatCount } from '../../../lib/formatMoney.ts'

type Open = Pick<ManagedUserDetailPartsFragment, 'runningPaperTrades' | 'runningLiveTrades'>

/** An account's open trades, paper and live apart: `2 on paper, 1 live`. */
export function describeOpen({ runningPaperTrades, runningLiveTrades }: Open): string {
  return `${formatCount(runningPaperTrades)} on paper, ${formatCount(runningLiveTrades)} live`
}
