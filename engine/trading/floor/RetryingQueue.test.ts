import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { LeasesLapsed } from '../../runtime/LeasesLapsed.ts'
import { Lanes } from './Lanes.ts'
import { RetryingQueue } from './RetryingQueue.ts'

const log = pino({ level: 'silent' })

function queueOn(database: { up: boolean }, reconcile = async (): Promise<void> => undefined): RetryingQueue {
  const ping = async () => {
    if (!database.up) throw new Error('connection refused')
  }
  return new RetryingQueue({ ping, reconcile, log })
}

describe('the durable queue', () => {
  it('runs jobs one after another, in the order they came', async () => {
    const queue = queueOn({ up: true })
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

  it('keeps a job through an outage, runs it again, and reconciles before the next', async () => {
    const database = { up: false }
    const steps: string[] = []
    const queue = queueOn(database, async () => void steps.push('reconciled'))
    let runs = 0
    const outcome = queue.add('write', async () => {
      if (++runs === 5) database.up = true
      else setTimeout(() => (database.up = true), 20)
      if (!database.up) throw new Error('connection lost')
    })
    const next = queue.add('next', async () => void steps.push('next'))
    expect([await outcome, await next]).toEqual(['done', 'done'])
    expect(runs).toBeGreaterThan(1)
    expect(steps).toEqual(['reconciled', 'next'])
  })

  it('runs a job again as soon as the database is back, without another pause', async () => {
    const steps: string[] = []
    let answers = 0
    const ping = async () => {
      steps.push('ping')
      if (++answers === 1) throw new Error('connection refused')
    }
    const queue = new RetryingQueue({ ping, reconcile: async () => undefined, log, pause: async () => void steps.push('pause') })
    let runs = 0
    await queue.add('write', async () => {
      steps.push('run')
      if (++runs === 1) throw new Error('connection lost')
    })
    expect(steps).toEqual(['run', 'ping', 'pause', 'ping', 'run'])
  })

  it('keeps a job while the leases of its node lapse, however often they do', async () => {
    let runs = 0
    const outcome = await queueOn({ up: true }).add('write', async () => {
      if (++runs < 10) throw new LeasesLapsed(true)
    })
    expect([outcome, runs]).toEqual(['done', 10])
  })

  it('waits for the first leases of its node without a word, and tells of leases that were lost', async () => {
    for (const everHeld of [false, true]) {
      const said: string[] = []
      const told = pino({ level: 'info' }, { write: (line: string) => void said.push((JSON.parse(line) as { msg: string }).msg) })
      let pings = 0
      const lapsed = async () => {
        if (++pings < 4) throw new LeasesLapsed(everHeld)
      }
      const queue = new RetryingQueue({ ping: lapsed, reconcile: async () => undefined, log: told, pause: async () => undefined })
      let runs = 0
      const outcome = await queue.add('write', async () => {
        if (++runs === 1) throw new LeasesLapsed(everHeld)
      })
      expect(outcome).toBe('done')
      const both = ['nothing can be stored at the moment: work waits', 'what was to be stored can be stored again']
      expect(said).toEqual(everHeld ? both : [])
    }
  })

  it('reconciles after a job that failed with the database there, and only after such a job', async () => {
    let reconciled = 0
    const queue = queueOn({ up: true }, async () => void reconciled++)
    await queue.add('sound', async () => undefined)
    expect(reconciled).toBe(0)
    let runs = 0
    await queue.add('stumbling', async () => {
      if (++runs === 1) throw new Error('connection terminated')
    })
    expect(reconciled).toBe(1)
  })

  it('gives up reconciling that fails, and goes on', async () => {
    let attempts = 0
    const queue = queueOn({ up: true }, () => Promise.reject(new Error(`of a test, ${++attempts}`)))
    await queue.add('broken', () => Promise.reject(new Error('of a test')))
    expect(await queue.add('next', async () => undefined)).toBe('done')
    expect(attempts).toBe(3)
  })

  it('abandons a job that fails three times with the database there, and goes on', async () => {
    const queue = queueOn({ up: true })
    let runs = 0
    const broken = queue.add('broken', async () => {
      runs++
      throw new Error('of a test')
    })
    const next = queue.add('next', async () => undefined)
    expect([await broken, await next]).toEqual(['abandoned', 'done'])
    expect(runs).toBe(3)
  })

  it('keeps a job that fails for a tenth of a second with the database there', async () => {
    const queue = queueOn({ up: true })
    const from = performance.now()
    const outcome = queue.add('write', async () => {
      if (performance.now() - from < 100) throw new Error('lock not available')
    })
    expect(await outcome).toBe('done')
  })

  it('closes only when the jobs that jobs added are done', async () => {
    const queue = queueOn({ up: true })
    const done: string[] = []
    void queue.add('first', async () => {
      void queue.add('second', async () => void done.push('second'))
      done.push('first')
    })
    await queue.close()
    expect(done).toEqual(['first', 'second'])
  })

  it('says of a job that ends with it that it ended, and that one was abandoned only where a job fails by itself', async () => {
    const said: string[] = []
    const told = pino({ level: 'info' }, { write: (line: string) => void said.push((JSON.parse(line) as { msg: string }).msg) })
    const queueThatTells = () => new RetryingQueue({ ping: async () => undefined, reconcile: async () => undefined, log: told })
    const fail = async () => {
      throw new Error('of a test')
    }
    await queueThatTells().add('broken', fail)
    expect(said).toContain('job abandoned')
    said.length = 0
    const closing = queueThatTells()
    const ended = closing.add('cut off', fail)
    await closing.close()
    expect([await ended, said]).toEqual(['abandoned', ['job ended with the engine: the next start reads the books']])
  })

  it('does not wait for a lost database when it closes', async () => {
    const queue = queueOn({ up: false })
    const outcome = queue.add('write', async () => {
      throw new Error('connection lost')
    })
    await queue.close()
    expect(await outcome).toBe('abandoned')
  })

  it('that closed without its database comes to an end, also with work that comes later', async () => {
    let attempts = 0
    const fail = async () => {
      attempts++
      throw new Error('connection refused')
    }
    const lanes = new Lanes({ ping: fail, log })
    // As the desk does: it takes its turn in the exit lane, and fails when that is abandoned.
    lanes.reconcileBy(async () => {
      if ((await lanes.exits.add('reconcile', fail)) === 'abandoned') throw new Error('not reconciled')
    })
    await lanes.close()
    expect([await lanes.exits.add('late', fail), await lanes.queue.add('late', fail)]).toEqual(['abandoned', 'abandoned'])
    const before = attempts
    await new Promise((resolve) => setImmediate(resolve))
    expect([attempts, lanes.length]).toEqual([before, 0])
  })
})

describe('lanes that close beside a database that is too late', () => {
  it('leave the running job, start no other, and say so once', async () => {
    const lines: string[] = []
    const told = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
    let fail: (error: Error) => void = () => undefined
    let reconciled = 0
    const lanes = new Lanes({ ping: async () => undefined, log: told })
    lanes.reconcileBy(async () => void reconciled++)
    const late = lanes.queue.add('late', () => new Promise((_resolve, reject) => (fail = reject)))
    let isStarted = false
    const next = lanes.queue.add('next', async () => void (isStarted = true))
    await lanes.close(1)
    fail(new Error('Cannot use a pool after calling end'))
    expect([await late, await next, isStarted, reconciled]).toEqual(['abandoned', 'abandoned', false, 0])
    expect(lines.map((line) => (JSON.parse(line) as { jobs: number }).jobs)).toEqual([2])
  })
})

describe('a database without room', () => {
  it('loses no job, however often it refuses, and the next waits behind it', async () => {
    const queue = queueOn({ up: true })
    const steps: string[] = []
    const outcome = queue.add('write', async () => {
      steps.push('write')
      if (steps.length < 6) throw Object.assign(new Error('could not extend file'), { code: '53100' })
    })
    const next = queue.add('next', async () => void steps.push('next'))
    expect([await outcome, await next]).toEqual(['done', 'done'])
    expect(steps).toEqual([...Array.from({ length: 6 }, () => 'write'), 'next'])
  })
})
