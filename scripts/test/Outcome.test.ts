import { expect, it } from 'vitest'
import { countsOf, failedFiles, outcomeOf, together } from './Outcome.ts'

const file = (name: string, ...statuses: readonly string[]) => ({
  name,
  status: statuses.includes('failed') || statuses.includes('broken') ? 'failed' : 'passed',
  assertionResults: statuses.filter((status) => status !== 'broken').map((status) => ({ status })),
})
const run = (code: number, ...testResults: ReturnType<typeof file>[]) => outcomeOf({ testResults }, code)

it('tests are counted, and a file that could not be set up is one failure', () => {
  const outcome = run(1, file('a', 'passed', 'failed', 'skipped'), file('b', 'broken'), file('c', 'broken', 'skipped'), file('d', 'passed'))
  expect(countsOf(outcome)).toEqual({ passed: 2, failed: 3, skipped: 2 })
  expect(failedFiles(outcome)).toEqual(['a', 'b', 'c'])
})

it('a run that ended badly although its tests passed has failed', () => {
  expect(countsOf(run(1, file('a', 'passed')))).toEqual({ passed: 1, failed: 1, skipped: 0 })
})

it('of files that were run once more, the second run counts', () => {
  const first = run(1, file('a', 'passed', 'failed'), file('b', 'passed', 'failed'), file('c', 'passed'))
  const second = run(1, file('a', 'passed', 'passed'), file('b', 'passed', 'failed'))
  expect(countsOf(together([first, second]))).toEqual({ passed: 4, failed: 1, skipped: 0 })
})

it('runs of different files count together, and so do their bad ends', () => {
  const [tests, walks] = [run(0, file('a', 'passed', 'skipped')), run(1, file('b', 'passed'))]
  expect(countsOf(together([tests, walks]))).toEqual({ passed: 2, failed: 1, skipped: 1 })
})
