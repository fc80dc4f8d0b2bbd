import { useMutation } from '@apollo/client/react'
import { useRef } from 'react'
import { useWatch } from 'react-hook-form'
import { styled } from 'styled-components'
import { signOf } from '../../../schema/trading/OrderSide.ts'
import { ChangeLevelsDocument, type LegPartsFragment, type TradePartsFragment } from '../../gql/generated/graphql.ts'
import { formatPrice, formatSignedRupees } from '../../lib/formatMoney.ts'
import { Button } from '../../ui/Button.ts'
import { DialogActions } from '../../ui/DialogActions.ts'
import { bindField } from '../../ui/forms/bindField.ts'
import { showFailure } from '../../ui/forms/showFailure.ts'
import { submitOnce } from '../../ui/forms/submitOnce.ts'
import { useCheckedForm } from '../../ui/forms/useCheckedForm.ts'
import { Own } from '../../ui/Own.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { toast } from '../../ui/toast.ts'
import { readLevels, typedLevels, typedPremium, type TypedLevels } from './readLevels.ts'

const Form = styled.form`
  display: grid;
  grid-template-columns: 1fr 1fr;
  align-items: start;
  gap: 14px 12px;
  margin-top: 14px;

  small,
  & > p {
    color: var(--muted);
    font-size: var(--text-xs);
  }

  small {
    display: block;
    min-height: 2.6em;
    margin-top: 4px;
  }

  & > .wide {
    grid-column: 1 / -1;
  }
`

interface LevelsFormProps {
  trade: TradePartsFragment
  leg: LegPartsFragment
  /** Of the leg, in rupees; null: no price yet. */
  last: number | null
  onClose: () => void
}

/** The levels of one leg to type in, and what the leg makes where it is closed there. */
export function LevelsForm({ trade, leg, last, onClose }: LevelsFormProps) {
  const [change] = useMutation(ChangeLevelsDocument)
  const place = useRef<HTMLFormElement>(null)
  const trails = trade.trailingStopPercent !== null
  const form = useCheckedForm(place, typedLevels(leg), (typed: TypedLevels) => readLevels(typed, leg, { trails, last }))
  const { isSubmitting } = form.formState
  const [stop, target] = useWatch({ control: form.control, name: ['stop', 'target'] })

  async function save(levels: { readonly stop: number | null; readonly target: number | null }) {
    try {
      await change({ variables: { input: { legId: leg.id, ...levels } } })
      toast.success('Stop and target saved')
      onClose()
    } catch (error) {
      showFailure(form, 'Failed to change stop and target', error)
    }
  }

  return (
    <Form ref={place} noValidate onSubmit={submitOnce(form, save)}>
      <p className="wide">
        Entry{' '}
        <b>
          <Own text={formatPrice(leg.entryPrice)} />
        </b>
        , last price <b className="live-price">{formatPrice(last)}</b>
      </p>
      {(['stop', 'target'] as const).map((level) => (
        <div key={level}>
          <TextField
            label={level === 'stop' ? 'Stop loss (₹)' : 'Target (₹)'}
            {...bindField(form, level)}
            inputMode="decimal"
            autoComplete="off"
            disabled={isSubmitting}
          />
          <small>{madeThere(leg, level === 'stop' ? stop : target)}</small>
        </div>
      ))}
      <p className="wide">{noteOf(trade)}</p>
      <div className="wide">
        <DialogActions>
          <Button $look="quiet" type="button" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" $busy={isSubmitting}>
            {isSubmitting ? 'Saving...' : 'Save'}
          </Button>
        </DialogActions>
      </div>
    </Form>
  )
}

/** What a leg makes if it is closed at a premium that is being typed, before charges. */
function madeThere({ side, entryPrice, quantity }: LegPartsFragment, typed: string): string {
  const price = typedPremium(typed)
  return price === null ? '' : `${formatSignedRupees(signOf(side) * (price - entryPrice) * quantity)} before charges`
}

function noteOf({ mode, trailingStopPercent, estimatedMargin }: TradePartsFragment): string {
  const notes = [
    trailingStopPercent === null
      ? ''
      : `The stop trails ${trailingStopPercent}% below the highest premium: you can raise it, not lower it.`,
    estimatedMargin === null ? '' : 'The stop and target of the whole position stay as they are.',
    mode === 'LIVE' ? 'The stop order at the exchange follows.' : '',
    'A stop that may lose more asks for your password.',
  ]
  return notes.filter(Boolean).join(' ')
}
