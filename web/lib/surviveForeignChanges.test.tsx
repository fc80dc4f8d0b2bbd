import { render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Toasts } from '../app/Toasts.tsx'
import { connectToaster } from '../ui/toast.ts'
import { surviveForeignChanges } from './surviveForeignChanges.ts'
import { usePageTroubles } from './usePageTroubles.ts'

const { removeChild, insertBefore } = Node.prototype
beforeEach(surviveForeignChanges)
afterEach(() => {
  Object.assign(Node.prototype, { removeChild, insertBefore })
  usePageTroubles.setState(usePageTroubles.getInitialState(), true)
})

/** As page translators do: an element with other words in the place of the text. */
function translate(element: HTMLElement): void {
  for (const text of [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE)) {
    const font = document.createElement('font')
    font.textContent = `[${text.textContent}]`
    text.replaceWith(font)
  }
}

function Price({ stale, price }: { readonly stale: boolean; readonly price: string | null }) {
  return (
    <p data-testid="price">
      {stale ? <b>stale</b> : null}
      {price}
    </p>
  )
}

it('a screen whose texts were replaced goes on to render, and the user is told', async () => {
  const { rerender } = render(<Price stale={false} price="24,000" />)
  translate(screen.getByTestId('price'))
  rerender(<Price stale price="24,001" />)
  expect(screen.getByText('stale')).toBeTruthy()
  rerender(<Price stale={false} price={null} />)
  expect(screen.queryByText('stale')).toBeNull()
  connectToaster(null)
  render(<Toasts />)
  expect(await screen.findByText(/A translator or an extension has changed this page/)).toBeTruthy()
})

it('a screen that nobody else touches renders as ever, and nothing is told', () => {
  const { rerender } = render(<Price stale={false} price="24,000" />)
  rerender(<Price stale price="24,001" />)
  rerender(<Price stale={false} price={null} />)
  expect(screen.getByTestId('price').textContent).toBe('')
  expect(usePageTroubles.getState().changed).toBe(false)
})
