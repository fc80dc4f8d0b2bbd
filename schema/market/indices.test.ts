import { expect, test } from 'vitest'
import { INDEX_SYMBOLS, indexNamed, SHOWN_INDICES, shownIndex } from './indices.ts'

test('MIDCAP is what users read and write, the exchange calls it MIDCPNIFTY; both are understood', () => {
  expect(shownIndex('MIDCPNIFTY')).toBe('MIDCAP')
  expect(indexNamed('MIDCAP')).toBe('MIDCPNIFTY')
  expect(indexNamed('MIDCPNIFTY')).toBe('MIDCPNIFTY')
})

test('every index is found by its shown name, and nothing else is an index', () => {
  expect(SHOWN_INDICES.map(indexNamed)).toEqual(INDEX_SYMBOLS)
  for (const name of ['', 'midcap', 'DOW', 'toString', '__proto__']) expect(indexNamed(name)).toBeNull()
})

test('an option keeps the symbol of the exchange', () => {
  expect(shownIndex('MIDCPNIFTY24NOV2612700PE')).toBe('MIDCPNIFTY24NOV2612700PE')
})
