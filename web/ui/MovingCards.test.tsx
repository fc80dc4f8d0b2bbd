import { act, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { MovingCards } from './MovingCards.tsx'
import { useMotion } from './useMotion.ts'

const board = (names: readonly string[]) => (
  <MovingCards>
    {names.map((name) => (
      <article key={name}>{name}</article>
    ))}
  </MovingCards>
)
const cards = () => [...document.querySelectorAll('article')].map((card) => card.textContent)
const opacityOf = (name: string) => screen.getByText(name).parentElement?.style.opacity

/** What the user asks for: less motion, or not. */
function askFor(less: boolean) {
  const media = Object.assign(new EventTarget(), { matches: less })
  vi.stubGlobal('matchMedia', () => media)
  return (now: boolean) => {
    media.matches = now
    act(() => void media.dispatchEvent(new Event('change')))
  }
}

// Another file's cards may have had it loaded.
beforeEach(() => useMotion.setState(useMotion.getInitialState(), true))
afterEach(() => vi.unstubAllGlobals())

it('What comes is faded in and what goes is faded out, once the code for it is loaded', async () => {
  askFor(false)
  const { rerender } = render(board(['a', 'b']))
  expect(['a', 'b'].map(opacityOf)).toEqual(['1', '1'])
  await waitFor(() => expect(useMotion.getState().ready).toBe(true))
  expect(['a', 'b'].map(opacityOf)).toEqual(['1', '1'])

  rerender(board(['b', 'c']))
  expect(cards()).toEqual(['a', 'b', 'c'])
  expect(opacityOf('c')).toBe('0')
  await waitFor(() => expect(cards()).toEqual(['b', 'c']))
  await waitFor(() => expect(opacityOf('c')).toBe('1'))
})

it('Until then it is there or gone at once', () => {
  const { rerender } = render(board(['a', 'b']))
  rerender(board(['b', 'c']))
  expect(cards()).toEqual(['b', 'c'])
  expect(opacityOf('c')).toBe('1')
})

it('Nothing is faded for those who ask for less motion, until they do no more', async () => {
  const askAgain = askFor(false)
  const { rerender } = render(board(['a', 'b']))
  await waitFor(() => expect(useMotion.getState().ready).toBe(true))
  askAgain(true)
  rerender(board(['b', 'c']))
  expect(opacityOf('c')).toBe('1')
  await waitFor(() => expect(cards()).toEqual(['b', 'c']))
  askAgain(false)
  rerender(board(['b', 'c', 'd']))
  expect(opacityOf('d')).toBe('0')
})
