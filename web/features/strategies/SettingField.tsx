import { RotateCcw } from 'lucide-react'
import { useId, type ComponentProps } from 'react'
import { styled } from 'styled-components'
import { IconButton } from '../../ui/IconButton.ts'
import { InputRow } from '../../ui/InputRow.ts'
import { Field, FieldError, Input } from '../../ui/TextField.tsx'

const Row = styled(InputRow)`
  input {
    padding-right: 12px;
  }

  &[data-own='true'] input {
    padding-right: 44px;
    border-color: var(--accent);
  }
`

/* As high whatever it says, so that nothing below moves. */
const Note = styled.small`
  min-height: 2lh;
  color: var(--muted);
  font-size: var(--text-xs);

  b {
    color: var(--accent);
    font-weight: 600;
  }
`

interface SettingFieldProps extends ComponentProps<'input'> {
  label: string
  error: string | undefined
  /** Whether the user has a value of his own. */
  isOwn: boolean
  /** The strategy's, in words; null: not known. */
  ofStrategy: string | null
  onReset: () => void
}

/** An input for a setting of the user's own: it says whether there is one, what the strategy has, and takes it back to that. */
export function SettingField({ label, error, isOwn, ofStrategy, onReset, 'aria-describedby': describedBy, ...input }: SettingFieldProps) {
  const id = useId()
  const noteId = `${id}-note`
  return (
    <Field>
      <label htmlFor={id}>{label}</label>
      <Row data-own={isOwn}>
        <Input id={id} aria-invalid={error !== undefined} aria-describedby={[noteId, describedBy].filter(Boolean).join(' ')} {...input} />
        {isOwn ? (
          <IconButton type="button" aria-label={`Reset ${label}`} title="Use the strategy's default" onClick={onReset}>
            <RotateCcw size={16} aria-hidden />
          </IconButton>
        ) : null}
      </Row>
      {error === undefined ? (
        <Note id={noteId}>
          {isOwn ? (
            <>
              <b>Yours</b>
              {ofStrategy === null ? null : `, default ${ofStrategy}`}
            </>
          ) : ofStrategy === null ? (
            'Strategy default'
          ) : (
            `Default: ${ofStrategy}`
          )}
        </Note>
      ) : (
        <FieldError id={noteId}>{error}</FieldError>
      )}
    </Field>
  )
}
