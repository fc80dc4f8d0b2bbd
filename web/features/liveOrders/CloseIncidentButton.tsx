import { useMutation } from '@apollo/client/react'
import { useState } from 'react'
import { spokenOption } from '../../../schema/market/options/spokenOption.ts'
import {
  CloseExcessDocument,
  LiveOrdersDocument,
  type ClosingPartsFragment,
  type LiveOrderPartsFragment,
} from '../../gql/generated/graphql.ts'
import { usePrices } from '../../gql/usePrices.ts'
import { formatCount, formatRupees } from '../../lib/formatMoney.ts'
import { Button } from '../../ui/Button.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { toast } from '../../ui/toast.ts'
import { toastFailure } from '../../ui/toastFailure.ts'

type Incident = Pick<LiveOrderPartsFragment['incidents'][number], 'id' | 'option' | 'units' | 'closing'>

/** Closes the short position of an incident by one order, after a question, and says what became of the latest one. */
export function CloseIncidentButton({ incident }: { incident: Incident }) {
  const [asking, setAsking] = useState(false)
  const [close, { loading }] = useMutation(CloseExcessDocument)
  const { id, option, units, closing } = incident
  const count = formatCount(Math.abs(units))
  const isUnderWay = closing?.state === 'ASKED' || closing?.state === 'SENT'
  const press = async () => {
    setAsking(false)
    try {
      const { data } = await close({ variables: { incidentId: id }, refetchQueries: [LiveOrdersDocument] })
      const text = data && outcomeOf(data.closeExcess)
      if (text) toast[data.closeExcess.state === 'FILLED' ? 'success' : 'error'](text, { description: option })
    } catch (error) {
      toastFailure('Failed to close the short position', error, undefined, option)
    }
  }
  const outcome = closing && outcomeOf(closing)
  return (
    <>
      {outcome ? <span role="status">{outcome}</span> : null}{' '}
      {closing?.state === 'FILLED' ? null : (
        <Button $look="quiet" type="button" $busy={isUnderWay || loading} onClick={() => setAsking(true)}>
          {isUnderWay || loading ? `Buying ${count}...` : `Buy ${count} to close the short position`}
        </Button>
      )}
      {asking ? <CloseQuestion incident={incident} onCancel={() => setAsking(false)} onConfirm={() => void press()} /> : null}
    </>
  )
}

function CloseQuestion({ incident: { option, units }, ...answers }: { incident: Incident; onCancel: () => void; onConfirm: () => void }) {
  const price = usePrices([option])(option)
  const count = Math.abs(units)
  const cost =
    price === null ? 'No price is available right now.' : `At ${formatRupees(price)} that costs about ${formatRupees(price * count)}.`
  return (
    <ConfirmDialog
      title={`Buy ${formatCount(count)} × ${spokenOption(option)}?`}
      consequence={`LIVE: up to ${formatCount(count)} units are bought at the market, never more than your account is short when the order is sent. ${cost}`}
      confirmLabel={`Buy ${formatCount(count)}`}
      {...answers}
    />
  )
}

/** What became of an order; null while it is under way. */
function outcomeOf({ state, filledQuantity, quantity, price, refusal }: ClosingPartsFragment): string | null {
  if (state === 'ASKED' || state === 'SENT') return null
  const why = refusal ?? 'it ended at the broker'
  if (state === 'REFUSED') return `Nothing was bought: ${why}.`
  const closed = `Closed at ${formatRupees(price)}`
  return state === 'FILLED' ? `${closed}.` : `${closed}: ${formatCount(filledQuantity)} of ${formatCount(quantity)} units, then ${why}.`
}
