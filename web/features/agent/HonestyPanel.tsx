import { styled } from 'styled-components'
import { REAL_QUARTER_TEXT } from '../../../schema/trading/realQuarter.ts'
import { formatCount, formatShare } from '../../lib/formatMoney.ts'
import { FactGrid } from './FactGrid.ts'
import { OutcomeCounts } from './OutcomeCounts.tsx'
import { ReasonBars } from './ReasonBars.tsx'
import { REASON_TEXTS } from './reasonTexts.ts'
import { ReliabilityPlot } from './ReliabilityPlot.tsx'
import { ShadowMonths } from './ShadowMonths.tsx'
import type { KeyRecord } from './useKeyRecords.ts'

const Facts = styled(FactGrid)`
  grid-template-columns: repeat(auto-fit, minmax(12rem, 1fr));
`

const Note = styled.p`
  color: var(--muted);
  font-size: var(--text-sm);
`

/** How good the forecasts of a key were: what was said against what came true, the interval, the months, why there was no trade, and a real quarter. */
export function HonestyPanel({ chosen }: { chosen: KeyRecord }) {
  const { scans, leads, coverage, outcomes, brier, baseBrier, refusals, walked, sessions } = chosen
  return (
    <>
      <Facts aria-label="Figures of the record">
        <div>
          <dt>Scans of the record</dt>
          <dd>
            {formatCount(scans)}, a side led in {formatCount(leads)}
          </dd>
        </div>
        <div>
          <dt>80% interval held</dt>
          <dd>
            {formatShare(coverage)} of {formatCount(outcomes)}
          </dd>
        </div>
        <div>
          <dt>Squared error, ours and the base rate’s</dt>
          <dd>
            {brier === null ? '—' : brier.toFixed(4)} / {baseBrier === null ? '—' : baseBrier.toFixed(4)}
          </dd>
        </div>
        <div>
          <dt>Walk-forward</dt>
          <dd>
            {formatCount(walked)} of {formatCount(sessions)} sessions
          </dd>
        </div>
      </Facts>
      {chosen.reliability.length === 0 ? (
        <Note>No forecasts yet: they start once 600 outcomes are known.</Note>
      ) : (
        <ReliabilityPlot chosen={chosen} />
      )}
      <ShadowMonths chosen={chosen} />
      <ReasonBars
        title="Why there was no lead"
        text="Scans of the record, walk-forward included, that had enough to compare, by the reason that ended them."
        of="Scans"
        counts={refusals.map(({ reason, count }) => ({ reason: REASON_TEXTS[reason], count }))}
      />
      <Note>{REAL_QUARTER_TEXT} The past, not a promise.</Note>
      <OutcomeCounts chosen={chosen} />
    </>
  )
}
