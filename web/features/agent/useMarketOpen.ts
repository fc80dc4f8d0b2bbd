import { SECOND } from '../../../schema/time.ts'
import { useMarket } from '../../gql/useMarket.ts'
import { useNow } from '../../lib/useNow.ts'

/** Whether the market is open now; as the status last said while the market is not known. */
export function useMarketOpen({ isMarketOpen }: { isMarketOpen: boolean }): boolean {
  const market = useMarket()
  const now = useNow(SECOND)
  return market?.isOpenAt(now) ?? isMarketOpen
}
