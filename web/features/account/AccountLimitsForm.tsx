import { useMutation } from '@apollo/client/react'
import { useId, useRef } from 'react'
import { useWatch } from 'react-hook-form'
import { styled } from 'styled-components'
import { REMOVED_STOP_CHOICES, REMOVED_STOP_TEXTS } from '../../../schema/trading/removedStop.ts'
import {
  ProfileDocument,
  UpdateAccountLimitsDocument,
  type AccountLimitsInput,
  type AccountPartsFragment,
} from '../../gql/generated/graphql.ts'
import { formatTyped } from '../../lib/formatMoney.ts'
import { Button } from '../../ui/Button.ts'
import { bindField } from '../../ui/forms/bindField.ts'
import { showFailure } from '../../ui/forms/showFailure.ts'
import { submitOnce } from '../../ui/forms/submitOnce.ts'
import { useCheckedForm } from '../../ui/forms/useCheckedForm.ts'
import { Select } from '../../ui/Select.ts'
import { Field, TextField } from '../../ui/TextField.tsx'
import { toast } from '../../ui/toast.ts'
import { AT_DAILY_LOSS } from './atDailyLoss.ts'
import { ACCOUNT_LIMITS, readLimits, type AccountLimit, type AccountLimitValues, type TypedLimits } from './readLimits.ts'

const Form = styled.form`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(13rem, 1fr));
  align-items: start;
  gap: 14px 16px;

  small {
    display: block;
    margin-top: 4px;
    color: var(--muted);
    font-size: var(--text-xs);
  }

  & > button {
    justify-self: start;
    align-self: end;
    grid-column: 1 / -1;
  }
`

/** Paper funds and limits to type in; the daily loss may be left empty for no limit. */
export function AccountLimitsForm({ account }: { account: AccountPartsFragment }) {
  const [update] = useMutation(UpdateAccountLimitsDocument, { refetchQueries: [ProfileDocument], awaitRefetchQueries: true })
  const place = useRef<HTMLFormElement>(null)
  const inForce = { ...account, maxDailyLoss: account.maxDailyLoss ?? null }
  const form = useCheckedForm(place, typedLimits(inForce), (typed: TypedLimits) => readLimits(typed, inForce))
  const { isSubmitting } = form.formState
  const atDailyLoss = useWatch({ control: form.control, name: 'squareOffAtDailyLoss' })
  const removedStop = useWatch({ control: form.control, name: 'removedStop' })
  const [choice, choiceOfStop] = [useId(), useId()]

  async function save(limits: AccountLimitsInput) {
    try {
      await update({ variables: { input: limits } })
      toast.success('Limits saved.')
    } catch (error) {
      showFailure(form, 'Failed to save the limits', error)
    }
  }

  const notes: Record<AccountLimit, string> = {
    paperFunds:
      account.openTrades > 0
        ? `You can change this once no paper trade is open. Open now: ${account.openTrades}.`
        : 'Your starting paper funds. Results are added to them.',
    maxDailyLoss: 'Net, with open trades valued at their last price. Leave empty for no limit.',
    maxOpenTrades: account.limitsChosen
      ? 'Across all strategies.'
      : 'Across all strategies. Live trading needs this and a maximum loss to be saved.',
  }

  return (
    <Form ref={place} noValidate onSubmit={submitOnce(form, save)}>
      {ACCOUNT_LIMITS.map(({ name, label, whole }) => (
        <div key={name}>
          <TextField
            label={label}
            {...bindField(form, name)}
            inputMode={whole ? 'numeric' : 'decimal'}
            autoComplete="off"
            disabled={isSubmitting || (name === 'paperFunds' && account.openTrades > 0)}
          />
          <small>{notes[name]}</small>
        </div>
      ))}
      <Field>
        <label htmlFor={choice}>When the daily loss limit is reached</label>
        <Select id={choice} aria-describedby={`${choice}-note`} {...form.register('squareOffAtDailyLoss')} disabled={isSubmitting}>
          <option value="stop">{AT_DAILY_LOSS.stop.label}</option>
          <option value="close">{AT_DAILY_LOSS.close.label}</option>
        </Select>
        <small id={`${choice}-note`}>{AT_DAILY_LOSS[atDailyLoss].note}</small>
      </Field>
      <Field>
        <label htmlFor={choiceOfStop}>When you cancel a live trade’s stop in your broker’s app</label>
        <Select id={choiceOfStop} aria-describedby={`${choiceOfStop}-note`} {...form.register('removedStop')} disabled={isSubmitting}>
          {REMOVED_STOP_CHOICES.map((each) => (
            <option key={each} value={each}>
              {REMOVED_STOP_TEXTS[each].label}
            </option>
          ))}
        </Select>
        <small id={`${choiceOfStop}-note`}>{REMOVED_STOP_TEXTS[removedStop].note}</small>
      </Field>
      <Button type="submit" aria-disabled={isSubmitting}>
        {isSubmitting ? 'Saving...' : 'Save Limits'}
      </Button>
    </Form>
  )
}

function typedLimits({ paperFunds, maxDailyLoss, maxOpenTrades, squareOffAtDailyLoss, removedStop }: AccountLimitValues): TypedLimits {
  return {
    paperFunds: formatTyped(paperFunds),
    maxDailyLoss: maxDailyLoss === null ? '' : formatTyped(maxDailyLoss),
    maxOpenTrades: String(maxOpenTrades),
    squareOffAtDailyLoss: squareOffAtDailyLoss ? 'close' : 'stop',
    removedStop,
  }
}
