import { availableParallelism } from 'node:os'
import argon2 from '@node-rs/argon2'
import { RetryLater } from '../../schema/errors.ts'

/** OWASP's second argon2id setting: 19 MiB, two passes, one lane. The library's default is argon2id. */
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
/** A storm of sign-ins waits in line instead of eating memory: more at once than there are cores are no faster, nor more than libuv's four threads. */
const MAX_PARALLEL = Math.min(4, availableParallelism())
/** A longer line would be answered too late to be of use. */
const MAX_WAITING = 500
const RETRY_SECONDS = 5

let running = 0
const waiting: (() => void)[] = []

/** Rejects with UNAVAILABLE when too many wait already. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => argon2.hash(password, ARGON2))
}

/** Rejects with UNAVAILABLE when too many wait already. */
export function passwordMatches(storedHash: string, password: string): Promise<boolean> {
  return inTurn(() => argon2.verify(storedHash, password))
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= MAX_PARALLEL) {
    if (waiting.length >= MAX_WAITING)
      throw new RetryLater(
        'UNAVAILABLE',
        `Too many people are signing in at once. Please try again in ${RETRY_SECONDS} seconds.`,
        RETRY_SECONDS,
      )
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else running++
  try {
    return await work()
  } finally {
    // The place goes to the next in line, or is free again.
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}
