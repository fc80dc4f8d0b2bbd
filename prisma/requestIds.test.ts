import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { causedBy, forRequest, presentRequestId } from './requestIds.ts'

it('work for a request knows its id through all it waits for, each its own', async () => {
  const idAfterTurns = async (turns: number) => {
    for (let i = 0; i < turns; i++) await turn()
    return presentRequestId()
  }
  const ids = await Promise.all([forRequest('a', () => idAfterTurns(1)), forRequest('b', () => idAfterTurns(3)), idAfterTurns(2)])
  expect(ids).toEqual(['a', 'b', null])
})

it('work that fails leaves no id behind, and later work for another request has its own', async () => {
  await expect(forRequest('a', () => Promise.reject(new Error('of a test')))).rejects.toThrow('of a test')
  expect(causedBy()).toEqual({})
  expect(await forRequest('b', async () => causedBy())).toEqual({ causedBy: 'b' })
})

it('work begun within a request keeps its id while another request ends', async () => {
  let finish: () => void = () => undefined
  const waiting = new Promise<void>((resolve) => (finish = resolve))
  const long = forRequest('long', () => waiting.then(presentRequestId))
  await forRequest('short', async () => undefined)
  finish()
  expect(await long).toBe('long')
})
