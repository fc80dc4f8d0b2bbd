import type { UseFormRegisterReturn } from 'react-hook-form'
import { TextField } from '../../ui/TextField.tsx'

/** A code of the authenticator app, which password managers fill in, or a recovery code. */
export function CodeField({ field, autoFocus = false }: { field: UseFormRegisterReturn<'code'>; autoFocus?: boolean }) {
  return (
    <TextField
      label="6-digit code, or a recovery code"
      autoComplete="one-time-code"
      autoCapitalize="characters"
      spellCheck={false}
      autoFocus={autoFocus}
      required
      {...field}
    />
  )
}
