import { useQuery } from '@apollo/client/react'
import { useParentSize } from '@visx/responsive'
import { scaleLog, scaleTime } from '@visx/scale'
import { styled } from 'styled-components'
import { evidenceText } from '../../../schema/trading/evidenceText.ts'
import { TableScroller } from '../../charts/TableScroller.ts'
import { AgentKeyHistoryDocument } from '../../gql/generated/graphql.ts'
import { formatCount } from '../../lib/formatMoney.ts'
import { formatDate, formatDateTime } from '../../lib/formatTime.ts'
import { Badge } from '../../ui/Badge.ts'
import { Explainer } from '../../ui/Explainer.tsx'
import { netText } from './netText.ts'
import { PlotFrame } from '../../charts/PlotFrame.tsx'
import type { KeyRecord } from './useKeyRecords.ts'

const Help = styled.p`
  display: flex;
  align-items: center;
  gap: 8px;
  color: var(--muted);
  font-size: var(--text-sm);
`

const Bar = styled.span<{ $share: number }>`
  display: inline-block;
  width: 7rem;
  height: 8px;
  border-radius: 4px;
  background: linear-gradient(to right, var(--accent) ${({ $share }) => $share * 100}%, var(--overlay) 0);
`

interface EvidenceMeterProps {
  keys: readonly KeyRecord[]
  /** Whose line over time is drawn. */
  chosen: KeyRecord
}

/** How far the record of each lookback has come to its gate, and that of one of them over time; beside it what no skill costs. */
export function EvidenceMeter({ keys, chosen }: EvidenceMeterProps) {
  return (
    <>
      <Help>
        The agent bets a fictitious ₹1 on its own past calls. Only when that has grown ×{formatCount(chosen.threshold)} does a gate open.
        <Explainer
          about="the evidence"
          text={`Without skill the fictitious stake does not grow: the chance that any of the 28 gates ever opens by luck is at most 5 %, however often one looks.`}
          computed="Mean of what four bettors make of ₹1, who put 10, 25, 50 and 100 % on each shadow trade, after all costs."
        />
      </Help>
      <TableScroller tabIndex={0} role="region" aria-label="Evidence by lookback">
        <table>
          <thead>
            <tr>
              <th scope="col">Lookback</th>
              <th scope="col">Evidence</th>
              <th scope="col">On the way</th>
              <th scope="col">Gate</th>
              <th scope="col">Shadow trades</th>
              <th scope="col">Mean net</th>
              <th scope="col">Control line</th>
              <th scope="col">Walked</th>
            </tr>
          </thead>
          <tbody>
            {keys.map((key) => (
              <tr key={key.id}>
                <th scope="row">{key.lookback}</th>
                <td>{evidenceText(key.evidence, key.threshold)}</td>
                <td>
                  <Bar aria-hidden $share={wayTo(key.evidence, key.threshold)} />
                </td>
                <td>
                  <Badge $tone={key.open ? 'good' : 'neutral'}>
                    {key.open ? 'Open' : key.closedOn === null ? 'Closed' : `Closed ${key.closedOn}`}
                  </Badge>
                </td>
                <td>{formatCount(key.shadow.count)}</td>
                <td>
                  {netText(key.shadow.mean)}
                  {key.shadow.error === null ? '' : ` ± ${(key.shadow.error * 100).toFixed(2)}`}
                </td>
                <td>{netText(key.control.mean)}</td>
                <td>
                  {formatCount(key.walked)} of {formatCount(key.sessions)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableScroller>
      <Help>The control line is what buying both sides at every look comes to: the price of no skill.</Help>
      <EvidenceLine chosen={chosen} />
    </>
  )
}

/** How far from ×1 to the threshold, in equal factors. */
const wayTo = (evidence: number, threshold: number) => Math.min(1, Math.max(0, Math.log(evidence) / Math.log(threshold)))

const HEIGHT = 180
const MARGIN = { top: 8, right: 12, bottom: 22, left: 44 }
const LABEL = { fill: 'var(--muted)', fontSize: 11, fontFamily: 'inherit' } as const

function EvidenceLine({ chosen: { index, lookback, threshold } }: { chosen: KeyRecord }) {
  const { parentRef, width } = useParentSize({ debounceTime: 50 })
  const { data } = useQuery(AgentKeyHistoryDocument, { variables: { symbol: index, lookback } })
  const points = (data?.agentKeyHistory.points ?? []).map(({ at, evidence }) => ({ at: new Date(at), evidence }))
  const [first] = points
  const last = points.at(-1)
  if (!first || !last)
    return (
      <Help>
        No shadow trade of {index} with lookback {lookback} has ended yet.
      </Help>
    )
  const lowest = Math.min(1, ...points.map(({ evidence }) => evidence))
  const x = scaleTime({ domain: [first.at, last.at], range: [MARGIN.left, Math.max(MARGIN.left, width - MARGIN.right)] })
  const y = scaleLog({ domain: [Math.max(lowest, 1e-4), threshold * 1.3], range: [HEIGHT - MARGIN.bottom, MARGIN.top] })
  const path = points.map(({ at, evidence }, i) => `${i === 0 ? 'M' : 'L'}${x(at)} ${y(Math.max(evidence, 1e-4))}`).join('')
  return (
    <PlotFrame
      title={`Evidence of ${index}, lookback ${lookback}, over time`}
      text="After each shadow trade, on a scale of equal factors. The dashed line opens the gate."
      columns={['Time (IST)', 'Evidence']}
      rows={points.toReversed().map(({ at, evidence }) => [formatDateTime(at.getTime()), evidenceText(evidence, threshold)])}
    >
      <div ref={parentRef} style={{ height: HEIGHT, position: 'relative' }}>
        <svg
          role="img"
          aria-label={`From ${formatDate(first.at.getTime())} to ${formatDate(last.at.getTime())}: now ${evidenceText(last.evidence, threshold)}`}
          width={width}
          height={HEIGHT}
          style={{ position: 'absolute', inset: 0 }}
        >
          {[1, threshold].map((level) => (
            <g key={level}>
              <line
                x1={MARGIN.left}
                x2={width - MARGIN.right}
                y1={y(level)}
                y2={y(level)}
                stroke="var(--line-strong)"
                strokeDasharray={level === threshold ? '4 3' : undefined}
              />
              <text {...LABEL} y={y(level) + 4}>
                ×{level}
              </text>
            </g>
          ))}
          <path d={path} fill="none" stroke="var(--accent)" strokeWidth={1.75} />
          <text {...LABEL} x={MARGIN.left} y={HEIGHT - 6}>
            {formatDate(first.at.getTime())}
          </text>
          <text {...LABEL} x={width - MARGIN.right} y={HEIGHT - 6} textAnchor="end">
            {formatDate(last.at.getTime())}
          </text>
        </svg>
      </div>
    </PlotFrame>
  )
}
