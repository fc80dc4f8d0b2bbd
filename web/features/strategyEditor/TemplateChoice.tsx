import { useId } from 'react'
import { STRATEGY_TEMPLATES, type StrategyTemplate } from '../../../schema/rules/templates.ts'
import { Select } from '../../ui/Select.ts'
import { Field } from '../../ui/TextField.tsx'

/** A menu of the built-in strategies to start from. */
export function TemplateChoice({ onChoose }: { onChoose: (template: StrategyTemplate) => void }) {
  const id = useId()
  return (
    <Field>
      <label htmlFor={id}>Start from a template (its rules replace those below; Undo brings them back)</label>
      <Select
        id={id}
        value=""
        onChange={({ target: { value } }) => {
          const template = STRATEGY_TEMPLATES.find(({ slug }) => slug === value)
          if (template) onChoose(template)
        }}
      >
        <option value="">Choose …</option>
        {STRATEGY_TEMPLATES.map(({ slug, name }) => (
          <option key={slug} value={slug}>
            {name}
          </option>
        ))}
      </Select>
    </Field>
  )
}
