import { Eye, EyeOff } from 'lucide-react'
import { useId, useState, type ComponentProps } from 'react'
import { IconButton } from './IconButton.ts'
import { InputRow } from './InputRow.ts'
import { Field, Input } from './TextField.tsx'

/** A labelled password input that can be shown as it is typed. */
export function PasswordField({ label, ...input }: { label: string } & Omit<ComponentProps<'input'>, 'type'>) {
  const id = useId()
  const [shown, setShown] = useState(false)
  return (
    <Field>
      <label htmlFor={id}>{label}</label>
      <InputRow>
        <Input id={id} {...input} type={shown ? 'text' : 'password'} />
        <IconButton
          type="button"
          aria-label={`${shown ? 'Hide' : 'Show'} ${label.toLowerCase()}`}
          disabled={input.disabled}
          onClick={() => setShown(!shown)}
        >
          {shown ? <EyeOff size={18} aria-hidden /> : <Eye size={18} aria-hidden />}
        </IconButton>
      </InputRow>
    </Field>
  )
}
