import { formatCount, formatRate, formatShare } from '../../lib/formatMoney.ts'
import { Figures } from './Figures.ts'
import type { ModelGap, RecordedFills } from './readReport.ts'

interface RecordedFiguresProps {
  /** Null: no option was recorded. */
  modelGap: readonly ModelGap[] | null
  recordedFills: RecordedFills | null
}

/** How a backtest compares with the option premiums that were recorded; nothing where there is nothing to compare with. */
export function RecordedFigures({ modelGap, recordedFills }: RecordedFiguresProps) {
  const gaps = (modelGap ?? []).flatMap(({ moneyness, minutes, medianAbsolutePercent: off, medianPercent: bias }) =>
    off === null || bias === null ? [] : [{ moneyness, minutes, off, bias }],
  )
  const filled = recordedFills !== null && recordedFills.fills > 0 ? recordedFills : null
  if (gaps.length === 0 && filled === null) return null
  return (
    <section>
      <h3>Compared with recorded premiums</h3>
      <Figures>
        {filled === null ? null : (
          <div>
            <dt>Fills at a traded price</dt>
            <dd>{formatShare(filled.share)}</dd>
            <dd>
              {formatCount(filled.inside)} of {formatCount(filled.fills)} fills in recorded minutes lie between the low and the high of
              their minute.
            </dd>
          </div>
        )}
        {gaps.map(({ moneyness, minutes, off, bias }) => (
          <div key={moneyness}>
            <dt>Model, {placeOf(moneyness)}</dt>
            <dd>{formatRate(off)}</dd>
            <dd>
              Median distance from the premiums of {formatCount(minutes)} recorded {minutes === 1 ? 'minute' : 'minutes'}; the model is{' '}
              {leaning(bias)}.
            </dd>
          </div>
        ))}
      </Figures>
    </section>
  )
}

/** As "at the money", or "0.5–1% from the money". Older reports have a space before the sign. */
function placeOf(moneyness: string): string {
  return moneyness.endsWith('%') ? `${moneyness.replace(' %', '%')} from the money` : moneyness
}

function leaning(bias: number): string {
  if (Math.abs(bias) < 0.05) return 'neither too cheap nor too expensive overall'
  return `${formatRate(Math.abs(bias))} too ${bias < 0 ? 'cheap' : 'expensive'} overall`
}
