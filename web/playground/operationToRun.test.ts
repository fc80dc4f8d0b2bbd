import { expect, it } from 'vitest'
import { operationToRun } from './operationToRun.ts'

const nameOf = (query: string, name: string | null) => operationToRun(query, name)?.name?.value

it('of several operations that of the name is meant', () => {
  expect(nameOf('query Trades { trades } query Prices { prices }', 'Prices')).toBe('Prices')
})

it('the only one is meant, though the name is still that of another tab', () => {
  expect(nameOf('query Prices { prices }', 'Trades')).toBe('Prices')
  expect(operationToRun('{ prices }', 'Trades')?.operation).toBe('query')
})

it.each([
  ['several without the name', 'query Trades { trades } query Prices { prices }', 'Candles'],
  ['a text with errors', 'query Prices {', 'Prices'],
  ['no operation', 'fragment F on Query { trades }', null],
])('%s: none', (_what, query, name) => {
  expect(operationToRun(query, name)).toBeNull()
})
