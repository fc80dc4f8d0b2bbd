import { useMutation } from '@apollo/client/react'
import { memo, useState } from 'react'
import { CloseTradeDocument, type TradePartsFragment } from '../../gql/generated/graphql.ts'
import { usePrices } from '../../gql/usePrices.ts'
import { useTradingBlock } from '../../gql/useTradingBlock.ts'
import { formatCount, formatRupees, formatSignedRupees } from '../../lib/formatMoney.ts'
import { Button } from '../../ui/Button.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { toastFailure } from '../../ui/toastFailure.ts'
import { lastPriceOf, openSymbols, type PriceOf } from './legProfit.ts'
import { resultOf, tradeName } from './tradeView.ts'

interface CloseTradeButtonProps {
  trade: TradePartsFragment
  /** What it says while nothing is being closed; it is always called "Close trade". */
  label?: 'Close trade' | 'Close'
}

/** Closes a running trade by hand, all its legs, after a question. Only the question follows prices. */
export const CloseTradeButton = memo(function CloseTradeButton({ trade, label = 'Close trade' }: CloseTradeButtonProps) {
  const [asking, setAsking] = useState(false)
  const [close, { loading }] = useMutation(CloseTradeDocument)
  const name = tradeName(trade)
  const block = useTradingBlock()
  const closing = trade.closing || loading
  return (
    <>
      <Button
        $look="quiet"
        type="button"
        aria-label={`${closing ? 'Closing' : 'Close trade'} ${name}${block === null ? '' : `. ${block}`}`}
        $busy={closing}
        disabled={block !== null}
        title={block ?? undefined}
        onClick={() => setAsking(true)}
      >
        {closing ? 'Closing...' : label}
      </Button>
      {asking ? (
        <CloseTradeQuestion
          trade={trade}
          onCancel={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false)
            close({ variables: { id: trade.id } }).catch((error: unknown) => toastFailure('Failed to close the trade', error))
          }}
        />
      ) : null}
    </>
  )
})

function CloseTradeQuestion({ trade, ...answers }: { trade: TradePartsFragment; onCancel: () => void; onConfirm: () => void }) {
  const priceOf = usePrices(openSymbols([trade]))
  return (
    <ConfirmDialog
      title={`Close ${tradeName(trade)}?`}
      consequence={consequenceOf(trade, priceOf)}
      confirmLabel="Close trade"
      {...answers}
    />
  )
}

function consequenceOf(trade: TradePartsFragment, priceOf: PriceOf): string {
  const open = trade.legs.filter(({ status }) => status === 'RUNNING')
  const [leg] = open
  const sale = trade.estimatedMargin === null ? `${formatCount(trade.quantity)} units are sold` : closedLegs(open.length)
  const result = resultOf(trade, priceOf)
  if (!result) return `${trade.mode}: ${sale} at the market. There is no price yet, so the P&L is unknown.`
  const last = leg && trade.estimatedMargin === null ? `, last price ${formatRupees(lastPriceOf(leg, priceOf))}` : ''
  return `${trade.mode}: ${sale} at the market${last}. P&L now: ${formatSignedRupees(result.net)} net of charges on both sides, ${formatSignedRupees(result.gross)} before charges.`
}

const closedLegs = (count: number) => (count === 1 ? 'the leg that is open is closed' : `all ${formatCount(count)} open legs are closed`)
