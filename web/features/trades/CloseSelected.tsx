import { useMutation } from '@apollo/client/react'
import { useState } from 'react'
import { styled } from 'styled-components'
import { shownModes, type TradeMode } from '../../../schema/TradeMode.ts'
import { CloseTradeDocument, type TradePartsFragment } from '../../gql/generated/graphql.ts'
import { usePrices } from '../../gql/usePrices.ts'
import { useTradingBlock } from '../../gql/useTradingBlock.ts'
import { formatCount, formatSignedRupees } from '../../lib/formatMoney.ts'
import { media } from '../../theme/media.ts'
import { Button } from '../../ui/Button.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { ModeWord } from '../../ui/ModeBadge.tsx'
import { ProfitLoss } from '../../ui/ProfitLoss.tsx'
import { closeTrades, counted } from './closeTrades.ts'
import { openSymbols, type PriceOf } from './legProfit.ts'
import { profitOf, tradeName } from './tradeView.ts'

/** Has its place below the table from the beginning: nothing moves when the first trade is chosen. In sight wherever the table is scrolled to. */
const Bar = styled.div<{ $isEmpty: boolean }>`
  position: sticky;
  bottom: calc(var(--bottom-bar) + var(--shelf) + 8px);
  z-index: 10;
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 4px 12px;
  min-height: 54px;
  margin-top: 8px;
  padding: 8px 8px 8px 14px;
  border: 1px solid var(--line-strong);
  border-radius: var(--radius);
  background: var(--overlay);
  font-size: var(--text-sm);
  visibility: ${({ $isEmpty }) => ($isEmpty ? 'hidden' : 'visible')};

  b {
    font-weight: 600;
  }

  & > button {
    margin-left: auto;
  }

  ${media.phone} {
    min-height: 62px;
  }
`

interface CloseSelectedProps {
  trades: readonly TradePartsFragment[]
  /** The exits of these have been asked for. */
  onClosing: (ids: readonly string[]) => void
}

/** How many trades are chosen, what closing them now would leave, and the way to do so. */
export function CloseSelected({ trades, onClosing }: CloseSelectedProps) {
  const [isAsking, setIsAsking] = useState(false)
  /** How many are being asked for; null: none. */
  const [underWay, setUnderWay] = useState<number | null>(null)
  const [close] = useMutation(CloseTradeDocument)
  const block = useTradingBlock()
  const priceOf = usePrices(openSymbols(trades))
  const count = underWay ?? trades.length
  // They may have been closed meanwhile by what the strategies do.
  if (isAsking && trades.length === 0) setIsAsking(false)
  const modes = trades.length === 0 ? [] : shownModes((mode) => ofMode(trades, mode).length > 0)

  async function closeAll() {
    setIsAsking(false)
    setUnderWay(trades.length)
    const closing = await closeTrades(trades, (id) => close({ variables: { id } }))
    setUnderWay(null)
    onClosing(closing)
  }

  return (
    <Bar role="group" aria-label="Selected trades" $isEmpty={count === 0}>
      <span role="status">{count === 0 ? '' : `${formatCount(count)} selected`}</span>
      {modes.map((mode) => (
        <span key={mode}>
          {modes.length > 1 || mode === 'LIVE' ? <ModeWord $mode={mode}>{mode} </ModeWord> : null}
          net{' '}
          <b className="live-price">
            <ProfitLoss value={profitOf(ofMode(trades, mode), priceOf).net} />
          </b>
        </span>
      ))}
      <Button
        $look="danger"
        type="button"
        $busy={underWay !== null}
        disabled={block !== null}
        title={block ?? undefined}
        onClick={() => setIsAsking(true)}
      >
        {underWay === null ? `Close ${counted(count)}` : `Closing ${counted(count)}...`}
      </Button>
      {isAsking ? (
        <ConfirmDialog
          title={`Close ${counted(count)}?`}
          consequence={consequenceOf(trades, priceOf)}
          confirmLabel={`Close ${counted(count)}`}
          onCancel={() => setIsAsking(false)}
          onConfirm={() => void closeAll()}
        />
      ) : null}
    </Bar>
  )
}

const ofMode = (trades: readonly TradePartsFragment[], of: TradeMode) => trades.filter(({ mode }) => mode === of)

/** What is closed, live trades by name, and what that would leave: of each mode by itself. */
function consequenceOf(trades: readonly TradePartsFragment[], priceOf: PriceOf): string {
  const modes = shownModes((mode) => ofMode(trades, mode).length > 0)
  const live = ofMode(trades, 'LIVE').map(tradeName)
  const counts = modes.map((mode) => counted(ofMode(trades, mode).length, `${mode} `)).join(' and ')
  const [are, their] = trades.length === 1 ? ['is', 'its'] : ['are', 'their']
  return [
    `${counts} ${are} closed at the market with all ${their} open legs.`,
    ...(live.length === 0 ? [] : [`LIVE: ${named(live)}.`]),
    ...modes.map((mode) => {
      const { gross, net } = profitOf(ofMode(trades, mode), priceOf)
      if (net === null) return `${mode}: there is no price yet for one of them, so the P&L is unknown.`
      return `${mode} P&L now: ${formatSignedRupees(net)} net of charges on both sides, ${formatSignedRupees(gross)} before charges.`
    }),
  ].join(' ')
}

/** Names in one sentence. */
const NAMED = 6

function named(names: readonly string[]): string {
  const more = names.length - NAMED
  return names.slice(0, NAMED).join('; ') + (more > 0 ? ` and ${formatCount(more)} more` : '')
}
