import { useMutation, useQuery } from '@apollo/client/react'
import { useId, useRef, type ChangeEvent } from 'react'
import { useWatch } from 'react-hook-form'
import { styled } from 'styled-components'
import {
  PaperFundsDocument,
  UpdateSubscriptionSettingsDocument,
  type StrategyPartsFragment,
  type SubscriptionSettingsInput,
  type UserStrategyPartsFragment,
} from '../../gql/generated/graphql.ts'
import { Button } from '../../ui/Button.ts'
import { bindField, fieldError } from '../../ui/forms/bindField.ts'
import { showFailure } from '../../ui/forms/showFailure.ts'
import { submitOnce } from '../../ui/forms/submitOnce.ts'
import { useCheckedForm } from '../../ui/forms/useCheckedForm.ts'
import { Modal } from '../../ui/Modal.tsx'
import { ModeBadge } from '../../ui/ModeBadge.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { toast } from '../../ui/toast.ts'
import { InstrumentChoice } from './InstrumentChoice.tsx'
import { LegsNote } from './LegsNote.tsx'
import {
  changedSettings,
  FALLBACK_INSTRUMENT,
  LEG_SETTINGS,
  NOTHING_OWN,
  NUMBER_SETTINGS,
  readSettings,
  type NumberSetting,
  type TypedSettings,
} from './readSettings.ts'
import { RiskHint } from './RiskHint.tsx'
import { strategyPlaceholders } from './strategyPlaceholders.ts'
import { strategyTerms } from './strategyTerms.ts'
import { typedRisk } from './typedRisk.ts'
import { useSubscriptionChange } from './useSubscriptionChange.ts'

const Mode = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px 12px;
  margin-top: 16px;
  padding-block: 10px;
  border-block: 1px solid var(--line);

  p {
    flex: 1 1 11rem;
    color: var(--muted);
    font-size: var(--text-xs);
  }
`

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
  /** Asks to trade it live, or to confirm it again. */
  onTradeLive: () => void
  onClose: () => void
}

/** The user's own settings of a subscription; a field left empty is the strategy's. Closes when they are saved. */
export function StrategySettingsDialog({ own, strategy, onTradeLive, onClose }: StrategySettingsDialogProps) {
  const [update] = useMutation(UpdateSubscriptionSettingsDocument)
  const { backToPaper } = useSubscriptionChange([])
  const custom = own.customSettings
  const place = useRef<HTMLFormElement>(null)
  const form = useCheckedForm(place, typedSettings(own), readSettings)
  const { isSubmitting } = form.formState
  const [quantity, riskPerTrade, stopLoss, sizeByRisk, instruments] = useWatch({
    control: form.control,
    name: ['quantity', 'riskPerTrade', 'stopLoss', 'sizeByRisk', 'instruments'],
  })
  const hasLegs = own.legs.length > 0
  const terms = strategyTerms(own, strategy)
  const placeholders = strategyPlaceholders(terms)
  const paperFunds = useQuery(PaperFundsDocument).data?.account.paperFunds ?? null
  const riskHintId = useId()

  async function save(settings: SubscriptionSettingsInput) {
    try {
      await update({ variables: { id: own.id, input: changedSettings({ ...custom, sizeByRisk: own.sizeByRisk }, settings) } })
      toast.success('Strategy settings updated')
      onClose()
    } catch (error) {
      showFailure(form, 'Failed to update settings', error)
    }
  }

  function numberField(name: NumberSetting) {
    const { onChange, ref, error } = bindField(form, name)
    // Without its onBlur: on blur the form would take the text for the value.
    return {
      ...{ name, ref, error },
      onChange: ({ target }: ChangeEvent<HTMLInputElement>) => onChange({ target: { name, value: typedNumber(target) } }),
    }
  }

  return (
    <Modal
      title="Strategy Settings"
      description={`Your own values for ${own.name}. A field left empty is the strategy's. Trades that are open keep to what they were opened with.`}
      onClose={onClose}
    >
      <Mode>
        <ModeBadge mode={own.paperTrade ? 'PAPER' : 'LIVE'} />
        <p>
          {own.paperTrade
            ? 'It trades on paper: no money moves.'
            : 'It sends real orders. With more lots, more indices or a wider window than you confirmed, it opens no trade until you confirm it again.'}
        </p>
        {own.paperTrade || own.unmetGates.length > 0 ? (
          <Button $look="quiet" type="button" $busy={isSubmitting} onClick={onTradeLive}>
            {own.paperTrade ? 'Trade live' : 'Confirm again'}
          </Button>
        ) : null}
        {own.paperTrade ? null : (
          <Button $look="quiet" type="button" $busy={isSubmitting} onClick={() => void backToPaper(own).then(onClose)}>
            Back to paper
          </Button>
        )}
      </Mode>
      <Form ref={place} noValidate onSubmit={submitOnce(form, save)}>
        <TextField
          label="Start (HH:MM IST)"
          {...bindField(form, 'timeWindow.start')}
          placeholder={placeholders.start}
          autoComplete="off"
          error={fieldError(form, 'timeWindow.start') ?? fieldError(form, 'timeWindow')}
        />
        <TextField label="End (HH:MM IST)" {...bindField(form, 'timeWindow.end')} placeholder={placeholders.end} autoComplete="off" />
        {(hasLegs ? LEG_SETTINGS : NUMBER_SETTINGS).map(({ name, label, bounds, whole }) => (
          <div key={name} className={name === 'riskPerTrade' ? 'wide' : undefined}>
            <TextField
              label={label}
              {...numberField(name)}
              type="number"
              inputMode={whole ? 'numeric' : 'decimal'}
              min={bounds.min}
              max={bounds.max}
              step={whole ? 1 : 'any'}
              placeholder={placeholders[name]}
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
              terms={typedRisk({ quantity, riskPerTrade, stopLoss, sizeByRisk }, terms, paperFunds)}
              ofFunds={riskPerTrade}
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
              busy={isSubmitting}
              onToggle={() => form.setValue('sizeByRisk', !sizeByRisk)}
            />
          </div>
        )}
        <div className="wide">
          <InstrumentChoice
            chosen={instruments}
            ofStrategy={terms.instruments}
            onChoose={(chosen) => form.setValue('instruments', chosen)}
            error={fieldError(form, 'instruments')}
          />
        </div>
        <Actions className="wide">
          <Button $look="quiet" type="button" onClick={() => form.reset(NOTHING_OWN)}>
            Use the strategy&apos;s
          </Button>
          <Button type="submit" aria-disabled={isSubmitting}>
            {isSubmitting ? 'Saving...' : 'Save Settings'}
          </Button>
        </Actions>
      </Form>
    </Modal>
  )
}

/** The dialog's initial values: levels are left to a strategy whose legs have their own. */
function typedSettings({ customSettings, sizeByRisk, legs }: UserStrategyPartsFragment): TypedSettings {
  const { timeWindow, instruments, maxTrades, quantity, riskPerTrade, stopLoss, takeProfit } = customSettings
  return {
    ...{ maxTrades, quantity, riskPerTrade, sizeByRisk },
    ...(legs.length > 0 ? { stopLoss: null, takeProfit: null } : { stopLoss, takeProfit }),
    timeWindow: { start: timeWindow.start ?? '', end: timeWindow.end ?? '' },
    instruments: instruments.length === 0 ? null : instruments,
  }
}

/**
 * A number input reports unreadable text as empty: its validity distinguishes the two. Null for an empty one, NaN for text that is no
 * number.
 */
function typedNumber({ value, validity }: HTMLInputElement): number | null {
  return validity.badInput ? Number.NaN : value === '' ? null : Number(value)
}
