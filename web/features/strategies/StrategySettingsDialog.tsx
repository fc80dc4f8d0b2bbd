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
import { useAmountsHidden } from '../../lib/amountsHidden.ts'
import { Button } from '../../ui/Button.ts'
import { DialogActions } from '../../ui/DialogActions.ts'
import { bindField, fieldError } from '../../ui/forms/bindField.ts'
import { showFailure } from '../../ui/forms/showFailure.ts'
import { submitOnce } from '../../ui/forms/submitOnce.ts'
import { useCheckedForm } from '../../ui/forms/useCheckedForm.ts'
import { Modal } from '../../ui/Modal.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { toast } from '../../ui/toast.ts'
import { FundsAtHand } from './FundsAtHand.tsx'
import { InstrumentChoice } from './InstrumentChoice.tsx'
import { LegsNote } from './LegsNote.tsx'
import { LevelsWarning } from './LevelsWarning.tsx'
import {
  changedSettings,
  FALLBACK_INSTRUMENT,
  LEG_SETTINGS,
  NOTHING_OWN,
  NUMBER_SETTINGS,
  readSettings,
  typedSettings,
  type NumberSetting,
} from './readSettings.ts'
import { RiskHint } from './RiskHint.tsx'
import { SettingField } from './SettingField.tsx'
import { SettingsMode } from './SettingsMode.tsx'
import { settingDefaults } from './settingDefaults.ts'
import { strategyTerms } from './strategyTerms.ts'
import { percentInRupees, typedLevels, typedRisk } from './typedRisk.ts'
import { useSubscriptionChange } from './useSubscriptionChange.ts'
import { useTradedOptions } from './useTradedOptions.ts'

const Form = styled.form`
  display: grid;
  grid-template-columns: 1fr 1fr;
  align-items: start;
  gap: 10px 12px;
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
  flex-wrap: wrap;
  justify-content: space-between;
  gap: 8px;
  margin-top: 4px;

  & > :last-child {
    flex: 1;
  }
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
  const [timeWindow, maxTrades, quantity, riskPerTrade, stopLoss, takeProfit, sizeByRisk, instruments] = useWatch({
    control: form.control,
    name: ['timeWindow', 'maxTrades', 'quantity', 'riskPerTrade', 'stopLoss', 'takeProfit', 'sizeByRisk', 'instruments'],
  })
  const numbers = { maxTrades, quantity, riskPerTrade, stopLoss, takeProfit }
  const hasLegs = own.legs.length > 0
  const terms = strategyTerms(own, strategy)
  const account = useQuery(PaperFundsDocument).data?.account ?? null
  const paperFunds = account?.paperFunds ?? null
  const traded = instruments?.length === 0 ? [FALLBACK_INSTRUMENT] : (instruments ?? terms.instruments ?? [])
  const options = useTradedOptions(traded).options ?? []
  const typed = { ...numbers, sizeByRisk }
  // The per cent that an amount is of the funds gives them away.
  const shownFunds = useAmountsHidden() ? null : paperFunds
  const defaults = settingDefaults(terms, shownFunds, (percent) => percentInRupees(percent, options, typed, terms))
  const riskHintId = useId()
  const warningId = useId()

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
      ...{ name, ref, error, isOwn: numbers[name] !== null, placeholder: defaults[name].placeholder, ofStrategy: defaults[name].text },
      onChange: ({ target }: ChangeEvent<HTMLInputElement>) => onChange({ target: { name, value: typedNumber(target) } }),
      onReset() {
        form.setValue(name, null)
        form.setFocus(name)
      },
    }
  }

  function timeField(edge: 'start' | 'end') {
    const name = `timeWindow.${edge}` as const
    return {
      ...bindField(form, name),
      ...{ isOwn: timeWindow[edge].trim() !== '', placeholder: defaults[edge].placeholder, ofStrategy: defaults[edge].text },
      autoComplete: 'off',
      onReset() {
        form.setValue(name, '')
        form.setFocus(name)
      },
    }
  }

  return (
    <Modal
      title="Strategy Settings"
      description={`Your own values for ${own.name}. Empty fields use the strategy's default. Open trades keep the settings they were opened with.`}
      onClose={onClose}
    >
      <SettingsMode {...{ own, onTradeLive }} busy={isSubmitting} onBackToPaper={() => void backToPaper(own).then(onClose)} />
      <FundsAtHand {...{ own, account }} />
      <Form ref={place} noValidate onSubmit={submitOnce(form, save)}>
        <SettingField
          label="Start (HH:MM IST)"
          {...timeField('start')}
          error={fieldError(form, 'timeWindow.start') ?? fieldError(form, 'timeWindow')}
        />
        <SettingField label="End (HH:MM IST)" {...timeField('end')} />
        {(hasLegs ? LEG_SETTINGS : NUMBER_SETTINGS).map(({ name, label, bounds, whole }) => (
          <div key={name} className={name === 'riskPerTrade' ? 'wide' : undefined}>
            <SettingField
              label={label}
              {...numberField(name)}
              type="number"
              inputMode={whole ? 'numeric' : 'decimal'}
              min={bounds.min}
              max={bounds.max}
              step={whole ? 1 : 'any'}
              aria-describedby={name === 'riskPerTrade' ? riskHintId : name === 'stopLoss' || name === 'takeProfit' ? warningId : undefined}
            />
          </div>
        ))}
        <div className="wide">
          {hasLegs ? null : <LevelsWarning id={warningId} options={options} terms={typedLevels(typed, terms)} />}
          <div id={riskHintId}>
            {hasLegs ? <LegsNote /> : <RiskHint instruments={traded} terms={typedRisk(typed, terms, paperFunds)} ofFunds={riskPerTrade} />}
          </div>
        </div>
        {hasLegs ? null : (
          <div className="wide">
            <Switch
              label="Lots by risk"
              note={sizeByRisk ? 'On: as many lots as the risk allows at the stop, up to the quantity.' : 'Off: always the quantity.'}
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
            Use strategy defaults
          </Button>
          <DialogActions>
            <Button $look="quiet" type="button" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" aria-disabled={isSubmitting}>
              {isSubmitting ? 'Saving...' : 'Save Settings'}
            </Button>
          </DialogActions>
        </Actions>
      </Form>
    </Modal>
  )
}

/**
 * A number input reports unreadable text as empty: its validity distinguishes the two. Null for an empty one, NaN for text that is no
 * number.
 */
function typedNumber({ value, validity }: HTMLInputElement): number | null {
  return validity.badInput ? Number.NaN : value === '' ? null : Number(value)
}
