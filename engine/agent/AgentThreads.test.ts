import { pino } from 'pino'
import { afterAll, expect, it } from 'vitest'
import { drawnSessions } from '../analysis/agent/testing/drawnSessions.ts'
import { AgentThreads } from './AgentThreads.ts'

const threads = new AgentThreads(pino({ level: 'silent' }))
afterAll(() => threads.close())

const TASK = { known: null, sessions: drawnSessions('threads', 2) }

it('does urgent tasks before all that wait', async () => {
  await threads.run('index', TASK)
  const done: string[] = []
  const scan = Array.from({ length: 20 }, (_, place) => threads.run('index', TASK).then(() => done.push(`scan ${place}`)))
  const asked = ['first', 'second'].map((name) => threads.runFirst('index', TASK).then(() => done.push(name)))
  await Promise.all([...scan, ...asked])
  // The thread was already running one of the scan.
  expect(done.slice(0, 3)).toEqual(['scan 0', 'first', 'second'])
  expect(done).toHaveLength(22)
})
