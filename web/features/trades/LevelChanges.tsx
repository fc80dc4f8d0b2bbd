import { useQuery } from '@apollo/client/react'
import { LevelChangesDocument, type LevelChangesQuery } from '../../gql/generated/graphql.ts'
import { useMarket } from '../../gql/useMarket.ts'
import { formatPrice, UNKNOWN } from '../../lib/formatMoney.ts'
import { formatTime } from '../../lib/formatTime.ts'
import { Own } from '../../ui/Own.tsx'

interface LevelChangesProps {
  tradeId: string
  /** What each leg is called, by its id; of one leg nothing needs to be said. */
  legNames: ReadonlyMap<string, string>
}

/** What a trade's owner has set of its stops and targets, the latest first; nothing where he has set none. */
export function LevelChanges({ tradeId, legNames }: LevelChangesProps) {
  const { data } = useQuery(LevelChangesDocument, { variables: { tradeId }, fetchPolicy: 'cache-and-network' })
  const market = useMarket()
  return (
    <>
      {data?.levelChanges.map((change) => {
        const name = legNames.size > 1 ? legNames.get(change.legId) : undefined
        const at = market ? formatTime(market.timeAt(Date.parse(change.requestedAt))) : UNKNOWN
        return (
          <p key={change.id}>
            You set {name === undefined ? '' : `${name}: `}
            <Own text={whatOf(change)} /> at {at}
            {change.setAt === null ? '. It is not in force: the engine has not set it, or the trade closed first.' : '.'}
          </p>
        )
      })}
    </>
  )
}

function whatOf({ stop, target, stopBefore, targetBefore }: LevelChangesQuery['levelChanges'][number]): string {
  const levels = [moved('the stop', stopBefore, stop), moved('the target', targetBefore, target)]
  return levels.filter(Boolean).join(' and ')
}

function moved(name: string, before: number | null, to: number | null): string {
  if (to === null) return ''
  return before === null ? `${name} to ${formatPrice(to)}` : `${name} from ${formatPrice(before)} to ${formatPrice(to)}`
}
