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

  &::placeholder {
    color: var(--muted);
    opacity: 1;
  }

  &:disabled {
    opacity: 0.6;
  }

  &[aria-invalid='true'] {
    border-color: var(--danger);
  }
`

export const FieldError = styled.p`
  color: var(--danger);
  font-size: var(--text-xs);
`

/** A labelled input, with what is wrong with its value below it. What describes it besides is named by `aria-describedby`. */
export function TextField({
  label,
  error,
  'aria-describedby': describedBy,
  ...input
}: { label: string; error?: string | undefined } & ComponentProps<'input'>) {
  const id = useId()
  const errorId = `${id}-error`
  const descriptions = [error === undefined ? undefined : errorId, describedBy].filter((each) => each !== undefined)
  return (
    <Field>
      <label htmlFor={id}>{label}</label>
      <Input
        id={id}
        aria-invalid={error !== undefined}
        aria-describedby={descriptions.length === 0 ? undefined : descriptions.join(' ')}
        {...input}
      />
      {error === undefined ? null : <FieldError id={errorId}>{error}</FieldError>}
    </Field>
  )
}
