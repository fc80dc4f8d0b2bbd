import { describeUncovered } from '../../../schema/market/coveredYears.ts'
import { EquityChart } from '../../charts/EquityChart.tsx'
import { formatCount } from '../../lib/formatMoney.ts'
import { formatDates } from '../../lib/formatTime.ts'
import { ProfitLoss } from '../../ui/ProfitLoss.tsx'
import { Sentence } from '../../ui/Sentence.tsx'
import { Hypothetical } from './Hypothetical.tsx'
import { assumedText } from './assumedText.ts'
import { Figures } from './Figures.ts'
import { FoldTable } from './FoldTable.tsx'
import { RangeFigure } from './RangeFigure.tsx'
import type { Search, WalkForward } from './readSearch.ts'
import { ResultSections } from './ResultSections.ts'
import { SweepTable } from './SweepTable.tsx'

/** The result of a sweep or a walk-forward, with "hypothetical" beside its numbers. */
export function SearchResult({ symbol, search }: { symbol: string; search: Search }) {
  const { from, to, lots, traded, uncoveredYears, assumptions } = search
  return (
    <ResultSections>
      {uncoveredYears.length > 0 && <p>{describeUncovered(uncoveredYears)}</p>}
      <p>
        {symbol}, {formatDates(from, to)}, {lots} {lots === 1 ? 'lot' : 'lots'} per trade. Premiums: {traded}.{' '}
        {assumptions === undefined ? null : `${assumedText(assumptions)} `}
        <Hypothetical />
      </p>
      {search.kind === 'SWEEP' ? (
        <>
          <p>
            Ranked by {search.rankedBy === 'net' ? 'net result, because there are too few days for more' : 'deflated Sharpe ratio'}. The
            best of many is partly luck: that ratio is the probability that a variant is better than the best of as many without any skill.
            Neighbours are the median of what is ranked by, one step away in one parameter; a variant that stands alone is more likely found
            by chance. {search.ranged > 0 ? rangedText(search) : null}
          </p>
          <SweepTable sweep={search} />
        </>
      ) : (
        <OutOfSample found={search} />
      )}
    </ResultSections>
  )
}

/** What the range beside variants is, and which have one. */
function rangedText({ ranged, variants }: Extract<Search, { kind: 'SWEEP' }>): string {
  const which = ranged < variants.length ? `The best ${formatCount(ranged)} stand` : 'Each stands'
  return `${which} beside the range of its net: with the model’s volatility 4 points lower and higher, and at twice the slippage.`
}

function OutOfSample({ found: { outOfSample, folds, variants } }: { found: WalkForward }) {
  const { metrics, equity, verdict } = outOfSample
  return (
    <>
      <p>
        Each fold was validated on days after its training days. Net on them: <ProfitLoss value={metrics.net} /> in{' '}
        {formatCount(metrics.trades)} {metrics.trades === 1 ? 'trade' : 'trades'}; of {formatCount(variants)}{' '}
        {variants === 1 ? 'variant' : 'variants'} on each fold. <Sentence text={verdict} />
      </p>
      {outOfSample.range === null ? null : (
        <Figures>
          <RangeFigure range={outOfSample.range} />
        </Figures>
      )}
      {equity.length === 0 ? null : (
        <section>
          <h3>Hypothetical equity on out-of-sample days</h3>
          <EquityChart label="Hypothetical equity out of sample" points={equity} />
        </section>
      )}
      <FoldTable folds={folds} />
    </>
  )
}
