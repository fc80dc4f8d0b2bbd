import { expect, test } from 'vitest'
import { SharedReads } from './SharedReads.ts'

/** Reads that the test ends. */
function controlled() {
  const begun: { readonly resolve: (value: string) => void; readonly reject: (error: Error) => void }[] = []
  const read = () => new Promise<string>((resolve, reject) => begun.push({ resolve, reject }))
  return { begun, read }
}
const turn = () => new Promise(setImmediate)

test('who asks while a read is under way gets the next one, together with all who do', async () => {
  const reads = new SharedReads<string>()
  const { begun, read } = controlled()
  const first = reads.read('a', read)
  const [second, third] = [reads.read('a', read), reads.read('a', read)]
  await turn()
  expect(begun).toHaveLength(1)
  begun[0]!.resolve('before')
  expect(await first).toBe('before')
  await turn()
  expect(begun).toHaveLength(2)
  const fourth = reads.read('a', read)
  begun[1]!.resolve('after')
  expect(await Promise.all([second, third])).toEqual(['after', 'after'])
  await turn()
  begun[2]!.resolve('last')
  expect(await fourth).toBe('last')
  expect(begun).toHaveLength(3)
})

test('other keys do not wait', async () => {
  const reads = new SharedReads<string>()
  const { begun, read } = controlled()
  const both = [reads.read('a', read), reads.read('b', read)]
  begun[1]!.resolve('b')
  expect(await both[1]).toBe('b')
  begun[0]!.resolve('a')
  expect(await both[0]).toBe('a')
})

test('a read that fails fails those who shared it, and nobody after them', async () => {
  const reads = new SharedReads<string>()
  const { begun, read } = controlled()
  const failing = reads.read('a', read)
  const waiting = reads.read('a', read)
  begun[0]!.reject(new Error('database away'))
  await expect(failing).rejects.toThrow('database away')
  await turn()
  begun[1]!.resolve('back')
  expect(await waiting).toBe('back')
  const again = reads.read('a', read)
  await turn()
  begun[2]!.resolve('again')
  expect(await again).toBe('again')
})
