import { expect, it } from 'vitest'
import { SharedRead } from './SharedRead.ts'

function open() {
  const waiting: { sent: () => void; resolve: (value: number) => void; reject: (error: Error) => void }[] = []
  const turn = { isNow: true }
  const read = new SharedRead((sent) => {
    if (turn.isNow) sent()
    return new Promise<number>((resolve, reject) => waiting.push({ sent, resolve, reject }))
  })
  return { read, waiting, turn }
}

it('who asks while a read is under way shares the next one, who is content with it shares that', async () => {
  const { read, waiting } = open()
  const first = read.read(performance.now())
  await expect.poll(() => waiting.length).toBe(1)
  const content = read.read(0)
  const [second, third] = [read.read(performance.now() + 1), read.read(performance.now() + 1)]
  waiting[0]!.resolve(1)
  expect([(await first).value, (await content).value]).toEqual([1, 1])
  await expect.poll(() => waiting.length).toBe(2)
  waiting[1]!.resolve(2)
  expect([(await second).value, (await third).value, waiting.length]).toEqual([2, 2, 2])
})

it('a reading that is young enough is not repeated', async () => {
  const { read, waiting } = open()
  const before = performance.now()
  const first = read.read(before)
  await expect.poll(() => waiting.length).toBe(1)
  waiting[0]!.resolve(1)
  const { askedAt } = await first
  expect((await read.read(before)).askedAt).toBe(askedAt)
  expect(waiting).toHaveLength(1)
})

it('a failed read is the failure of those who shared it, and the next one is a new one', async () => {
  const { read, waiting } = open()
  const first = read.read(performance.now())
  await expect.poll(() => waiting.length).toBe(1)
  waiting[0]!.reject(new Error('no'))
  await expect(first).rejects.toThrow('no')
  const second = read.read(0)
  await expect.poll(() => waiting.length).toBe(2)
  waiting[1]!.resolve(2)
  expect((await second).value).toBe(2)
})

it('a read that waits for its turn serves all who ask before it leaves, and is as young as that', async () => {
  const { read, waiting, turn } = open()
  turn.isNow = false
  const first = read.read(performance.now())
  await expect.poll(() => waiting.length).toBe(1)
  const asked = performance.now()
  const second = read.read(asked)
  waiting[0]!.sent()
  const left = performance.now()
  const third = read.read(left + 1)
  waiting[0]!.resolve(1)
  expect([(await first).value, (await second).value]).toEqual([1, 1])
  expect((await first).askedAt).toBeGreaterThanOrEqual(asked)
  expect((await first).askedAt).toBeLessThanOrEqual(left)
  await expect.poll(() => waiting.length).toBe(2)
  waiting[1]!.sent()
  waiting[1]!.resolve(2)
  expect((await third).value).toBe(2)
})
