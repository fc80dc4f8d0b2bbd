import { expect, it } from 'vitest'
import { Coalesced } from './Coalesced.ts'

/** Work whose runs end when the test says so. */
function heldWork() {
  const ends: { readonly resolve: () => void; readonly reject: (error: Error) => void }[] = []
  const work = new Coalesced(() => new Promise((resolve, reject) => ends.push({ resolve, reject })))
  return { work, ends }
}

it('what is asked for three times while it runs is one more run, after it', async () => {
  const { work, ends } = heldWork()
  const asked = [work.run(), work.run(), work.run(), work.run()]
  expect(ends).toHaveLength(1)
  ends[0]?.resolve()
  await expect.poll(() => ends.length).toBe(2)
  ends[1]?.resolve()
  await Promise.all(asked)
  expect(ends).toHaveLength(2)
})

it('runs again after it has ended, and after it has failed', async () => {
  const { work, ends } = heldWork()
  const failed = work.run()
  ends[0]?.reject(new Error('away'))
  await expect(failed).rejects.toThrow('away')
  const again = work.run()
  ends[1]?.resolve()
  await again
  expect(ends).toHaveLength(2)
})
