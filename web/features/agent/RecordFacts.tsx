import { styled } from 'styled-components'
import type { OptionType } from '../../../schema/market/OptionType.ts'
import { evidenceText } from '../../../schema/trading/evidenceText.ts'
import type { AgentRecordPartsFragment } from '../../gql/generated/graphql.ts'
import { formatCount, formatPrice, formatShare } from '../../lib/formatMoney.ts'
import { formatDates, formatDateTime } from '../../lib/formatTime.ts'
import { comparedText } from './comparedText.ts'
import { netText } from './netText.ts'
import { REASON_TEXTS } from './reasonTexts.ts'

const Facts = styled.dl`
  display: grid;
  grid-template-columns: auto 1fr;
  gap: 4px 16px;
  font-size: var(--text-sm);

  dt {
    color: var(--muted);
  }

  dd {
    min-width: 0;
    overflow-wrap: anywhere;
  }
`

/** All that an analysis compared, and what it was made of. */
export function RecordFacts({ record }: { record: AgentRecordPartsFragment }) {
  const { index, lookback, candleAt, spot, reason, numbers, gates, threshold, history, pricing, interval, features, version, hash } = record
  return (
    <Facts aria-label="Record">
      <dt>Moment</dt>
      <dd>
        {index} at {formatPrice(spot)}, {formatDateTime(candleAt)} IST, last {lookback} candles
      </dd>
      {features ? (
        <>
          <dt>The window</dt>
          <dd>
            {netText(features.trend)} over all of it, {netText(features.momentum)} over its last third; a usual minute moves{' '}
            {(features.volatility * 100).toFixed(3)}%; at {Math.round(features.placeInRange * 100)}% of the day’s range. These explain, and
            decide nothing.
          </dd>
        </>
      ) : null}
      <dt>Reason</dt>
      <dd>
        {reason === null
          ? 'It is a trade'
          : [REASON_TEXTS[reason], comparedText(reason, numbers)].filter((each) => each !== null).join(': ')}
      </dd>
      <dt>Lead</dt>
      <dd>{record.lead === null ? 'None' : `${NAMES[record.lead]}: its whole 99% interval lies above zero`}</dd>
      <dt>Exploration</dt>
      <dd>{record.exploratory === null ? 'None' : explorationText(record, record.exploratory)}</dd>
      <dt>Searched</dt>
      <dd>
        {history.first === null
          ? 'No sessions: it was decided without a search'
          : `${formatCount(history.sessions)} finished ${history.sessions === 1 ? 'session' : 'sessions'}, ${formatDates(history.first, history.last)}; today is never among them`}
      </dd>
      {interval ? (
        <>
          <dt>Next 30 minutes</dt>
          <dd>
            80% between {netText(interval.low)} and {netText(interval.high)} of the index
          </dd>
        </>
      ) : null}
      <dt>Gate</dt>
      <dd>
        {gates
          .map((gate) => `lookback ${gate.lookback}: evidence ${evidenceText(gate.evidence, threshold)}, ${gate.open ? 'open' : 'closed'}`)
          .join('; ')}
      </dd>
      {pricing ? (
        <>
          <dt>Priced</dt>
          <dd>
            strike {formatPrice(pricing.strike)}, expiry {pricing.expiry}, lot {pricing.lot}, volatility {formatShare(pricing.volatility)} (
            {pricing.source === 'QUOTE' ? 'of live quotes' : 'of the last 20 sessions'})
          </dd>
        </>
      ) : null}
      <dt>Model</dt>
      <dd>
        version {version}, record {hash.slice(0, 16)}…
      </dd>
    </Facts>
  )
}

const NAMES = { CE: 'A call', PE: 'A put' } as const satisfies Record<OptionType, string>

function explorationText({ evidence }: AgentRecordPartsFragment, side: OptionType): string {
  const errors = evidence.find((each) => each.side === side)?.errors
  const lean = errors === undefined ? '' : `, its mean ${errors.toFixed(1)} standard errors above zero`
  return `${NAMES[side]}${lean}: on paper only, UNPROVEN`
}
