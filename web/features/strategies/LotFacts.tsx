import { styled } from 'styled-components'
import { keepUnits } from '../../lib/withUnit.ts'
import { about, optionText, premiumText, sourceTexts, worstText, type LotEntry, type LotPreview } from './lotTexts.ts'
import { PayoffSketch } from './PayoffSketch.tsx'

const Facts = styled.div`
  display: grid;
  gap: 10px;
  font-size: var(--text-sm);

  dl {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: 4px 16px;
  }

  dt {
    color: var(--muted);
  }

  dd {
    text-align: right;
  }

  /* On a line of its own, as wide as both columns. */
  dd.note {
    grid-column: 1 / -1;
    margin-top: -4px;
    color: var(--muted);
    font-size: var(--text-xs);
  }

  p {
    color: var(--muted);
    font-size: var(--text-xs);
  }
`

/** What one lot would open now, what it takes and what it may lose, with what these numbers are. */
export function LotFacts({ preview }: { preview: LotPreview }) {
  const { entries, unknown, indexPrice, instrument } = preview
  const [first] = entries
  if (unknown !== null || !first) return <Facts as="p">{unknown ?? 'Nothing is known of its options yet.'}</Facts>
  const isPosition = first.side === null
  const { netPremium, margin } = first
  return (
    <Facts>
      <dl>
        {entries.flatMap(({ side, legs }) =>
          legs.map((leg, i) => <Leg key={`${side ?? 'whole'} ${i}`} leg={leg} isPosition={isPosition} />),
        )}
        {isPosition ? (
          <>
            <dt>{netPremium < 0 ? 'Premium received' : 'Premium paid'}</dt>
            <dd>{about([Math.abs(netPremium)])}</dd>
          </>
        ) : null}
        {margin === null ? null : (
          <>
            <dt>Margin for one lot</dt>
            <dd>{about([margin])}</dd>
          </>
        )}
        <dt>Capital for one lot</dt>
        <dd>{about(entries.map(({ funds }) => funds))}</dd>
        <dd className="note">with charges and room for the fill</dd>
        <dt>{isPosition ? 'Loss at its stops' : 'Loss at the stop'}</dt>
        <dd>{atStops(entries)}</dd>
        <dt>Worst case</dt>
        <dd>{worstText(entries)}</dd>
      </dl>
      {indexPrice === null ? null : <PayoffSketch entry={first} instrument={instrument} indexPrice={indexPrice} />}
      {sourceTexts(preview).map((source) => (
        <p key={source}>{keepUnits(source)}</p>
      ))}
    </Facts>
  )
}

function Leg({ leg, isPosition }: { leg: LotEntry['legs'][number]; isPosition: boolean }) {
  const option = leg.optionType === 'CE' ? 'call' : 'put'
  return (
    <>
      <dt>{isPosition ? `${leg.side === 'BUY' ? 'Buys' : 'Sells'} ${leg.units}` : `The ${option}, ${leg.units} units`}</dt>
      <dd>{keepUnits(optionText(leg))}</dd>
      <dd className="note">{keepUnits(premiumText(leg))}</dd>
    </>
  )
}

function atStops(entries: readonly LotEntry[]): string {
  const losses = entries.map(({ lossAtStops }) => lossAtStops).filter((loss) => loss !== null)
  return losses.length < entries.length ? 'No stop bounds it' : about(losses)
}
