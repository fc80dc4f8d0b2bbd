import { TriangleAlert } from 'lucide-react'
import { useId, useState } from 'react'
import { Link } from 'react-router-dom'
import { styled } from 'styled-components'
import { paths } from '../../../schema/paths.ts'
import { INCIDENT_ADVICE, shortLiveIncident } from '../../../schema/trading/liveIncidents.ts'
import type { LiveOrderPartsFragment } from '../../gql/generated/graphql.ts'
import { useMarket } from '../../gql/useMarket.ts'
import { UNKNOWN } from '../../lib/formatMoney.ts'
import { formatTime } from '../../lib/formatTime.ts'
import { useMediaQuery } from '../../lib/useMediaQuery.ts'
import { PHONE } from '../../theme/media.ts'
import { ShelfBanner } from '../../ui/Shelf.tsx'
import { CloseIncidentButton } from './CloseIncidentButton.tsx'

type Incident = LiveOrderPartsFragment['incidents'][number]

/* As high as a finger needs, and no higher than a line with its padding: the negative margin takes from the banner’s. */
const Fold = styled.button`
  min-height: 44px;
  margin: -11px 0;
  padding: 0;
  border: 0;
  background: none;
  color: inherit;
  font: inherit;
  font-weight: 600;
  text-align: left;
  text-decoration: underline;
  cursor: pointer;
`

const Body = styled.div`
  flex: 1 1 0;
  min-width: 0;
  overflow-wrap: anywhere;
`

/**
 * What stands on the user's live account that must not last: each in its numbers, since when, and what to do. On a phone one is told in a few
 * words and several in a line, which open: the page below is in use.
 */
export function IncidentBanner({ incidents }: { incidents: readonly Incident[] }) {
  const isPhone = useMediaQuery(PHONE)
  const [open, setOpen] = useState(false)
  const list = useId()
  const [first, ...others] = incidents
  const isOne = others.length === 0
  const isShown = !isPhone || open
  const title = isOne ? 'Your live account needs attention' : `${incidents.length} issues need your attention`
  return (
    <ShelfBanner role="alert" aria-label="Your live account needs attention">
      <TriangleAlert size={20} aria-hidden />
      <Body>
        {first && isOne && !isShown ? (
          <>
            <strong>{shortLiveIncident(first)}</strong> since <Since of={first} />{' '}
          </>
        ) : isPhone && !isOne ? null : (
          <strong>{title}</strong>
        )}{' '}
        {isPhone ? (
          <Fold type="button" aria-expanded={open} aria-controls={list} onClick={() => setOpen(!open)}>
            {isOne ? (open ? 'Less' : 'What to do') : title}
          </Fold>
        ) : null}
        <div id={list}>{isShown ? incidents.map((incident) => <Told key={incident.id} incident={incident} />) : null}</div>
      </Body>
    </ShelfBanner>
  )
}

function Told({ incident }: { incident: Incident }) {
  return (
    <p>
      {incident.text} Since <Since of={incident} />.{' '}
      {INCIDENT_ADVICE[incident.kind].checksConnection ? (
        <Link to={paths.profile('broker')}>Check the connection to your broker</Link>
      ) : null}
      {incident.kind === 'OVERFILLED' ? <CloseIncidentButton incident={incident} /> : null}
    </p>
  )
}

function Since({ of: { since } }: { of: Incident }) {
  const market = useMarket()
  return <>{market ? formatTime(market.timeAt(Date.parse(since))) : UNKNOWN} IST</>
}
