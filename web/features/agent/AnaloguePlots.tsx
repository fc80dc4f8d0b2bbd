import { scaleLinear } from '@visx/scale'
import { styled } from 'styled-components'
import type { AgentPathsQuery, AgentRecordPartsFragment } from '../../gql/generated/graphql.ts'
import { formatTime } from '../../lib/formatTime.ts'
import { MomentPlot, MOMENT } from './MomentPlot.tsx'
import { netText } from './netText.ts'
import { percentOfLast } from './percentOfLast.ts'
import { PlotFrame } from '../../charts/PlotFrame.tsx'

const Grid = styled.ol`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(${MOMENT.width}px, 1fr));
  gap: 8px;
  padding: 0;
  list-style: none;

  li {
    padding: 4px;
    border: 1px solid var(--line);
    border-radius: var(--radius-sm);
    color: var(--muted);
    font-size: 11px;
    line-height: 16px;
  }

  li:first-child {
    border-color: var(--accent);
    color: var(--text);
  }
`

interface AnaloguePlotsProps {
  paths: AgentPathsQuery['agentPaths']
  record: AgentRecordPartsFragment
}

/** Today's window, and the similar moments, as small pictures on one scale: each with today's shape under it, and with what followed. */
export function AnaloguePlots({ paths, record: { analogues, window, candleAt, interval } }: AnaloguePlotsProps) {
  const today = percentOfLast(window)
  const expected = interval && { low: interval.low * 100, high: interval.high * 100 }
  const values = [
    ...today,
    ...(expected ? [expected.low, expected.high] : []),
    ...paths.flatMap(({ before, after }) => [...before, ...after]),
  ]
  const y = scaleLinear({
    domain: [Math.min(...values, -0.01), Math.max(...values, 0.01)],
    range: [MOMENT.height - 2, 2],
  })
  return (
    <PlotFrame
      title={`Today and the ${analogues.length} most similar moments`}
      text="All on one scale. Today comes first; the shaded area is where the next thirty minutes end in 80 of 100 cases. In each moment, grey is its own window, dashed is today’s scaled to it, and coloured are the thirty minutes that followed, up or down."
      columns={['Moment', 'Similarity', 'What followed', 'Call', 'Put']}
      rows={analogues.map(({ session, minute, correlation, move, ce, pe }) => [
        `${session}, minute ${minute}`,
        correlation.toFixed(3),
        netText(move),
        netText(ce),
        netText(pe),
      ])}
    >
      <Grid aria-label="Today and similar moments">
        <li>
          <MomentPlot window={today} today={null} after={expected} y={y} />
          Today, {formatTime(candleAt)}
        </li>
        {paths.map(({ session, minute, before, after }) => (
          <li key={`${session} ${minute}`}>
            <MomentPlot window={before} today={today} after={after} y={y} />
            {session} {netText((after.at(-1) ?? 0) / 100)}
          </li>
        ))}
      </Grid>
    </PlotFrame>
  )
}
