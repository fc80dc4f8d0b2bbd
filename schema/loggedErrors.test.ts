import { Writable } from 'node:stream'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { countAndLog, loggedErrors } from './loggedErrors.ts'

it('counts errors and what is worse, of children too, and every line is logged', () => {
  const lines: string[] = []
  const sink = new Writable({ write: (line: Buffer, _encoding, done) => (lines.push(line.toString()), done()) })
  const log = pino({ hooks: { logMethod: countAndLog } }, sink)
  const before = loggedErrors()
  log.warn('a warning')
  log.error({ err: new Error('x') }, 'an error')
  log.child({ part: 'child' }).fatal('the end')
  expect(loggedErrors() - before).toBe(2)
  expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual(['a warning', 'an error', 'the end'])
})
