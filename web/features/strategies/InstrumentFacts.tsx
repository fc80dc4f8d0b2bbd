import { useQuery } from '@apollo/client/react'
import { styled } from 'styled-components'
import { InstrumentsDocument } from '../../gql/generated/graphql.ts'
import { describeError } from '../../gql/describeError.ts'
import { formatDate } from '../../lib/formatTime.ts'
import { Skeleton } from '../../ui/Skeleton.ts'

/** Of an instrument's lines, in CSS pixels. */
const HEIGHT = 44

const List = styled.dl`
  display: grid;
  gap: 8px;
  margin-top: 8px;

  div {
    min-height: ${HEIGHT}px;
  }

  dt {
    font-size: var(--text-sm);
    font-weight: 600;
  }

  dd {
    color: var(--muted);
    font-size: var(--text-xs);
  }
`

/** Lot and expiry of each of these instruments in force on the market day. */
export function InstrumentFacts({ instruments }: { instruments: readonly string[] }) {
  const { data, error } = useQuery(InstrumentsDocument)
  if (error) return <p>Lots and expiries could not be loaded: {describeError(error).message}.</p>
  if (!data) return <Skeleton $height={instruments.length * (HEIGHT + 8)} />
  return (
    <List>
      {data.instruments
        .filter(({ symbol }) => instruments.includes(symbol))
        .map(({ symbol, name, lot, expiryRule, nextExpiry }) => (
          <div key={symbol}>
            <dt>
              {name} ({symbol})
            </dt>
            <dd>
              Lot of {lot}, expires {expiryRule}; next on {formatDate(nextExpiry)}
            </dd>
          </div>
        ))}
    </List>
  )
}
