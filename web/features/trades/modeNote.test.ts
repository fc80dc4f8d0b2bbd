import { expect, it } from 'vitest'
import { modeNote } from './modeNote.ts'

it.each([
  [[], 'None open'],
  [['PAPER', 'PAPER'], 'On paper'],
  [['LIVE'], 'All LIVE'],
  [['PAPER', 'LIVE', 'PAPER'], '1 LIVE, 2 on paper'],
] as const)('trades %j together are told as %s', (modes, note) => {
  expect(modeNote(modes.map((mode) => ({ mode })))).toBe(note)
})
