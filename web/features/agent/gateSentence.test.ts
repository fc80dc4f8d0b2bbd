import { expect, it } from 'vitest'
import { gateSentence } from './gateSentence.ts'

const keys = (...open: number[]) => [75, 20, 50].map((lookback) => ({ lookback, open: open.includes(lookback) }))

it.each([
  [50, keys(), 'Your lookback is 50: its gate is closed.'],
  [20, keys(20), 'Your lookback is 20: its gate is open.'],
  [
    60,
    keys(),
    'Your lookback of 60 lies between 50 and 75, whose records count for it: its gate is open when both of theirs are. Now both are closed.',
  ],
  [
    60,
    keys(75),
    'Your lookback of 60 lies between 50 and 75, whose records count for it: its gate is open when both of theirs are. Now 50 is closed, 75 is open.',
  ],
  [
    21,
    keys(20, 50),
    'Your lookback of 21 lies between 20 and 50, whose records count for it: its gate is open when both of theirs are. Now both are open.',
  ],
  [80, keys(), null],
  [50, [], null],
])('of a lookback of %s it says which gates decide', (lookback, grid, sentence) => {
  expect(gateSentence(lookback, grid)).toBe(sentence)
})
