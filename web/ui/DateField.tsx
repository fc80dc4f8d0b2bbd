import { CalendarDays } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { styled } from 'styled-components'
import { isDate } from '../lib/isDate.ts'
import { readDate, writtenDate } from '../lib/readDate.ts'
import { IconButton } from './IconButton.ts'
import { Field, FieldError, Input } from './TextField.tsx'

const Box = styled.div`
  position: relative;
  min-width: 8.75rem;

  /* It has no place of its own: only its calendar is seen, which opens from here. */
  & > input[type='date'] {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
    opacity: 0;
    pointer-events: none;
  }

  & > input + button {
    position: absolute;
    top: 0;
    right: 0;
  }
`

const Text = styled(Input)`
  && {
    padding-right: 40px;
  }
`

interface DateFieldProps {
  label: string
  /** YYYY-MM-DD, empty for none; or what was typed and is no date. */
  value: string
  error?: string | undefined
  /** Called with a date once it is complete, with an empty text once there is none, and with what is no date when the field is left. */
  onChange: (value: string) => void
}

/**
 * A date, shown and typed as dd/mm/yyyy whatever the browser's language is: its own date field has another order in each. Its calendar is
 * behind the button.
 */
export function DateField({ label, value, error, onChange }: DateFieldProps) {
  const id = useId()
  const calendar = useRef<HTMLInputElement>(null)
  const [{ known, text }, setDraft] = useState({ known: value, text: writtenDate(value) })
  if (known !== value) setDraft({ known: value, text: writtenDate(value) })

  function tell(typed: string, told: string) {
    setDraft({ known, text: typed })
    if (told !== value) onChange(told)
  }
  function type(typed: string) {
    const date = readDate(typed)
    // Two digits of a year may be the beginning of four.
    const isComplete = date !== null && /\d{4}/.test(typed)
    tell(typed, isComplete ? date : typed === '' ? '' : value)
  }
  function leave() {
    const told = readDate(text) ?? text.trim()
    tell(writtenDate(told), told)
  }

  return (
    <Field>
      <label htmlFor={id}>{label}</label>
      <Box>
        <Text
          id={id}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          placeholder="dd/mm/yyyy"
          size={10}
          maxLength={20}
          aria-invalid={error !== undefined || (value !== '' && !isDate(value))}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
          value={text}
          onChange={({ target }) => type(target.value)}
          onBlur={leave}
          onKeyDown={({ key }) => {
            if (key === 'Enter') leave()
          }}
        />
        <input
          ref={calendar}
          type="date"
          tabIndex={-1}
          aria-hidden
          min="2000-01-01"
          max="2099-12-31"
          value={isDate(value) ? value : ''}
          onChange={({ target }) => onChange(target.value)}
        />
        <IconButton type="button" aria-label={`${label}: open the calendar`} onClick={() => calendar.current?.showPicker()}>
          <CalendarDays size={16} aria-hidden />
        </IconButton>
      </Box>
      {error === undefined ? null : <FieldError id={`${id}-error`}>{error}</FieldError>}
    </Field>
  )
}
