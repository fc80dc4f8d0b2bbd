import { TriangleAlert } from 'lucide-react'
import { Link } from 'react-router-dom'
import { paths } from '../../../schema/paths.ts'
import type { LiveOrderPartsFragment } from '../../gql/generated/graphql.ts'
import { useMarket } from '../../gql/useMarket.ts'
import { UNKNOWN } from '../../lib/formatMoney.ts'
import { formatTime } from '../../lib/formatTime.ts'
import { ShelfBanner } from '../../ui/Shelf.tsx'

/** What stands on the user's live account that must not last: each in its numbers, since when, and what to do. */
export function IncidentBanner({ incidents }: { incidents: LiveOrderPartsFragment['incidents'] }) {
  const market = useMarket()
  return (
    <ShelfBanner role="alert" aria-label="Your live account needs a look">
      <TriangleAlert size={20} aria-hidden />
      <div>
        <strong>Your live account needs a look</strong>
        {incidents.map(({ id, text, since }) => (
          <p key={id}>
            {text} Since {market ? formatTime(market.timeAt(Date.parse(since))) : UNKNOWN} IST.
          </p>
        ))}
        <p>
          <Link to={paths.profile('broker')}>Check the connection to your broker</Link> and compare with its app.
        </p>
      </div>
    </ShelfBanner>
  )
}
