import { useQuery } from '@apollo/client/react'
import { styled } from 'styled-components'
import { InstrumentsDocument, type AgentSettingsPartsFragment } from '../../gql/generated/graphql.ts'
import { formatCount, UNKNOWN } from '../../lib/formatMoney.ts'
import { withUnit } from '../../lib/withUnit.ts'
import { media } from '../../theme/media.ts'
import { Rupees } from '../../ui/Rupees.tsx'
import { FactGrid } from './FactGrid.ts'

/** By which the value of a trade is estimated: an index level. */
const TYPICAL_PRICE = 25_000

const Facts = styled(FactGrid)`
  ${media.desk} {
    grid-template-columns: repeat(4, 1fr);
  }

  small {
    display: block;
    color: var(--muted);
    font-size: var(--text-xs);
    font-weight: 400;
  }
`

/** The agent's settings, and what they amount to by the lot in force. */
export function AgentSummary({ settings }: { settings: AgentSettingsPartsFragment }) {
  const { capital, quantityLots, paperTrade, analysisIntervalMinutes, maxTradesPerDay, riskPerTrade } = settings
  const { data } = useQuery(InstrumentsDocument)
  const lot = data?.instruments.find(({ symbol }) => symbol === 'NIFTY')?.lot ?? null
  const riskAmount = capital * riskPerTrade
  const tradeValue = lot === null ? null : quantityLots * lot * TYPICAL_PRICE
  return (
    <Facts aria-label="Agent summary">
      <div>
        <dt>Capital</dt>
        <dd>
          <Rupees value={capital} />
        </dd>
      </div>
      <div>
        <dt>Quantity</dt>
        <dd>
          {formatCount(quantityLots)} {quantityLots === 1 ? 'lot' : 'lots'}
          <small>1 lot is {lot ?? UNKNOWN} shares (Nifty)</small>
        </dd>
      </div>
      <div>
        <dt>Mode</dt>
        <dd>{paperTrade ? 'Paper' : 'Live'}</dd>
      </div>
      <div>
        <dt>Analysis Interval</dt>
        <dd>{withUnit(analysisIntervalMinutes, 'min')}</dd>
      </div>
      <div>
        <dt>Max Trades per Day</dt>
        <dd>{maxTradesPerDay}</dd>
      </div>
      <div>
        <dt>Risk per Trade</dt>
        <dd>{Number((riskPerTrade * 100).toFixed(4))}%</dd>
      </div>
      <div>
        <dt>Risk Amount</dt>
        <dd>
          <Rupees value={riskAmount} />
          <small>{tradeValue === null ? UNKNOWN : `${((riskAmount / tradeValue) * 100).toFixed(2)}%`} of the position</small>
        </dd>
      </div>
      <div>
        <dt>Approx. Trade Value</dt>
        <dd>
          <Rupees value={tradeValue} />
        </dd>
      </div>
    </Facts>
  )
}
