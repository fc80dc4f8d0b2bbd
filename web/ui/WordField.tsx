import { TextField } from './TextField.tsx'

/** What is typed before trading is stopped, or trades are squared off by an admin. */
export const STOP_WORD = 'STOP'

/** Whether a word stands in its field. */
export const isTyped = (word: string, value: string): boolean => value.trim() === word

interface WordFieldProps {
  /** In capitals. */
  word: string
  /** What it is typed for. */
  purpose?: string
  value: string
  disabled?: boolean
  onChange: (typed: string) => void
}

/** Takes the word that must be typed before something grave is done. */
export function WordField({ word, purpose = 'to confirm', value, disabled = false, onChange }: WordFieldProps) {
  return (
    <TextField
      label={`Type ${word} ${purpose}`}
      value={value}
      disabled={disabled}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
