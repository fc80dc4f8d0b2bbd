import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { connectToaster, toast, useToaster } from '../ui/toast.ts'
import { Toasts } from './Toasts.tsx'

it('shows a toast that was called for before its code was there', async () => {
  connectToaster(null)
  render(<Toasts />)
  expect(useToaster.getState().mounted).toBeNull()
  toast.info('Trade opened')
  expect(await screen.findByText('Trade opened')).toBeTruthy()
})
