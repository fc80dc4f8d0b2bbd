import { TextField } from '../../ui/TextField.tsx'

interface CodeFieldProps {
  value: string
  onChange: (code: string) => void
  autoFocus?: boolean
}

/** A code of the authenticator app, which password managers fill in, or a recovery code. */
export function CodeField({ value, onChange, autoFocus = false }: CodeFieldProps) {
  return (
    <TextField
      label="6-digit code, or a recovery code"
      name="code"
      autoComplete="one-time-code"
      autoCapitalize="characters"
      spellCheck={false}
      autoFocus={autoFocus}
      required
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
