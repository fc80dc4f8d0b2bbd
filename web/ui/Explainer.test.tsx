import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Explainer } from './Explainer.tsx'

test('an explainer opens by its button, says what and how, and gives the focus back when Escape closes it', async () => {
  render(<Explainer about="Sharpe ratio" text="What the days brought for their ups and downs." computed="mean ÷ deviation." />)
  const button = screen.getByRole('button', { name: 'What is Sharpe ratio?' })
  button.focus()
  fireEvent.click(button)
  const said = await screen.findByRole('dialog', { name: 'Sharpe ratio' })
  expect(said.textContent).toBe('What the days brought for their ups and downs.How computed: mean ÷ deviation.')
  fireEvent.keyDown(said, { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(document.activeElement).toBe(button)
})
