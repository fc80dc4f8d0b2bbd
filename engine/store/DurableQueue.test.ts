import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { DurableQueue } from './DurableQueue.ts'

const log = pino({ level: 'silent' })

function queueOn(database: { up: boolean }): { queue: DurableQueue; recoveries: number[] } {
  const recoveries: number[] = []
  const ping = async () => {
    if (!database.up) throw new Error('connection refused')
  }
  return { queue: new DurableQueue({ ping, onRecovered: () => recoveries.push(1), log }), recoveries }
}

describe('the durable queue', () => {
  it('runs jobs one after another, in the order they came', async () => {
    const { queue } = queueOn({ up: true })
    const steps: string[] = []
    const job = (name: string, turns: number) => async () => {
      steps.push(`${name} begins`)
      for (let i = 0; i < turns; i++) await Promise.resolve()
      steps.push(`${name} ends`)
    }
    await Promise.all([queue.add('a', job('a', 20)), queue.add('b', job('b', 1))])
    expect(steps).toEqual(['a begins', 'a ends', 'b begins', 'b ends'])
    expect(queue.length).toBe(0)
  })

  it('keeps a job through an outage, runs it again, and tells of the recovery', async () => {
    const database = { up: false }
    const { queue, recoveries } = queueOn(database)
    let runs = 0
    const outcome = queue.add('write', async () => {
      if (++runs === 5) database.up = true
      else setTimeout(() => (database.up = true), 20)
      if (!database.up) throw new Error('connection lost')
    })
    expect(await outcome).toBe('done')
    expect(runs).toBeGreaterThan(1)
    expect(recoveries).toHaveLength(1)
  })

  it('abandons a job that fails three times with the database there, and goes on', async () => {
    const { queue } = queueOn({ up: true })
    let runs = 0
    const broken = queue.add('broken', async () => {
      runs++
      throw new Error('of a test')
    })
    const next = queue.add('next', async () => undefined)
    expect([await broken, await next]).toEqual(['abandoned', 'done'])
    expect(runs).toBe(3)
  })

  it('closes only when the jobs that jobs added are done', async () => {
    const { queue } = queueOn({ up: true })
    const done: string[] = []
    void queue.add('first', async () => {
      void queue.add('second', async () => void done.push('second'))
      done.push('first')
    })
    await queue.close()
    expect(done).toEqual(['first', 'second'])
  })

  it('does not wait for a lost database when it closes', async () => {
    const { queue } = queueOn({ up: false })
    const outcome = queue.add('write', async () => {
      throw new Error('connection lost')
    })
    await queue.close()
    expect(await outcome).toBe('abandoned')
  })
})
