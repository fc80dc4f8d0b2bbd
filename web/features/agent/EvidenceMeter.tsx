import { styled } from 'styled-components'
import { evidenceText } from '../../../schema/trading/evidenceText.ts'
import { TableScroller } from '../../charts/TableScroller.ts'
import { formatCount, UNKNOWN } from '../../lib/formatMoney.ts'
import { formatDate } from '../../lib/formatTime.ts'
import { Badge } from '../../ui/Badge.ts'
import { Explainer } from '../../ui/Explainer.tsx'
import { EvidenceLine } from './EvidenceLine.tsx'
import { netText } from './netText.ts'
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

/** How close each lookback's record is to its gate, and one of them over time; beside it what no skill costs. */
export function EvidenceMeter({ keys, chosen }: EvidenceMeterProps) {
  return (
    <>
      <Help>
        The agent bets a fictitious ₹1 on its own past calls. Only when that has grown ×{formatCount(chosen.threshold)} does a gate open.
        From then on ₹1 is bet against them: a gate closes when that has grown ×{formatCount(chosen.closingEvidence)}.
        <Explainer
          about="the evidence"
          text="Without skill the fictitious stake does not grow: the chance that any of the 28 gates ever opens by luck is at most 5%, however often one looks. A closed gate begins anew at ₹1, and opens again by as much evidence as the first time."
          computed="The mean of four bettors who start with ₹1 and stake 10, 25, 50 and 100% of it on each shadow trade, after all costs. The bet against an open gate gains when trades earn less than half of what opened it."
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
              <th scope="col">Evidence against it</th>
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
                  <Badge $tone={key.open ? 'good' : 'neutral'}>{gateText(key)}</Badge>
                </td>
                <td>{key.against === null ? UNKNOWN : evidenceText(key.against, key.closingEvidence)}</td>
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
      <Help>The control line is the result of buying both sides at every scan: the price of having no skill.</Help>
      <EvidenceLine chosen={chosen} />
    </>
  )
}

function gateText({ open, closedOn }: KeyRecord): string {
  if (open) return 'Open'
  return closedOn === null ? 'Closed' : `Closed on ${formatDate(Date.parse(closedOn))}: it must prove itself anew`
}

/** How far from ×1 to the threshold, in equal factors. */
const wayTo = (evidence: number, threshold: number) => Math.min(1, Math.max(0, Math.log(evidence) / Math.log(threshold)))
