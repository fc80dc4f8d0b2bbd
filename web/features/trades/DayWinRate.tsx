import { useQuery } from '@apollo/client/react'
import { Percent } from 'lucide-react'
import { istDate, SECOND } from '../../../schema/time.ts'
import { DayResultDocument } from '../../gql/generated/graphql.ts'
import { useMarket } from '../../gql/useMarket.ts'
import { formatCount, formatRate } from '../../lib/formatMoney.ts'
import { useNow } from '../../lib/useNow.ts'
import { StatCard } from '../../ui/StatCard.tsx'

/** Per cent of the trades that were entered and closed on the market's day that gained, of the live ones where there are any; a dash while there is none. */
export function DayWinRate() {
  const market = useMarket()
  const now = useNow(SECOND)
  const day = market ? istDate(market.timeAt(now)) : ''
  const { data } = useQuery(DayResultDocument, { variables: { day }, skip: day === '' })
  const result = data?.tradeHistory
  return (
    <StatCard
      title={result?.mode === 'LIVE' ? 'Win Rate, LIVE' : 'Win Rate'}
      icon={Percent}
      note={result ? `${formatCount(result.totalTrades)} closed today` : 'Closed today'}
    >
      {formatRate(result?.winRate ?? null)}
    </StatCard>
  )
}
