import { useId, useState } from 'react'
import type { TradePartsFragment } from '../../gql/generated/graphql.ts'
import { usePrices } from '../../gql/usePrices.ts'
import { formatPrice } from '../../lib/formatMoney.ts'
import { Modal } from '../../ui/Modal.tsx'
import { ModeBadge } from '../../ui/ModeBadge.tsx'
import { Select } from '../../ui/Select.ts'
import { Field } from '../../ui/TextField.tsx'
import { LevelsForm } from './LevelsForm.tsx'
import { lastPriceOf, openSymbols } from './legProfit.ts'
import { legViews, tradeName } from './tradeView.ts'

interface LevelsDialogProps {
  trade: TradePartsFragment
  onClose: () => void
}

/** Stop and target of a running trade, of one of its open legs where there are several. Closes when they are saved. */
export default function LevelsDialog({ trade, onClose }: LevelsDialogProps) {
  const priceOf = usePrices(openSymbols([trade]))
  const open = trade.legs.filter(({ status }) => status === 'RUNNING')
  const [chosen, setChosen] = useState(open[0]?.id)
  const leg = open.find(({ id }) => id === chosen) ?? open[0]
  const names = new Map(legViews(trade, priceOf).map((view) => [view.id, `${view.side === 'BUY' ? 'Buy' : 'Sell'} ${view.contract}`]))
  const choice = useId()
  return (
    <Modal
      title="Stop & target"
      description={`${tradeName(trade)}. In force until the trade closes, in place of the strategy's own.`}
      onClose={onClose}
    >
      <p>
        <ModeBadge mode={trade.mode} />
      </p>
      {leg ? (
        <>
          {open.length > 1 ? (
            <Field>
              <label htmlFor={choice}>Leg</label>
              <Select id={choice} value={leg.id} onChange={({ target }) => setChosen(target.value)}>
                {open.map(({ id }) => (
                  <option key={id} value={id}>
                    {names.get(id)}
                  </option>
                ))}
              </Select>
            </Field>
          ) : null}
          <LevelsForm key={leg.id} trade={trade} leg={leg} last={lastPriceOf(leg, priceOf)} onClose={onClose} />
        </>
      ) : (
        <p role="status">This trade has closed. It was last at {formatPrice(trade.ltp)}.</p>
      )}
    </Modal>
  )
}
