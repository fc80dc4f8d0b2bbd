import { scaleLinear } from '@visx/scale'
import { styled } from 'styled-components'
import type { AgentPathsQuery, AgentRecordPartsFragment } from '../../gql/generated/graphql.ts'
import { Skeleton } from '../../ui/Skeleton.ts'
import { netText } from './netText.ts'
import { PlotFrame } from '../../charts/PlotFrame.tsx'

const WIDTH = 96
const HEIGHT = 48

const Grid = styled.ol`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(${WIDTH}px, 1fr));
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

  svg {
    display: block;
    width: 100%;
    height: ${HEIGHT}px;
  }
`

type Path = AgentPathsQuery['agentPaths'][number]

interface AnaloguePlotsProps {
  /** Null: not loaded yet. */
  paths: readonly Path[] | null
  analogues: AgentRecordPartsFragment['analogues']
}

/** The similar moments as small pictures on one scale: the window up to the moment, and what followed. */
export function AnaloguePlots({ paths, analogues }: AnaloguePlotsProps) {
  if (paths === null) return <Skeleton $height={240} />
  const values = paths.flatMap(({ before, after }) => [...before, ...after])
  const y = scaleLinear({ domain: [Math.min(...values, -0.01), Math.max(...values, 0.01)], range: [HEIGHT - 2, 2] })
  return (
    <PlotFrame
      title={`The ${analogues.length} most similar moments`}
      text="All on one scale. Grey: the window that looks like now. Coloured: the thirty minutes that followed, up or down."
      columns={['Moment', 'Similarity', 'What followed', 'Call', 'Put']}
      rows={analogues.map(({ session, minute, correlation, move, ce, pe }) => [
        `${session}, minute ${minute}`,
        correlation.toFixed(3),
        netText(move),
        netText(ce),
        netText(pe),
      ])}
    >
      <Grid aria-label="Similar moments">
        {paths.map((path) => (
          <li key={`${path.session} ${path.minute}`}>
            <Moment path={path} y={y} />
            {path.session} {netText((path.after.at(-1) ?? 0) / 100)}
          </li>
        ))}
      </Grid>
    </PlotFrame>
  )
}

function Moment({ path: { before, after }, y }: { path: Path; y: (value: number) => number }) {
  const x = scaleLinear({ domain: [0, Math.max(1, before.length + after.length - 1)], range: [1, WIDTH - 1] })
  const line = (values: readonly number[], from: number) =>
    values.map((value, i) => `${i === 0 ? 'M' : 'L'}${x(from + i)} ${y(value)}`).join('')
  const [last = 0] = before.slice(-1)
  const isUp = (after.at(-1) ?? 0) >= 0
  return (
    <svg aria-hidden viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none">
      <path d={line(before, 0)} fill="none" stroke="var(--muted)" strokeWidth={1} vectorEffect="non-scaling-stroke" />
      <path
        d={line([last, ...after], before.length - 1)}
        fill="none"
        stroke={isUp ? 'var(--pnl-up)' : 'var(--pnl-down)'}
        strokeWidth={1.5}
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}
