import { expect, it } from 'vitest'
import { warmingUpText } from './warmingUpText.ts'

const NOW = Date.parse('2026-11-20T05:00:00.000Z')
const textIn = (seconds: number) =>
  warmingUpText({ sessions: 61, sessionsNeeded: 207, readyAt: new Date(NOW + seconds * 1_000).toISOString() }, NOW)

it('says what is there, what is needed and when it will be there', () => {
  expect(textIn(190)).toBe('Warming up: 61 of 207 sessions of history, ready in about 3\u00a0min')
  expect(textIn(44)).toBe('Warming up: 61 of 207 sessions of history, ready in about 44\u00a0s')
  expect([textIn(3), textIn(-20)].map((text) => text.split(', ')[1])).toEqual(['ready in a moment', 'ready in a moment'])
})

it('promises no time that nobody knows', () => {
  expect(warmingUpText({ sessions: 61, sessionsNeeded: 207, readyAt: null }, NOW)).toBe(
    'Warming up: 61 of 207 sessions of history, the rest comes with each trading day',
  )
})
