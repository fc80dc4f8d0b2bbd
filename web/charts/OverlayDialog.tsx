import { useId, useState, type FormEvent } from 'react'
import { styled } from 'styled-components'
import { INDICATORS } from '../../schema/rules/indicators.ts'
import { capitalised } from '../lib/capitalised.ts'
import { Button } from '../ui/Button.ts'
import { Modal } from '../ui/Modal.tsx'
import { Field, TextField } from '../ui/TextField.tsx'
import {
  isOverlayName,
  OVERLAY_NAMES,
  overlayKey,
  overlayLabel,
  OVERLAYS,
  parameterProblem,
  type Overlay,
  type OverlayName,
} from './Overlay.ts'

const Form = styled.form`
  display: grid;
  gap: 14px;
  margin-top: 16px;

  select {
    width: 100%;
    min-height: 44px;
    padding: 0 10px;
    border: 1px solid var(--line-strong);
    border-radius: var(--radius-sm);
    background: var(--ground);
    color: var(--text);
  }
`

const Problem = styled.p`
  color: var(--danger);
  font-size: var(--text-sm);
`

interface OverlayDialogProps {
  /** The one to change; null adds one. */
  edited: Overlay | null
  /** The indicators on the chart already. */
  overlays: readonly Overlay[]
  onSave: (chosen: Pick<Overlay, 'name' | 'parameters'>) => void
  onClose: () => void
}

/** Chooses an indicator and its parameters, within the bounds of the rule language. */
export function OverlayDialog({ edited, overlays, onSave, onClose }: OverlayDialogProps) {
  const [name, setName] = useState<OverlayName>(edited?.name ?? 'ema')
  const [typed, setTyped] = useState<readonly string[]>((edited?.parameters ?? OVERLAYS[name].parameters).map(String))
  const selectId = useId()
  const [isChecked, setIsChecked] = useState(false)
  const parameters = typed.map((text) => (text.trim() === '' ? NaN : Number(text)))
  const problems = parameters.map((value, i) => parameterProblem(name, i, value))
  const chosen = { name, parameters }
  const isThere = overlays.some((overlay) => overlay !== edited && overlayKey(overlay) === overlayKey(chosen))

  function save(event: FormEvent) {
    event.preventDefault()
    setIsChecked(true)
    if (!isThere && problems.every((problem) => problem === null)) onSave(chosen)
  }

  return (
    <Modal
      title={edited ? `Edit ${overlayLabel(edited)}` : 'Add an indicator'}
      description="Calculated from this chart's bars, the same way strategies do it. Saved for this index in this browser."
      onClose={onClose}
    >
      <Form noValidate onSubmit={save}>
        {edited ? null : (
          <Field>
            <label htmlFor={selectId}>Indicator</label>
            <select
              id={selectId}
              value={name}
              onChange={({ target }) => {
                if (!isOverlayName(target.value)) return
                setName(target.value)
                setTyped(OVERLAYS[target.value].parameters.map(String))
                setIsChecked(false)
              }}
            >
              {OVERLAY_NAMES.map((each) => (
                <option key={each} value={each}>
                  {OVERLAYS[each].title}
                </option>
              ))}
            </select>
          </Field>
        )}
        {Object.keys(INDICATORS[name].parameters).map((parameter, i) => (
          <TextField
            key={parameter}
            label={capitalised(parameter)}
            inputMode="decimal"
            autoComplete="off"
            value={typed[i] ?? ''}
            onChange={({ target }) => setTyped(typed.with(i, target.value))}
            error={isChecked ? (problems[i] ?? undefined) : undefined}
          />
        ))}
        {isChecked && isThere ? <Problem role="alert">{overlayLabel(chosen)} is already on the chart.</Problem> : null}
        <Button type="submit">{edited ? 'Save' : 'Add'}</Button>
      </Form>
    </Modal>
  )
}
