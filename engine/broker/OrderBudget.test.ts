import fc from 'fast-check'
import { expect, it } from 'vitest'
import { SECOND } from '../../schema/time.ts'
import { ORDERS_A_SECOND, OrderBudget, type OrderUrgency } from './OrderBudget.ts'

const NOW = 1_000_000

function open() {
  const budget = new OrderBudget(NOW)
  const gone: string[] = []
  const ask = (name: string, urgency: OrderUrgency = 'EXIT', account = 'a') => budget.ask(account, urgency, () => gone.push(name))
  return { budget, gone, ask }
}

it('exits go at once, eight of an account; the next when a part of a second has earned it', () => {
  const { budget, gone, ask } = open()
  for (let i = 0; i < 10; i++) ask(`${i}`)
  expect(gone).toHaveLength(8)
  budget.onTime(NOW + 124)
  expect(gone).toHaveLength(8)
  budget.onTime(NOW + 125)
  expect(gone).toHaveLength(9)
  budget.onTime(NOW + 250)
  expect(gone).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'])
})

it('exits go before entries that wait longer, and find two turns that entries have left', () => {
  const { budget, gone, ask } = open()
  for (let i = 0; i < 9; i++) ask(`entry ${i}`, 'ENTRY')
  expect(gone).toHaveLength(6)
  ask('exit 1')
  ask('exit 2')
  ask('exit 3')
  expect(gone.slice(6)).toEqual(['exit 1', 'exit 2'])
  budget.onTime(NOW + SECOND)
  expect(gone.slice(8)).toEqual(['exit 3', 'entry 6', 'entry 7', 'entry 8'])
})

it('one account does not wait for another', () => {
  const { gone, ask } = open()
  for (let i = 0; i < 20; i++) ask(`${i}`, 'EXIT', 'a')
  ask('other', 'ENTRY', 'b')
  expect(gone.at(-1)).toBe('other')
})

it('a turn that was given back goes to the next', () => {
  const { budget, gone, ask } = open()
  for (let i = 0; i < 10; i++) ask(`${i}`)
  budget.giveBack('a')
  budget.giveBack('nobody')
  expect(gone).toHaveLength(9)
  for (let i = 0; i < 20; i++) budget.giveBack('b')
  for (let i = 0; i < 20; i++) ask(`b${i}`, 'EXIT', 'b')
  expect(gone.filter((name) => name.startsWith('b'))).toHaveLength(8)
})

it('a clock that is set back gives nothing away, and holds nothing up for longer than a second', () => {
  const { budget, gone, ask } = open()
  for (let i = 0; i < 10; i++) ask(`${i}`)
  budget.onTime(NOW - 3_600 * SECOND)
  expect(gone).toHaveLength(8)
  budget.onTime(NOW - 3_599 * SECOND)
  expect(gone).toHaveLength(10)
})

it('whatever is asked and however time moves, no second sees more than sixteen of an account, and all go in the end', () => {
  const step = fc.record({ wait: fc.integer({ min: 0, max: 700 }), exits: fc.nat({ max: 12 }), entries: fc.nat({ max: 12 }) })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      const budget = new OrderBudget(NOW)
      const times: number[] = []
      let now = NOW
      let asked = 0
      const go = () => times.push(now)
      for (const { wait, exits, entries } of steps) {
        now += wait
        budget.onTime(now)
        for (let i = 0; i < exits; i++) budget.ask('a', 'EXIT', go)
        for (let i = 0; i < entries; i++) budget.ask('a', 'ENTRY', go)
        asked += exits + entries
      }
      for (const [i, at] of times.entries()) {
        const within = times.slice(0, i + 1).filter((each) => each > at - SECOND).length
        // The saved-up budget, and the second's own.
        expect(within).toBeLessThanOrEqual(2 * ORDERS_A_SECOND)
      }
      for (let i = 0; i < 200; i++) budget.onTime((now += 500))
      expect(times).toHaveLength(asked)
    }),
  )
})
