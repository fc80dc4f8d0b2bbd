import { useMutation } from '@apollo/client/react'
import { useId, useState } from 'react'
import { toast } from 'sonner'
import { styled } from 'styled-components'
import { describeError } from '../../gql/describeError.ts'
import { ProfileDocument, UpdateAccountLimitsDocument, type AccountPartsFragment } from '../../gql/generated/graphql.ts'
import { Button } from '../../ui/Button.ts'
import { Select } from '../../ui/Select.ts'
import { Field, TextField } from '../../ui/TextField.tsx'
import { toastFailure } from '../../ui/toastFailure.ts'
import { AT_DAILY_LOSS } from './atDailyLoss.ts'
import { ACCOUNT_LIMITS, readLimits, type AccountLimit } from './readLimits.ts'

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

const AMOUNT = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 2 })

/** The limits of the paper account to type in; the daily loss may be left empty for no limit. */
export function AccountLimitsForm({ account }: { account: AccountPartsFragment }) {
  const [update, { loading }] = useMutation(UpdateAccountLimitsDocument, { refetchQueries: [ProfileDocument], awaitRefetchQueries: true })
  const inForce = { ...account, maxDailyLoss: account.maxDailyLoss ?? null }
  const [typed, setTyped] = useState<Record<AccountLimit, string>>({
    paperFunds: AMOUNT.format(account.paperFunds),
    maxDailyLoss: account.maxDailyLoss == null ? '' : AMOUNT.format(account.maxDailyLoss),
    maxOpenTrades: String(account.maxOpenTrades),
  })
  const [squareOff, setSquareOff] = useState(account.squareOffAtDailyLoss)
  const choice = useId()
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({})

  async function save() {
    const limits = readLimits(typed, inForce)
    setErrors(limits.ok ? {} : limits.error)
    if (!limits.ok) return
    try {
      const chosen = squareOff === account.squareOffAtDailyLoss ? {} : { squareOffAtDailyLoss: squareOff }
      await update({ variables: { input: { ...limits.value, ...chosen } } })
      toast.success('Paper account limits saved.')
    } catch (error) {
      setErrors(describeError(error).fieldErrors)
      toastFailure('Failed to save the limits', error)
    }
  }

  const notes: Record<AccountLimit, string> = {
    paperFunds:
      account.openTrades > 0
        ? `Can be changed once no paper trade is open; open: ${account.openTrades}.`
        : 'What the account began with; results come on top.',
    maxDailyLoss: 'Net, with open trades at their last price. Empty: no limit.',
    maxOpenTrades: 'Over all strategies.',
  }

  return (
    <Form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!loading) void save()
      }}
    >
      {ACCOUNT_LIMITS.map(({ name, label, whole }) => (
        <div key={name}>
          <TextField
            label={label}
            name={name}
            inputMode={whole ? 'numeric' : 'decimal'}
            autoComplete="off"
            value={typed[name]}
            disabled={loading || (name === 'paperFunds' && account.openTrades > 0)}
            error={errors[name]}
            onChange={({ target }) => setTyped({ ...typed, [name]: target.value })}
          />
          <small>{notes[name]}</small>
        </div>
      ))}
      <Field>
        <label htmlFor={choice}>When a day has lost that much</label>
        <Select
          id={choice}
          aria-describedby={`${choice}-note`}
          value={squareOff ? 'close' : 'stop'}
          disabled={loading}
          onChange={({ target }) => setSquareOff(target.value === 'close')}
        >
          <option value="stop">{AT_DAILY_LOSS.stop.label}</option>
          <option value="close">{AT_DAILY_LOSS.close.label}</option>
        </Select>
        <small id={`${choice}-note`}>{AT_DAILY_LOSS[squareOff ? 'close' : 'stop'].note}</small>
      </Field>
      <Button type="submit" aria-disabled={loading}>
        {loading ? 'Saving...' : 'Save Limits'}
      </Button>
    </Form>
  )
}
