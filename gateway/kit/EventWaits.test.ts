import { expect, test, vi } from 'vitest'
import type { SakhaEvent } from '../../schema/events/SakhaEvent.ts'
import { EventWaits } from './EventWaits.ts'

const closed = (tradeId: string): SakhaEvent => ({ type: 'trade.closed', tradeId, userId: 'asha' })
const hears = (event: SakhaEvent) => event.type === 'trade.closed' && event.tradeId === 'wanted'
const HOUR = 3_600_000

test('ends at the event waited for, and at no other', async () => {
  const waits = new EventWaits()
  const ended = vi.fn()
  const waiting = waits.until({ hears, look: async () => false, timeoutMs: HOUR }).then(ended)
  waits.handle(closed('other'))
  await new Promise(setImmediate)
  expect(ended).not.toHaveBeenCalled()
  waits.handle(closed('wanted'))
  await waiting
})

test('hears what happens while it looks', async () => {
  const waits = new EventWaits()
  const look = async () => {
    waits.handle(closed('wanted'))
    return false
  }
  await waits.until({ hears, look, timeoutMs: HOUR })
})

test('is over at once when it has happened already, when the time is up, and when the server stops', async () => {
  const waits = new EventWaits()
  const notYet = async () => false
  await waits.until({ hears, look: async () => true, timeoutMs: HOUR })
  await waits.until({ hears, look: notYet, timeoutMs: 0 })
  const waiting = waits.until({ hears, look: notYet, timeoutMs: HOUR })
  waits.close()
  await waiting
  await waits.until({ hears, look: notYet, timeoutMs: HOUR })
})

test('a look that fails is the failure of the waiting', async () => {
  const look = () => Promise.reject(new Error('database away'))
  await expect(new EventWaits().until({ hears, look, timeoutMs: HOUR })).rejects.toThrow('database away')
})
