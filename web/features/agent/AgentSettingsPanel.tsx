import { useRef } from 'react'
import { useWatch } from 'react-hook-form'
import { styled } from 'styled-components'
import type { AgentSettingsInput, AgentSettingsPartsFragment } from '../../gql/generated/graphql.ts'
import { Button } from '../../ui/Button.ts'
import { bindField } from '../../ui/forms/bindField.ts'
import { showFailure } from '../../ui/forms/showFailure.ts'
import { submitOnce } from '../../ui/forms/submitOnce.ts'
import { useCheckedForm } from '../../ui/forms/useCheckedForm.ts'
import { Switch } from '../../ui/Switch.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { CAPITAL_FIELDS, readAgentSettings, TRADING_FIELDS, typedAgentSettings } from './readAgentSettings.ts'
import type { AgentChange } from './useAgentChange.ts'

const Form = styled.form`
  display: grid;
  gap: 16px;
  padding: 16px;
  border: 1px solid var(--line);
  border-radius: var(--radius);
  background: var(--raised);

  h3 {
    font-size: var(--text-md);
  }

  fieldset {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(11rem, 1fr));
    align-items: start;
    gap: 12px;
    min-width: 0;
    padding: 0;
    border: 0;
  }

  legend {
    margin-bottom: 8px;
    font-size: var(--text-sm);
    font-weight: 600;
  }
`

const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
`

interface AgentSettingsPanelProps {
  settings: AgentSettingsPartsFragment
  change: AgentChange
  onClose: () => void
}

/** The agent's settings to be changed; closes when they are saved, and on Cancel. */
export function AgentSettingsPanel({ settings, change, onClose }: AgentSettingsPanelProps) {
  const place = useRef<HTMLFormElement>(null)
  const form = useCheckedForm(place, typedAgentSettings(settings), readAgentSettings)
  const paperTrade = useWatch({ control: form.control, name: 'paperTrade' })

  async function save(read: AgentSettingsInput) {
    const isSaved = await change.save(read, (error) =>
      showFailure(form, 'Error updating AI settings', error, 'Failed to update AI settings'),
    )
    if (isSaved) onClose()
  }

  const fields = (of: typeof CAPITAL_FIELDS) =>
    of.map(({ name, label, min, max, step }) => (
      <TextField
        key={name}
        label={label}
        {...bindField(form, name)}
        type="number"
        inputMode={step < 1 ? 'decimal' : 'numeric'}
        {...{ min, max, step }}
        autoComplete="off"
      />
    ))

  return (
    <Form ref={place} noValidate aria-label="Agent Settings" onSubmit={submitOnce(form, save)}>
      <h3>Agent Settings</h3>
      <fieldset>
        <legend>Capital &amp; Position Settings</legend>
        {fields(CAPITAL_FIELDS)}
      </fieldset>
      <fieldset>
        <legend>Trading Settings</legend>
        {fields(TRADING_FIELDS)}
      </fieldset>
      <Switch
        label="Paper Trading Mode"
        note={
          paperTrade
            ? 'On: no real money'
            : 'Off: live trading. No paper trades, and no live trades until every gate under “Risk and ladder” is met'
        }
        checked={paperTrade}
        busy={change.busy}
        onToggle={() => form.setValue('paperTrade', !paperTrade)}
      />
      <Actions>
        <Button type="submit" $busy={change.busy}>
          Save Settings
        </Button>
        <Button $look="quiet" type="button" $busy={change.busy} onClick={onClose}>
          Cancel
        </Button>
      </Actions>
    </Form>
  )
}
