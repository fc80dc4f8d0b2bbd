import { networkInterfaces } from 'node:os'
import { expect, it } from 'vitest'
import { outgoingAddress } from './outgoingAddress.ts'

it('is the loopback’s own towards this machine', async () => {
  expect(await outgoingAddress('http://127.0.0.1:4200')).toBe('127.0.0.1')
})

it('is one of this machine’s, and unknown where there is no way', async () => {
  const own = Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map(({ address }) => address))
  // An address of documents, to which nothing is sent.
  expect([null, ...own]).toContain(await outgoingAddress('https://203.0.113.7'))
  expect(await outgoingAddress('https://no-such-host.invalid')).toBeNull()
})
