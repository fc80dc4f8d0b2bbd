import { styled } from 'styled-components'
import { media } from '../theme/media.ts'

const Group = styled.div`
  display: inline-flex;
  padding: 3px;
  border-radius: var(--radius-sm);
  background: var(--raised);

  ${media.phone} {
    display: flex;
    flex: 1 1 auto;
  }
`

const Option = styled.button`
  flex: 1 0 auto;
  min-height: 30px;
  padding: 0 10px;
  border: 0;
  border-radius: 4px;
  background: transparent;
  color: var(--muted);
  font-size: var(--text-sm);
  font-weight: 550;
  white-space: nowrap;
  cursor: pointer;

  &[aria-pressed='true'] {
    background: var(--overlay);
    color: var(--text);
    box-shadow: inset 0 -2px 0 var(--accent);
  }

  ${media.phone} {
    min-height: 44px;
    padding: 0 8px;
  }
`

interface SegmentedControlProps<Value extends string> {
  label: string
  /** Null: none is chosen. */
  value: Value | null
  options: readonly { readonly value: Value; readonly label: string }[]
  onChange: (value: Value) => void
}

/** One choice of a few, all in sight. */
export function SegmentedControl<Value extends string>({ label, value, options, onChange }: SegmentedControlProps<Value>) {
  return (
    <Group role="group" aria-label={label}>
      {options.map((option) => (
        <Option key={option.value} type="button" aria-pressed={option.value === value} onClick={() => onChange(option.value)}>
          {option.label}
        </Option>
      ))}
    </Group>
  )
}
