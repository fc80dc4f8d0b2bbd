import { useId, type ComponentProps } from 'react'
import { styled } from 'styled-components'

export const Field = styled.div`
  display: grid;
  gap: 6px;

  label {
    color: var(--muted);
    font-size: var(--text-sm);
  }
`

export const Input = styled.input`
  width: 100%;
  min-height: 44px;
  padding: 0 12px;
  border: 1px solid var(--line-strong);
  border-radius: var(--radius-sm);
  background: var(--ground);
  color: var(--text);

  &:disabled {
    opacity: 0.6;
  }
`

/** A labelled input. */
export function TextField({ label, ...input }: { label: string } & ComponentProps<'input'>) {
  const id = useId()
  return (
    <Field>
      <label htmlFor={id}>{label}</label>
      <Input id={id} {...input} />
    </Field>
  )
}
