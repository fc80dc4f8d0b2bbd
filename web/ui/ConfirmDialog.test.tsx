import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ConfirmDialog } from './ConfirmDialog.tsx'

it('No amount in what is asked is broken between two lines: each stands whole with its sign', () => {
  const consequence = 'PAPER: 120 units are sold at ₹427.35. Net now −₹16.00: +₹647.51 before charges.'
  render(<ConfirmDialog title="Close it?" confirmLabel="Close trade" onConfirm={() => {}} onCancel={() => {}} {...{ consequence }} />)
  expect(screen.getByRole('alertdialog').textContent).toContain(consequence)
  for (const amount of ['₹427.35', '−₹16.00', '+₹647.51']) expect(getComputedStyle(screen.getByText(amount)).whiteSpace).toBe('nowrap')
})
