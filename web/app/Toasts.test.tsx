import { act, render, screen, waitFor } from '@testing-library/react'
import { toast as sonner } from 'sonner'
import { afterEach, expect, it } from 'vitest'
import { connectToaster, toast, useToaster } from '../ui/toast.ts'
import { Toasts } from './Toasts.tsx'

afterEach(() => void sonner.dismiss())

/** The toast with this text, as sonner marks it. */
const shown = async (text: string) => (await screen.findByText(text)).closest<HTMLElement>('[data-sonner-toast]')!

it('shows a toast that was called for before its code was there', async () => {
  connectToaster(null)
  render(<Toasts />)
  expect(useToaster.getState().mounted).toBeNull()
  toast.info('Trade opened')
  expect(await screen.findByText('Trade opened')).toBeTruthy()
})

it('shows one at a time, at the top right, the latest', async () => {
  connectToaster(null)
  render(<Toasts />)
  toast.info('First')
  toast.error('Second')
  const second = await shown('Second')
  const first = await shown('First')
  await waitFor(() => expect([first.dataset['visible'], second.dataset['visible']]).toEqual(['false', 'true']))
  expect([second.dataset['yPosition'], second.dataset['xPosition']]).toEqual(['top', 'right'])
})

it('has a cross on what stays until it is closed, and on nothing else', async () => {
  connectToaster(null)
  render(<Toasts />)
  act(() => {
    toast.success('Saved')
    toast.error('Not loaded', { duration: Infinity })
  })
  expect((await shown('Not loaded')).querySelector('[data-close-button]')).not.toBeNull()
  expect((await shown('Saved')).querySelector('[data-close-button]')).toBeNull()
})
