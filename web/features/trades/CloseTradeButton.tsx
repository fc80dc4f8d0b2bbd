import { useMutation } from '@apollo/client/react'
import { useState } from 'react'
import { CloseTradeDocument, type TradePartsFragment } from '../../gql/generated/graphql.ts'
import { useTradingBlock } from '../../gql/useTradingBlock.ts'
import { formatCount, formatRupees, formatSignedRupees } from '../../lib/formatMoney.ts'
import { Button } from '../../ui/Button.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { toastFailure } from '../../ui/toastFailure.ts'
import { contractName, grossProfit } from './tradeView.ts'

/** Closes a running trade by hand, after a question. `ltp`: the option's last price in rupees, null while unknown. */
export function CloseTradeButton({ trade, ltp }: { trade: TradePartsFragment; ltp: number | null }) {
  const [asking, setAsking] = useState(false)
  const [close, { loading }] = useMutation(CloseTradeDocument)
  const name = contractName(trade)
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
        {closing ? 'Closing...' : 'Close trade'}
      </Button>
      {asking ? (
        <ConfirmDialog
          title={`Close ${name}?`}
          consequence={consequenceOf(trade, ltp)}
          confirmLabel="Close trade"
          onCancel={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false)
            close({ variables: { id: trade.id } }).catch((error: unknown) => toastFailure('Failed to close the trade', error))
          }}
        />
      ) : null}
    </>
  )
}

function consequenceOf(trade: TradePartsFragment, ltp: number | null): string {
  const sale = `${trade.mode}: ${formatCount(trade.quantity)} units are sold at the market`
  if (ltp === null) return `${sale}. No price has come yet, so what the trade stands at is not known.`
  return `${sale}, last price ${formatRupees(ltp)}. The trade now stands at ${formatSignedRupees(grossProfit(trade, ltp))} before charges.`
}
