import { expect, test } from 'vitest'
import { delaysOf } from './priceDelays.ts'

const price = (symbol: string, paise: number, at: number) => ({ symbol, price: paise, at })

test('a price took from when it left to when it was painted, each symbol by itself', () => {
  const left = [price('A', 100, 0), price('B', 100, 10), price('A', 105, 250)]
  expect(delaysOf(left, [price('B', 100, 50), price('A', 100, 60), price('A', 105, 300)])).toEqual([40, 60, 50])
})

test('one that was overtaken on its way is passed over, and in doubt the older one counts', () => {
  const left = [price('A', 100, 0), price('A', 105, 250), price('A', 100, 500), price('A', 110, 750)]
  expect(delaysOf(left, [price('A', 100, 40), price('A', 110, 800)])).toEqual([40, 50])
  expect(delaysOf(left, [price('A', 100, 540)])).toEqual([540])
})

test('what nobody saw leave, or was painted before it left, is no price on its way', () => {
  expect(delaysOf([price('A', 100, 500)], [price('A', 100, 400), price('A', 90, 600), price('B', 100, 600)])).toEqual([])
})
