import { useMutation, useQuery } from '@apollo/client/react'
import { useEffect, useId, useRef, useState } from 'react'
import { toast } from 'sonner'
import { styled } from 'styled-components'
import { describeError } from '../../gql/describeError.ts'
import {
  PaperFundsDocument,
  UpdateSubscriptionSettingsDocument,
  type StrategyPartsFragment,
  type UserStrategyPartsFragment,
} from '../../gql/generated/graphql.ts'
import { Button } from '../../ui/Button.ts'
import { Modal } from '../../ui/Modal.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { toastFailure } from '../../ui/toastFailure.ts'
import { InstrumentChoice } from './InstrumentChoice.tsx'
import { LegsNote } from './LegsNote.tsx'
import {
  changedSettings,
  FALLBACK_INSTRUMENT,
  LEG_SETTINGS,
  NUMBER_SETTINGS,
  readSettings,
  type NumberSetting,
  type SettingErrors,
} from './readSettings.ts'
import { clearFields, numbersOf, settingField } from './settingsForm.ts'
import { RiskHint } from './RiskHint.tsx'
import { strategyPlaceholders } from './strategyPlaceholders.ts'
import { strategyTerms } from './strategyTerms.ts'
import { typedRisk } from './typedRisk.ts'

const Form = styled.form`
  display: grid;
  grid-template-columns: 1fr 1fr;
  align-items: start;
  gap: 14px 12px;
  margin-top: 16px;

  /* The room of the arrows is needed for the strategy's own value. */
  input[type='number'] {
    appearance: textfield;
  }

  input::-webkit-inner-spin-button {
    display: none;
  }

  & > .wide {
    grid-column: 1 / -1;
  }
`

const Actions = styled.div`
  display: flex;
  justify-content: space-between;
  gap: 8px;
  margin-top: 4px;
`

interface StrategySettingsDialogProps {
  own: UserStrategyPartsFragment
  /** The strategy itself; undefined when it is no longer on offer. */
  strategy: StrategyPartsFragment | undefined
  onClose: () => void
}

/** The user's own settings of a subscription; a field left empty is the strategy's. Closes when they are saved. */
export function StrategySettingsDialog({ own, strategy, onClose }: StrategySettingsDialogProps) {
  const [update, { loading }] = useMutation(UpdateSubscriptionSettingsDocument)
  const custom = own.customSettings
  const [instruments, setInstruments] = useState<readonly string[] | null>(custom.instruments.length === 0 ? null : custom.instruments)
  const [sizeByRisk, setSizeByRisk] = useState(own.sizeByRisk)
  const [errors, setErrors] = useState<SettingErrors>({})
  const form = useRef<HTMLFormElement>(null)
  const instrumentError = Object.entries(errors).find(([name]) => name.startsWith('instruments'))?.[1]
  const hasLegs = own.legs.length > 0
  const terms = strategyTerms(own, strategy)
  const placeholders = strategyPlaceholders(terms)
  const [numbers, setNumbers] = useState<Readonly<Record<NumberSetting, number | null>>>(custom)
  const paperFunds = useQuery(PaperFundsDocument).data?.account.paperFunds ?? null
  const riskHintId = useId()

  useEffect(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(), [errors])

  async function save(fields: HTMLFormElement) {
    const settings = readSettings({
      start: settingField(fields, 'start').value,
      end: settingField(fields, 'end').value,
      numbers: numbersOf(fields),
      ...{ sizeByRisk, instruments },
    })
    if (!settings.ok) return setErrors(settings.error)
    try {
      await update({ variables: { id: own.id, input: changedSettings({ ...custom, sizeByRisk: own.sizeByRisk }, settings.value) } })
      toast.success('Strategy settings updated')
      onClose()
    } catch (error) {
      setErrors(describeError(error).fieldErrors)
      toastFailure('Failed to update settings', error)
    }
  }

  function clear(fields: HTMLFormElement) {
    clearFields(fields)
    setNumbers(numbersOf(fields))
    setInstruments(null)
    setSizeByRisk(false)
    setErrors({})
  }

  return (
    <Modal
      title="Strategy Settings"
      description={`Your own values for ${own.name}. A field left empty is the strategy's. Trades that are open keep to what they were opened with.`}
      onClose={onClose}
    >
      <Form
        ref={form}
        noValidate
        onChange={({ currentTarget }) => setNumbers(numbersOf(currentTarget))}
        onSubmit={(event) => {
          event.preventDefault()
          if (!loading) void save(event.currentTarget)
        }}
      >
        <TextField
          label="Start (HH:MM IST)"
          name="start"
          defaultValue={custom.timeWindow.start ?? ''}
          placeholder={placeholders.start}
          autoComplete="off"
          error={errors['timeWindow.start'] ?? errors['timeWindow']}
        />
        <TextField
          label="End (HH:MM IST)"
          name="end"
          defaultValue={custom.timeWindow.end ?? ''}
          placeholder={placeholders.end}
          autoComplete="off"
          error={errors['timeWindow.end']}
        />
        {(hasLegs ? LEG_SETTINGS : NUMBER_SETTINGS).map(({ name, label, bounds, whole }) => (
          <div key={name} className={name === 'riskPerTrade' ? 'wide' : undefined}>
            <TextField
              label={label}
              name={name}
              type="number"
              inputMode={whole ? 'numeric' : 'decimal'}
              min={bounds.min}
              max={bounds.max}
              step={whole ? 1 : 'any'}
              defaultValue={custom[name] ?? ''}
              placeholder={placeholders[name]}
              error={errors[name]}
              aria-describedby={name === 'riskPerTrade' ? riskHintId : undefined}
            />
          </div>
        ))}
        <div id={riskHintId} className="wide">
          {hasLegs ? (
            <LegsNote />
          ) : (
            <RiskHint
              instruments={instruments?.length === 0 ? [FALLBACK_INSTRUMENT] : (instruments ?? terms.instruments ?? [])}
              terms={typedRisk({ ...numbers, sizeByRisk }, terms, paperFunds)}
              ofFunds={numbers.riskPerTrade}
            />
          )}
        </div>
        {hasLegs ? null : (
          <div className="wide">
            <Switch
              label="Lots by risk"
              note={
                sizeByRisk
                  ? 'On: as many lots, up to the quantity, as lose no more at the stop than the risk.'
                  : 'Off: always the quantity.'
              }
              checked={sizeByRisk}
              busy={loading}
              onToggle={() => setSizeByRisk(!sizeByRisk)}
            />
          </div>
        )}
        <div className="wide">
          <InstrumentChoice chosen={instruments} ofStrategy={terms.instruments} onChoose={setInstruments} error={instrumentError} />
        </div>
        <Actions className="wide">
          <Button $look="quiet" type="button" onClick={() => form.current && clear(form.current)}>
            Use the strategy&apos;s
          </Button>
          <Button type="submit" aria-disabled={loading}>
            {loading ? 'Saving...' : 'Save Settings'}
          </Button>
        </Actions>
      </Form>
    </Modal>
  )
}
