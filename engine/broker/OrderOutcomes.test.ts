import { expect, it } from 'vitest'
import { OrderOutcomes } from './OrderOutcomes.ts'
import type { OrderUpdate } from './port.ts'

it('outcomes are counted by mode, and what is none is not', () => {
  const hear: Record<string, (update: OrderUpdate) => void> = {}
  const broker = (mode: string) => ({
    onUpdate(listener: (update: OrderUpdate) => void) {
      hear[mode] = listener
      return () => undefined
    },
  })
  const outcomes = new OrderOutcomes({ PAPER: broker('PAPER'), LIVE: broker('LIVE') })
  const core = { clientOrderId: 'x', at: 0 }
  hear['LIVE']?.({ ...core, type: 'placed' })
  hear['LIVE']?.({ ...core, type: 'rejected', reason: 'no margin' })
  hear['PAPER']?.({ ...core, type: 'cancelled', reason: null })
  hear['LIVE']?.({ ...core, type: 'unknown' })
  const counted = outcomes.rows.filter(({ value }) => value > 0).map(({ labels: { mode, outcome }, value }) => [mode, outcome, value])
  expect(counted).toEqual([
    ['PAPER', 'cancelled', 1],
    ['LIVE', 'rejected', 1],
    ['LIVE', 'unknown', 1],
  ])
  expect(outcomes.rows).toHaveLength(10)
})
