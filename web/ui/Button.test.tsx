import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { Button } from './Button.ts'

it('A busy button keeps the focus, says that it takes no press, and neither acts nor submits its form', () => {
  const press = vi.fn()
  const submit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
  const form = (busy: boolean) => (
    <form onSubmit={submit}>
      <Button $busy={busy} onClick={press}>
        Save
      </Button>
    </form>
  )
  const { rerender } = render(form(false))
  const button = screen.getByRole('button', { name: 'Save' })
  button.focus()
  rerender(form(true))
  expect(document.activeElement).toBe(button)
  expect(button.getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(button)
  expect(press).not.toHaveBeenCalled()
  expect(submit).not.toHaveBeenCalled()

  rerender(form(false))
  expect(button.getAttribute('aria-disabled')).toBeNull()
  fireEvent.click(button)
  expect(press).toHaveBeenCalledOnce()
  expect(submit).toHaveBeenCalledOnce()
})
