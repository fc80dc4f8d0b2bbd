import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import type { OrderUpdate } from '../../broker/port.ts'
import { NOW } from '../testing/TestDesks.ts'
import { RetryingQueue } from './RetryingQueue.ts'
import { UpdateIntake } from './UpdateIntake.ts'

const accepted = (clientOrderId: string): OrderUpdate => ({ type: 'accepted', clientOrderId, at: NOW })
const cancelled = (clientOrderId: string): OrderUpdate => ({ type: 'cancelled', clientOrderId, at: NOW, reason: null })
const nameOf = ({ type, clientOrderId }: OrderUpdate) => `${clientOrderId} ${type}`

/** An intake whose books have no place for the orders in `left`. */
function openIntake() {
  const queue = new RetryingQueue({
    ping: async () => undefined,
    reconcile: async () => undefined,
    log: pino({ level: 'silent' }),
    pause: async () => undefined,
  })
  const [left, damaged] = [new Set<string>(), new Set<string>()]
  const booked: string[] = []
  const intake = new UpdateIntake<readonly OrderUpdate[]>({
    queue,
    store: async (updates) => {
      if (updates.some(({ clientOrderId }) => damaged.has(clientOrderId))) throw new Error('of a test')
      booked.push(...updates.filter(({ clientOrderId }) => !left.has(clientOrderId)).map(nameOf))
      return updates.filter(({ clientOrderId }) => left.has(clientOrderId))
    },
    leftOf: (those) => those,
    takeUp: async () => undefined,
  })
  const idle = async () => {
    while (queue.length > 0) await new Promise((resolve) => setImmediate(resolve))
  }
  return { ...{ intake, left, damaged, booked, idle } }
}

describe('what is left of a booking', () => {
  it('stays until it is booked, with what comes later of its order behind it, and holds no other order up', async () => {
    const { intake, left, booked, idle } = openIntake()
    left.add('a')
    intake.receive(accepted('a'))
    await idle()
    intake.receive(cancelled('a'))
    intake.receive(accepted('b'))
    await idle()
    intake.bookAgain()
    await idle()
    expect([booked, intake.isWaiting('a'), intake.isWaiting('b')]).toEqual([['b accepted'], true, false])
    let isBooked = false
    const waiting = intake.booked(['a']).then(() => (isBooked = true))
    await idle()
    expect(isBooked).toBe(false)
    left.clear()
    intake.bookAgain()
    await waiting
    expect(booked).toEqual(['b accepted', 'a accepted', 'a cancelled'])
  })

  it('comes before what arrived while it was taken up again', async () => {
    const { intake, left, booked, idle } = openIntake()
    left.add('a')
    intake.receive(accepted('a'))
    await idle()
    left.clear()
    intake.receive(cancelled('a'))
    intake.bookAgain()
    await idle()
    intake.bookAgain()
    await idle()
    expect(booked).toEqual(['a accepted', 'a cancelled'])
  })

  it('is not lost when a later booking of it fails', async () => {
    const { intake, left, damaged, booked, idle } = openIntake()
    left.add('a')
    intake.receive(accepted('a'))
    await idle()
    damaged.add('a')
    left.clear()
    intake.bookAgain()
    await idle()
    expect(intake.isWaiting('a')).toBe(true)
    damaged.clear()
    intake.bookAgain()
    await idle()
    expect([booked, intake.isWaiting('a')]).toEqual([['a accepted'], false])
  })
})
