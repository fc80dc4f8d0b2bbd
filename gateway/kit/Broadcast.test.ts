import { expect, test } from 'vitest'
import { Broadcast } from './Broadcast.ts'

test('a reader that falls behind sees by the numbers that it lost something, and has what came last', async () => {
  const broadcast = new Broadcast<string>()
  const reader = broadcast.numbered('a')[Symbol.asyncIterator]()
  const first = reader.next()
  for (let n = 1; n <= 400; n++) {
    broadcast.publish('a', `value ${n}`)
    broadcast.publish('b', 'for others')
  }
  expect((await first).value).toEqual({ sequence: 1, value: 'value 1' })
  const second = await reader.next()
  expect(second.value.sequence).toBeGreaterThan(2)
  let last = second
  while (last.value.sequence < 400) last = await reader.next()
  expect(last.value).toEqual({ sequence: 400, value: 'value 400' })
  await reader.return?.()
})

test('each reader is counted for from 1 on, and after the last one nobody listens', async () => {
  const broadcast = new Broadcast<number>()
  const readers = [broadcast.numbered('a')[Symbol.asyncIterator](), broadcast.numbered('a')[Symbol.asyncIterator]()]
  const [early, late] = readers
  const firsts = early?.next()
  broadcast.publish('a', 7)
  expect((await firsts)?.value).toEqual({ sequence: 1, value: 7 })
  const seconds = late?.next()
  broadcast.publish('a', 8)
  expect((await seconds)?.value).toEqual({ sequence: 1, value: 8 })
  for (const reader of readers) await reader.return?.()
  expect(broadcast.hasListeners('a')).toBe(false)
})
