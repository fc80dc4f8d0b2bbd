import { expect, test } from 'vitest'
import { Lanes } from './Lanes.ts'

test('a lane is full when its places are taken, and blocks what is in it and in others', () => {
  const lanes = new Lanes((lane) => (lane === 'channel' ? 3 : 2))
  const leave = lanes.enter(['channel', 'asha'])
  expect(lanes.full).toEqual([])
  lanes.enter(['channel', 'asha'])
  expect(lanes.full).toEqual(['asha'])
  expect([lanes.blocks(['channel', 'asha']), lanes.blocks(['channel', 'ravi'])]).toEqual([true, false])
  lanes.enter(['channel', 'ravi'])
  expect(lanes.full).toEqual(['channel', 'asha'])
  expect(lanes.blocks(['channel', 'ravi'])).toBe(true)
  leave()
  expect(lanes.full).toEqual([])
})
