import { availableParallelism } from 'node:os'
import { expect, test } from 'vitest'
import { RetryLater } from '../../schema/errors.ts'
import { hashPassword, passwordMatches } from './passwords.ts'

test('a password is hashed with argon2id at the agreed cost, differently each time', async () => {
  const [first, second] = await Promise.all([hashPassword('secret'), hashPassword('secret')])
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(first).not.toBe(second)
  expect(await passwordMatches(first, 'secret')).toBe(true)
  expect(await passwordMatches(second, 'Secret')).toBe(false)
})

test('long passwords that differ in the last character only are told apart', async () => {
  const stored = await hashPassword(`${'x'.repeat(99)}a`)
  expect(await passwordMatches(stored, `${'x'.repeat(99)}a`)).toBe(true)
  expect(await passwordMatches(stored, `${'x'.repeat(99)}b`)).toBe(false)
})

test('a crowd waits in line, a failure among it gives its place on, and all are answered', async () => {
  const answers = await Promise.allSettled([
    ...Array.from({ length: 6 }, () => passwordMatches('no hash', 'secret')),
    ...Array.from({ length: 6 }, () => hashPassword('secret')),
  ])
  expect(answers.slice(0, 6).every((answer) => answer.status === 'rejected')).toBe(true)
  expect(answers.slice(6).every((answer) => answer.status === 'fulfilled')).toBe(true)
})

test('item 1: beyond 500 in line, people are asked to come back in a moment', async () => {
  const answers = await Promise.allSettled(Array.from({ length: 600 }, () => passwordMatches('no hash', 'secret')))
  const refused = answers.filter((answer) => answer.status === 'rejected' && answer.reason instanceof RetryLater)
  // The others are looked at: as many as there are cores, at most four.
  expect(refused).toHaveLength(100 - Math.min(4, availableParallelism()))
  expect(refused[0]).toMatchObject({ reason: { code: 'UNAVAILABLE', retryAfterSeconds: 5 } })
})
