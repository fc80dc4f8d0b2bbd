import { toast } from 'sonner'
import { expect, it, vi } from 'vitest'
import { closeTrades } from './closeTrades.ts'
import { testTrade } from './testing/testTrade.ts'

it('asks for four exits at a time, for each once, and for the others whatever one came to', async () => {
  const failed = vi.spyOn(toast, 'error')
  const trades = Array.from({ length: 9 }, (_, i) => testTrade({ id: String(i) }))
  const asked: string[] = []
  let most = 0
  const underWay = new Set<string>()
  const closing = await closeTrades(trades, async (id) => {
    asked.push(id)
    most = Math.max(most, underWay.add(id).size)
    await new Promise((resolve) => setImmediate(resolve))
    underWay.delete(id)
    if (id === '1' || id === '2') throw new Error('No.')
  })
  expect(most).toBe(4)
  expect(asked.toSorted()).toEqual(trades.map(({ id }) => id))
  expect(closing.toSorted()).toEqual(['0', '3', '4', '5', '6', '7', '8'])
  expect(failed.mock.calls.map(([text]) => text)).toEqual(['7 closing, 2 failed: No.'])
})
