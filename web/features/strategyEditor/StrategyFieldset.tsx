import { useId, type ReactNode } from 'react'
import { styled } from 'styled-components'
import { LIMITS } from '../../../schema/limits.ts'
import { media } from '../../theme/media.ts'
import { Switch } from '../../ui/Switch.tsx'
import { Field, Input, TextField } from '../../ui/TextField.tsx'
import { InstrumentEditor } from './InstrumentEditor.tsx'
import { LEVEL_FIELDS, NUMBER_FIELDS, type FieldErrors } from './readFields.ts'
import type { StrategyFields } from './StrategyFields.ts'

const Grid = styled.div`
  display: grid;
  grid-template-columns: repeat(4, minmax(0, 1fr));
  align-items: start;
  gap: 14px 12px;

  .wide {
    grid-column: 1 / -1;
  }

  .half {
    grid-column: span 2;
  }

  textarea {
    min-height: 72px;
    padding: 10px 12px;
    font: inherit;
    resize: vertical;
  }

  small {
    color: var(--muted);
    font-size: var(--text-xs);
  }

  @media (max-width: 64rem) {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }

  ${media.phone} {
    .half {
      grid-column: 1 / -1;
    }

    /* Side by side, some of two lines: the inputs below stand at one height. */
    & > ${Field} > label {
      display: flex;
      align-items: flex-end;
      min-height: 2lh;
    }
  }
`

const Problem = styled.p`
  color: var(--danger);
  font-size: var(--text-xs);
`

interface StrategyFieldsetProps {
  fields: StrategyFields
  errors: FieldErrors
  onChange: (fields: StrategyFields) => void
  /** Whether the rules open legs, which have levels of their own. */
  hasLegs: boolean
  /** What the risk per trade means for a trade. */
  riskHint: ReactNode
}

/** Everything of a strategy but its rules. */
export function StrategyFieldset({ fields, errors, onChange, hasLegs, riskHint }: StrategyFieldsetProps) {
  const riskHintId = useId()
  const text = (name: 'name' | 'type' | 'category' | 'start' | 'end') => ({
    name,
    value: fields[name],
    autoComplete: 'off',
    onChange: ({ target: { value } }: { target: { value: string } }) => onChange({ ...fields, [name]: value }),
  })
  const { name, description, word } = LIMITS.strategy
  return (
    <Grid>
      <div className="half">
        <TextField label="Name" {...text('name')} maxLength={name.max} error={errors['name']} />
      </div>
      <TextField label="Category" {...text('category')} maxLength={word.max} placeholder="Trend" error={errors['category']} />
      <TextField label="Type" {...text('type')} maxLength={word.max} error={errors['type']} />
      <div className="wide">
        <Field>
          <label htmlFor="strategy-description">Description, in a sentence or two</label>
          <Input
            as="textarea"
            id="strategy-description"
            name="description"
            value={fields.description}
            maxLength={description.max}
            aria-invalid={errors['description'] !== undefined}
            aria-describedby="strategy-description-error"
            onChange={({ target: { value } }) => onChange({ ...fields, description: value })}
          />
          <Problem id="strategy-description-error">{errors['description']}</Problem>
        </Field>
      </div>
      <div className="wide">
        <InstrumentEditor
          instruments={fields.instruments}
          error={Object.entries(errors).find(([field]) => field.startsWith('instruments'))?.[1]}
          onChange={(instruments) => onChange({ ...fields, instruments })}
        />
      </div>
      <TextField label="Window start (HH:MM IST)" {...text('start')} error={errors['timeWindow.start'] ?? errors['timeWindow']} />
      <TextField label="Window end (HH:MM IST)" {...text('end')} error={errors['timeWindow.end']} />
      {NUMBER_FIELDS.filter(({ name }) => !hasLegs || !LEVEL_FIELDS.includes(name)).map(({ name, label, bounds, step, optional }) => (
        <TextField
          key={name}
          label={label}
          name={name}
          type="number"
          inputMode={step === 1 ? 'numeric' : 'decimal'}
          min={bounds.min}
          max={bounds.max}
          step={step}
          value={fields[name]}
          placeholder={optional ? 'none' : undefined}
          error={errors[name]}
          aria-describedby={name === 'riskPerTrade' ? riskHintId : undefined}
          onChange={({ target: { value } }) => onChange({ ...fields, [name]: value })}
        />
      ))}
      <div id={riskHintId} className="wide">
        {riskHint}
      </div>
      <div className="half">
        <Switch
          label="Public"
          note={fields.isPublic ? 'Everyone may subscribe while it is active' : 'Only admins see it'}
          checked={fields.isPublic}
          busy={false}
          onToggle={() => onChange({ ...fields, isPublic: !fields.isPublic })}
        />
      </div>
      <div className="half">
        <Switch
          label="Active"
          note={fields.isActive ? 'Trades for its subscribers' : 'Opens no trades'}
          checked={fields.isActive}
          busy={false}
          onToggle={() => onChange({ ...fields, isActive: !fields.isActive })}
        />
      </div>
      <small className="wide">Subscriptions start on paper.</small>
    </Grid>
  )
}
