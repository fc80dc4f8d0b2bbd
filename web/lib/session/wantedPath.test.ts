import { expect, it } from 'vitest'
import { wantedPath, wanting } from './wantedPath.ts'

it('brings back path, search and hash', () => {
  expect(wantedPath(wanting({ pathname: '/history', search: '?status=STOPLOSS_HIT', hash: '#top' }))).toBe(
    '/history?status=STOPLOSS_HIT#top',
  )
})

it.each([
  null,
  'open sign-in',
  {},
  { wanted: 7 },
  ...['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)', ''].map((wanted) => ({ wanted })),
])('%j leads nowhere', (state) => {
  expect(wantedPath(state)).toBeNull()
})
