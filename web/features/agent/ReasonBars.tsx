import { styled } from 'styled-components'
import { PlotFrame } from '../../charts/PlotFrame.tsx'
import { formatCount } from '../../lib/formatMoney.ts'

const Counts = styled.ul`
  display: grid;
  gap: 4px;
  padding: 0;
  font-size: var(--text-sm);
  list-style: none;

  li {
    display: grid;
    grid-template-columns: minmax(0, 14rem) 1fr auto;
    align-items: center;
    gap: 10px;
  }
`

const Share = styled.span<{ $share: number }>`
  height: 8px;
  border-radius: 4px;
  background: linear-gradient(to right, var(--accent) ${({ $share }) => $share * 100}%, var(--overlay) 0);
`

interface ReasonBarsProps {
  title: string
  text: string
  /** What is counted. */
  of: string
  /** The most frequent first. */
  counts: readonly { readonly reason: string; readonly count: number }[]
}

/** How often each reason was given; nothing where none was. */
export function ReasonBars({ title, text, of, counts }: ReasonBarsProps) {
  const [most] = counts
  if (!most) return null
  return (
    <PlotFrame title={title} text={text} columns={['Reason', of]} rows={counts.map(({ reason, count }) => [reason, formatCount(count)])}>
      <Counts>
        {counts.map(({ reason, count }) => (
          <li key={reason}>
            {reason}
            <Share aria-hidden $share={count / most.count} />
            {formatCount(count)}
          </li>
        ))}
      </Counts>
    </PlotFrame>
  )
}
