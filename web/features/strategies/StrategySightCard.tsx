import { useQuery } from '@apollo/client/react'
import { Check, CircleHelp, Minus } from 'lucide-react'
import { useState } from 'react'
import { styled } from 'styled-components'
import { SECOND } from '../../../schema/time.ts'
import { StrategySightDocument, type StrategySightQuery } from '../../gql/generated/graphql.ts'
import { capitalised } from '../../lib/capitalised.ts'
import { formatDayMonth, formatTime } from '../../lib/formatTime.ts'
import { keepUnits } from '../../lib/withUnit.ts'
import { Card } from '../../ui/Card.ts'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import { Skeleton } from '../../ui/Skeleton.ts'

type Sight = StrategySightQuery['strategySight']

const Frame = styled(Card)`
  display: grid;
  gap: 12px;

  h2,
  h3 {
    font-size: var(--text-md);
  }

  p {
    color: var(--muted);
    font-size: var(--text-sm);
  }

  ul {
    display: grid;
    gap: 8px;
    margin-top: 8px;
  }

  li {
    display: grid;
    grid-template-columns: 20px minmax(0, 1fr) auto;
    gap: 0 8px;
    font-size: var(--text-sm);
  }

  li small {
    grid-column: 2 / -1;
    color: var(--muted);
    font-size: var(--text-xs);
  }

  li svg {
    margin-top: 2px;
    color: var(--muted);
  }

  li strong {
    color: var(--muted);
    font-size: var(--text-xs);
    line-height: 20px;
  }

  [data-holds] > svg,
  [data-holds] > strong {
    color: var(--good);
  }
`

/** How often it is asked for: a candle that has just closed is there soon. */
const EVERY_MS = 30 * SECOND

const HEADINGS = { LONG: 'A signal up', SHORT: 'A signal down', NEUTRAL: 'A signal' } as const

interface StrategySightCardProps {
  strategyId: string
  /** As the API names them. */
  instruments: readonly string[]
}

/** What a strategy sees now: each condition with its present numbers, on the candle it was judged on, and when the next one is. */
export function StrategySightCard({ strategyId, instruments }: StrategySightCardProps) {
  const [chosen, choose] = useState<string | null>(null)
  const symbol = instruments.find((each) => each === chosen) ?? instruments[0]
  const { data, previousData, error, refetch } = useQuery(StrategySightDocument, {
    variables: { strategyId, symbol: symbol ?? '' },
    skip: symbol === undefined,
    fetchPolicy: 'cache-and-network',
    pollInterval: EVERY_MS,
    skipPollAttempt: () => document.hidden,
  })
  const sight = (data ?? previousData)?.strategySight
  return (
    <Frame aria-label="What it sees now">
      <h2>What it sees now</h2>
      {instruments.length > 1 && symbol !== undefined ? (
        <SegmentedControl
          label="Index it looks at"
          value={symbol}
          options={instruments.map((instrument) => ({ value: instrument, label: instrument }))}
          onChange={choose}
        />
      ) : null}
      {symbol === undefined ? (
        <p>It trades no index yet.</p>
      ) : sight ? (
        <Seen sight={sight} />
      ) : error ? (
        <LoadFailure text="Failed to load what it sees" error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton $height={200} />
      )}
    </Frame>
  )
}

function Seen({ sight }: { sight: Sight }) {
  return (
    <>
      <p>{sight.unknown ?? whenText(sight)}</p>
      {sight.sides.map(({ side, holds, conditions }) => (
        <section key={side} aria-label={HEADINGS[side]}>
          <h3>
            {HEADINGS[side]}: {wordOf(holds)}
          </h3>
          <ul>
            {conditions.map(({ text, now, holds: met }, i) => (
              <li key={i} data-holds={met === true || undefined}>
                {met === null ? (
                  <CircleHelp size={16} aria-hidden />
                ) : met ? (
                  <Check size={16} aria-hidden />
                ) : (
                  <Minus size={16} aria-hidden />
                )}
                <span>{capitalised(keepUnits(text))}</span>
                <strong>{wordOf(met)}</strong>
                <small>{capitalised(keepUnits(now))}</small>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}

const wordOf = (holds: boolean | null) => (holds === null ? 'no value yet' : holds ? 'true' : 'not true')

/** On which candle it was judged, by which version, and when the next check is. */
function whenText({ instrument, version, marketOpen, candleTime, closedAt, nextCheckAt }: Sight): string {
  const on =
    closedAt === null || candleTime === null
      ? ''
      : `${instrument}, candle of ${formatTime(candleTime)}, closed at ${formatTime(closedAt)} on ${formatDayMonth(closedAt)}; version ${version}.`
  if (!marketOpen) return `${on} The market is closed: the next check is in its next session.`
  return nextCheckAt === null ? `${on} Its trading window is over for today.` : `${on} Next check at ${formatTime(nextCheckAt)}.`
}
