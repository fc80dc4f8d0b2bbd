import { pino } from 'pino'
import { expect, it } from 'vitest'
import { BatchJobs } from './BatchJobs.ts'
import { RetryingQueue } from './RetryingQueue.ts'

/** Jobs in batches of two on a queue; `store` and `takeUp` may fail. Notes what happens. */
function batchJobs({ store = async () => undefined, takeUp = async () => undefined }: Partial<Record<'store' | 'takeUp', Work>> = {}) {
  const steps: string[] = []
  const reconcile = async () => void steps.push('reconcile')
  const queue = new RetryingQueue({ ping: async () => undefined, reconcile, log: pino({ level: 'silent' }), pause: async () => undefined })
  const noted = async (what: string, batch: string, work: Work) => {
    steps.push(`${what} ${batch}`)
    await turn()
    await work(batch)
    steps.push(`${what} ${batch} ends`)
    return batch
  }
  const jobs = new BatchJobs<string, string>({
    ...{ queue, name: 'of a test', take: (waiting) => waiting.splice(0, 2) },
    store: (batch) => noted('store', batch.join(''), store),
    takeUp: async (batch) => void (await noted('take up', batch, takeUp)),
    onAbandoned: (batch) => steps.push(`abandon ${batch.join('')}`),
  })
  return { queue, jobs, steps }
}

type Work = (batch: string) => Promise<void>

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Fails for a batch, so many times. */
function failing(batch: string, times: number): Work {
  let left = times
  return async (given) => {
    if (given === batch && left-- > 0) throw new Error('of a test')
  }
}

async function finish(queue: RetryingQueue) {
  while (queue.length > 0) await turn()
}

it('memory takes up a batch while the database stores the next one', async () => {
  const { queue, jobs, steps } = batchJobs()
  jobs.add(['a', 'b', 'c', 'd'])
  await finish(queue)
  expect(steps).toEqual([
    ...['store ab', 'store ab ends', 'store cd', 'take up ab', 'store cd ends', 'take up ab ends', 'take up cd', 'take up cd ends'],
  ])
})

it('a job ends after its batch when another waits, with that batch taken up, and the rest comes behind it', async () => {
  const { queue, jobs, steps } = batchJobs()
  jobs.add(['a', 'b', 'c'])
  void queue.add('another', async () => void steps.push('another'))
  await finish(queue)
  expect(steps).toEqual([
    ...['store ab', 'store ab ends', 'take up ab', 'take up ab ends', 'another'],
    ...['store c', 'store c ends', 'take up c', 'take up c ends'],
  ])
})

it('what arrived before another job was added is stored before that runs', async () => {
  const { queue, jobs, steps } = batchJobs()
  jobs.add(['a', 'b'])
  await turn()
  jobs.add(['c'])
  void queue.add('another', async () => void steps.push('another'))
  await finish(queue)
  expect(steps.slice(-2)).toEqual(['take up c ends', 'another'])
})

it('what arrives while a batch is stored is in the next one', async () => {
  const { queue, jobs, steps } = batchJobs()
  jobs.add(['a'])
  await turn()
  jobs.add(['b'])
  jobs.add(['c'])
  await finish(queue)
  expect(steps.filter((step) => step.startsWith('store') && step.endsWith('ends'))).toEqual(['store a ends', 'store bc ends'])
})

it('a batch that could not be stored is stored again, the one before is taken up once, and memory is reconciled before the next', async () => {
  const { queue, jobs, steps } = batchJobs({ store: failing('cd', 1) })
  jobs.add(['a', 'b', 'c', 'd', 'e'])
  await finish(queue)
  expect(steps).toEqual([
    ...['store ab', 'store ab ends', 'store cd', 'take up ab', 'take up ab ends'],
    ...['store cd', 'store cd ends', 'take up cd', 'take up cd ends', 'reconcile'],
    ...['store e', 'store e ends', 'take up e', 'take up e ends'],
  ])
})

it('a batch that could not be taken up is not stored again where it was the last, and memory is reconciled', async () => {
  const { queue, jobs, steps } = batchJobs({ takeUp: failing('ab', 1) })
  jobs.add(['a', 'b'])
  await finish(queue)
  expect(steps).toEqual(['store ab', 'store ab ends', 'take up ab', 'reconcile'])
})

it('a batch that could not be taken up ends the job once the next one is stored, and memory is reconciled', async () => {
  const { queue, jobs, steps } = batchJobs({ takeUp: failing('ab', 1) })
  jobs.add(['a', 'b', 'c'])
  await finish(queue)
  expect(steps.slice(0, 5)).toEqual(['store ab', 'store ab ends', 'store c', 'take up ab', 'store c ends'])
  expect(steps.slice(5)).toEqual(['store c', 'store c ends', 'take up c', 'take up c ends', 'reconcile'])
})

it('a batch that keeps failing is given back, and those behind it are worked on', async () => {
  const { queue, jobs, steps } = batchJobs({ store: failing('ab', 3) })
  jobs.add(['a', 'b', 'c'])
  await finish(queue)
  expect(steps).toEqual([
    ...['store ab', 'store ab', 'store ab', 'reconcile', 'abandon ab'],
    ...['store c', 'store c ends', 'take up c', 'take up c ends'],
  ])
})

it('nothing more is taken once the queue starts no jobs any more', async () => {
  const { queue, jobs, steps } = batchJobs()
  queue.leave()
  jobs.add(['a'])
  await finish(queue)
  expect(steps).toEqual([])
  expect(jobs.waiting).toEqual(['a'])
})
