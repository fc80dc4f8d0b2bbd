import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { DateField } from './DateField.tsx'

function show(first: string) {
  const told: string[] = []
  function Form() {
    const [value, setValue] = useState(first)
    return (
      <>
        <DateField
          label="From"
          value={value}
          onChange={(changed) => {
            told.push(changed)
            setValue(changed)
          }}
        />
        <button type="button" onClick={() => setValue('')}>
          Clear
        </button>
      </>
    )
  }
  const { container } = render(<Form />)
  const field = screen.getByLabelText<HTMLInputElement>('From')
  return {
    told,
    field,
    calendar: container.querySelector('[type=date]')!,
    type: (value: string) => fireEvent.change(field, { target: { value } }),
  }
}

it('shows the day first and tells the date as soon as it is complete', () => {
  const { told, field, type } = show('2026-11-05')
  expect(field.value).toBe('05/11/2026')
  for (const typed of ['06/11/2026', '06/11/20', '06/11/2025']) type(typed)
  expect(told).toEqual(['2026-11-06', '2025-11-06'])
})

it('reads what is shorter when it is left, and with Enter', () => {
  const { told, field, type } = show('')
  type('6/1/26')
  expect(told).toEqual([])
  fireEvent.blur(field)
  type('7-1-26')
  fireEvent.keyDown(field, { key: 'Enter' })
  expect(told).toEqual(['2026-01-06', '2026-01-07'])
  expect(field.value).toBe('07/01/2026')
})

it('tells that there is none as soon as it is empty, and follows what is changed elsewhere', () => {
  const { told, field, type } = show('2026-11-05')
  type('')
  expect(told).toEqual([''])
  type('05/11/2026')
  fireEvent.click(screen.getByText('Clear'))
  expect(field.value).toBe('')
})

it('keeps what is no date as it was typed, and marks it', () => {
  const { told, field, type } = show('')
  type('31/02/2026')
  fireEvent.blur(field)
  expect(told).toEqual(['31/02/2026'])
  expect(field.value).toBe('31/02/2026')
  expect(field.getAttribute('aria-invalid')).toBe('true')
})

it('takes the date that is chosen in the calendar', () => {
  const { told, field, calendar } = show('')
  fireEvent.change(calendar, { target: { value: '2026-12-31' } })
  expect(told).toEqual(['2026-12-31'])
  expect(field.value).toBe('31/12/2026')
})
