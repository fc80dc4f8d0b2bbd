import { CircleQuestionMark } from 'lucide-react'
import { Link } from 'react-router-dom'
import { paths } from '../../../schema/paths.ts'
import { useMarket } from '../../gql/useMarket.ts'
import { formatCount, UNKNOWN } from '../../lib/formatMoney.ts'
import { formatTime } from '../../lib/formatTime.ts'
import { ShelfBanner } from '../../ui/Shelf.tsx'

/** How many live orders the broker has not answered for, what that means and what to do. `since`: real time. */
export function UnresolvedBanner({ orders, since }: { orders: number; since: string | null }) {
  const market = useMarket()
  const one = orders === 1
  return (
    <ShelfBanner role="status" aria-label="Live orders without an answer">
      <CircleQuestionMark size={20} aria-hidden />
      <p>
        <strong>{one ? 'A live order is' : `${formatCount(orders)} live orders are`} without an answer</strong> since{' '}
        {market && since !== null ? formatTime(market.timeAt(Date.parse(since))) : UNKNOWN} IST. Until your broker confirms the outcome of{' '}
        {one ? 'it' : 'them'}, no live strategy opens trades; open trades are watched and closed as usual. Sakha checks the broker’s order
        book every few seconds and never sends an order twice. If it takes longer than three minutes,{' '}
        <Link to={paths.profile('broker')}>check the connection to your broker</Link> and compare the orders in its app.
      </p>
    </ShelfBanner>
  )
}
