import { useQuery } from '@apollo/client/react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { styled } from 'styled-components'
import { paths } from '../../../schema/paths.ts'
import { TradeDocument, type TradeQuery } from '../../gql/generated/graphql.ts'
import { usePrices } from '../../gql/usePrices.ts'
import { capitalised } from '../../lib/capitalised.ts'
import { formatCount, formatPrice, formatSignedRupees } from '../../lib/formatMoney.ts'
import { formatDate, formatTime } from '../../lib/formatTime.ts'
import { Alert } from '../../ui/Alert.ts'
import { LegList } from '../../ui/LegList.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { marginName } from '../../ui/PositionCard.tsx'
import { ModeBadge } from '../../ui/ModeBadge.tsx'
import { Own } from '../../ui/Own.tsx'
import { ProfitLoss } from '../../ui/ProfitLoss.tsx'
import { Rupees } from '../../ui/Rupees.tsx'
import { Sentence } from '../../ui/Sentence.tsx'
import { Skeleton } from '../../ui/Skeleton.ts'
import { LevelChanges } from './LevelChanges.tsx'
import { openSymbols } from './legProfit.ts'
import { PremiumChart } from './PremiumChart.tsx'
import { TradeChart } from './TradeChart.tsx'
import { shownStatus } from '../../ui/shownStatus.ts'
import { expiryText, indexLabel, legViews, resultOf, strikesText, tradeName } from './tradeView.ts'

const Section = styled.section`
  margin-top: 20px;

  h3 {
    margin-bottom: 6px;
    font-size: var(--text-md);
  }

  p {
    max-width: 80ch;
  }

  p::first-letter {
    text-transform: uppercase;
  }

  p + p {
    margin-top: 4px;
    color: var(--muted);
    font-size: var(--text-sm);
  }
`

const Facts = styled.dl`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 18rem), 1fr));
  gap: 8px 20px;
  margin-top: 10px;
  font-size: var(--text-sm);

  div {
    display: flex;
    justify-content: space-between;
    gap: 12px;
    padding-bottom: 6px;
    border-bottom: 1px solid var(--line);
  }

  dt {
    color: var(--muted);
  }

  dd {
    font-variant-numeric: tabular-nums;
    text-align: right;
  }
`

/** Why a trade was opened, with the values its rule compared, how it went, and both on the charts of its index and of its premium. */
export function TradeDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, refetch } = useQuery(TradeDocument, { variables: { id } })
  const trade = data?.trade
  return (
    <Modal
      wide
      title={trade ? tradeName(trade) : 'Why was it traded?'}
      description={trade ? descriptionOf(trade) : 'Loading the trade'}
      onClose={onClose}
    >
      {trade ? (
        <TradeReasons trade={trade} />
      ) : error ? (
        <LoadFailure text="Failed to load the trade" error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton $height={640} />
      )}
    </Modal>
  )
}

function TradeReasons({ trade }: { trade: TradeQuery['trade'] }) {
  const values = trade.why?.values ?? []
  const position = trade.estimatedMargin !== null
  const priceOf = usePrices(openSymbols([trade]))
  const result = resultOf(trade, priceOf)
  const ifClosed = trade.status === 'RUNNING' ? ', if closed now' : ''
  return (
    <>
      {trade.warnings.map((warning) => (
        <Alert key={warning}>
          <Sentence text={warning} />
        </Alert>
      ))}
      <Section>
        <h3>Why it was opened</h3>
        <p>
          <Sentence text={trade.opened ?? 'The signal that opened this trade is not known.'} />
        </p>
        {values.length > 0 ? (
          <Facts aria-label="What the rule compared">
            {values.map(({ operand, value }) => (
              <Fact key={operand} name={capitalised(operand)}>
                {value}
              </Fact>
            ))}
          </Facts>
        ) : trade.analysisId !== null ? (
          <p>
            <Link to={paths.agentAnalysis(trade.analysisId)}>
              The values the analysis compared are in the decision log of the Research Agent.
            </Link>
          </p>
        ) : (
          <p>The values its rule compared were not stored.</p>
        )}
      </Section>
      <Section>
        <h3>{trade.closed === null ? 'It is running' : 'Why it was closed'}</h3>
        {trade.closed === null ? null : (
          <p>
            <Sentence text={trade.closed} />
          </p>
        )}
        {trade.failedLegs.map(({ text }) => (
          <p key={text}>
            <Sentence text={text} />
          </p>
        ))}
        <LevelChanges tradeId={trade.id} legNames={new Map(legViews(trade, priceOf).map(({ id, contract }) => [id, contract]))} />
        <Facts aria-label="The trade">
          <Fact name="Mode">
            <ModeBadge mode={trade.mode} />
          </Fact>
          <Fact name="Entry">
            {position ? null : (
              <>
                <Own text={formatPrice(trade.entryPrice)} /> at{' '}
              </>
            )}
            {formatTime(trade.entryTime)}
          </Fact>
          <Fact name="Exit">
            <Exit trade={trade} />
          </Fact>
          <Fact name="Date">{formatDate(trade.entryTime)}</Fact>
          <Fact name="Quantity">
            <Own text={`${formatCount(trade.quantity)} (${formatCount(trade.lots)} ${trade.lots === 1 ? 'lot' : 'lots'})`} />
          </Fact>
          {position ? null : (
            <>
              <Fact name="Target">
                <Own text={formatPrice(trade.target)} />
              </Fact>
              <Fact name="Stop loss">
                <Own text={formatPrice(trade.sl)} />
              </Fact>
            </>
          )}
          {trade.kept === null ? null : (
            <Fact name="Locked profit">
              <Rupees value={trade.kept} />
            </Fact>
          )}
          <Fact name={position ? marginName(trade.legs) : 'Funds used'}>
            <Rupees value={trade.fundUsed} />
          </Fact>
          <Fact name={`Net P&L${ifClosed}`}>
            <strong>
              <ProfitLoss value={result?.net ?? null} />
            </strong>
          </Fact>
          <Fact name="P&L before charges">
            <Rupees value={result?.gross ?? null} format={formatSignedRupees} />
          </Fact>
          <Fact name={`Charges${ifClosed}`}>
            <Rupees value={result?.charges ?? null} />
          </Fact>
        </Facts>
      </Section>
      {position ? (
        <Section>
          <h3>Legs</h3>
          <LegList legs={legViews(trade, priceOf)} />
        </Section>
      ) : null}
      <Section>
        <TradeChart trade={trade} />
      </Section>
      <Section>
        <PremiumChart trade={trade} />
      </Section>
    </>
  )
}

function descriptionOf(trade: TradeQuery['trade']): string {
  const of =
    trade.estimatedMargin === null
      ? trade.option
      : [indexLabel(trade.index), strikesText(trade), expiryText(trade)].filter(Boolean).join(', ')
  return `${trade.mode} · ${trade.strategy} · ${shownStatus(trade)} · ${of}`
}

/** When it was closed, and of one option at which premium. */
function Exit({ trade: { exitPrice, exitTime, estimatedMargin } }: { trade: TradeQuery['trade'] }) {
  if (estimatedMargin !== null) return formatTime(exitTime)
  return (
    <>
      <Own text={formatPrice(exitPrice)} />
      {exitTime === null ? '' : ` at ${formatTime(exitTime)}`}
    </>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
