import { useId } from 'react'
import { styled } from 'styled-components'
import { INDICATORS } from '../../../schema/rules/indicators.ts'
import { media } from '../../theme/media.ts'
import { Select } from '../../ui/Select.ts'
import { Input } from '../../ui/TextField.tsx'
import { choiceOf, OPERAND_CHOICES, operandOf } from './operandChoices.ts'
import type { OperandDraft } from './RuleDraft.ts'

const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 6px;
  min-width: 0;

  & > select {
    flex: 0 1 16rem;
    width: auto;
  }

  label {
    display: inline-flex;
    align-items: center;
    gap: 6px;
    color: var(--muted);
    font-size: var(--text-xs);
    white-space: nowrap;
  }

  input {
    width: 4rem;
    padding: 0 8px;
  }

  p {
    flex: 1 0 100%;
    color: var(--danger);
    font-size: var(--text-xs);
  }

  ${media.phone} {
    & > select {
      flex: 1 1 9rem;
    }
  }
`

interface OperandFieldProps {
  /** The operand's accessible name: "First operand". */
  label: string
  operand: OperandDraft
  error: string | undefined
  /** Another kind of operand. */
  onChoose: (operand: OperandDraft) => void
  /** The same one, a letter further. */
  onType: (operand: OperandDraft) => void
}

/** One side of a comparison: its kind from a menu, and its numbers beside it. */
export function OperandField({ label, operand, error, onChoose, onType }: OperandFieldProps) {
  const errorId = useId()
  const invalid = { 'aria-invalid': error !== undefined, 'aria-describedby': error === undefined ? undefined : errorId }
  return (
    <Row role="group" aria-label={label}>
      <Select
        aria-label={label}
        value={choiceOf(operand)}
        onChange={({ target: { value } }) => {
          const chosen = operandOf(value, operand)
          if (chosen) onChoose(chosen)
        }}
      >
        {OPERAND_CHOICES.map(({ group, choices }) => (
          <optgroup key={group} label={group}>
            {choices.map((choice) => (
              <option key={choice.value} value={choice.value}>
                {choice.label}
              </option>
            ))}
          </optgroup>
        ))}
      </Select>
      {operand.kind === 'number' ? (
        <Input
          aria-label="Number"
          inputMode="decimal"
          autoComplete="off"
          value={operand.text}
          {...invalid}
          onChange={({ target: { value } }) => onType({ ...operand, text: typedNumber(value) })}
        />
      ) : null}
      {operand.kind === 'timeOfDay' ? (
        <Input
          aria-label="Time of day, HH:MM IST"
          placeholder="09:30"
          autoComplete="off"
          value={operand.text}
          {...invalid}
          onChange={({ target: { value } }) => onType({ ...operand, text: value })}
        />
      ) : null}
      {operand.kind === 'indicator'
        ? Object.keys(INDICATORS[operand.name].parameters).map((name, i) => (
            <label key={name}>
              {name.replace('_', ' ')}
              <Input
                inputMode="decimal"
                autoComplete="off"
                value={operand.parameters[i] ?? ''}
                {...invalid}
                onChange={({ target: { value } }) => onType({ ...operand, parameters: operand.parameters.with(i, typedNumber(value)) })}
              />
            </label>
          ))
        : null}
      {operand.kind === 'price' || operand.kind === 'indicator' ? (
        <label>
          <Input
            inputMode="numeric"
            autoComplete="off"
            value={operand.barsAgo}
            {...invalid}
            onChange={({ target: { value } }) => onType({ ...operand, barsAgo: value.replace(/\D/g, '') })}
          />
          bars ago
        </label>
      ) : null}
      {error === undefined ? null : <p id={errorId}>{error}</p>}
    </Row>
  )
}

/** The characters of a number, including the decimal comma of some keyboards. */
const typedNumber = (text: string) => text.replace(',', '.').replace(/[^\d.-]/g, '')
