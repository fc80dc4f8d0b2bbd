import { expect, test } from 'vitest'
import { LatestUsed } from './LatestUsed.ts'

test('the longest not used goes first when there is too much', () => {
  const kept = new LatestUsed<number>(2)
  kept.set('a', 1)
  kept.set('b', 2)
  expect(kept.get('a')).toBe(1)
  kept.set('c', 3)
  expect([kept.get('a'), kept.get('b'), kept.get('c')]).toEqual([1, undefined, 3])
})

test('entries weigh what they are said to, and no longer once they are replaced', () => {
  const kept = new LatestUsed<string>(10, (text) => text.length)
  kept.set('a', '12345678')
  kept.set('a', '1')
  kept.set('b', '123456789')
  expect([kept.get('a'), kept.get('b')]).toEqual(['1', '123456789'])
  kept.set('c', '1')
  expect([kept.get('a'), kept.get('b'), kept.get('c')]).toEqual([undefined, '123456789', '1'])
  kept.set('huge', 'more than ever fits')
  expect([kept.get('b'), kept.get('huge')]).toEqual([undefined, undefined])
})
