import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { StopFile, type StopAll } from './StopFile.ts'
import { StopWatch } from './StopWatch.ts'

const ORDER = { squareOff: true, reason: 'of a test' }

let home: string
beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), 'stop-'))
})
afterEach(() => rmSync(home, { recursive: true }))

function open() {
  const file = new StopFile(home)
  const [obeyed, stored]: [StopAll[], StopAll[]] = [[], []]
  let isAway = false
  const store = async (order: StopAll) => {
    if (isAway) throw new Error('no database')
    stored.push(order)
  }
  const watch = new StopWatch({ file, obey: (order) => obeyed.push(order), store, log: pino({ level: 'silent' }) })
  const look = async () => {
    watch.onTime()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { file, obeyed, stored, look, leave: (away: boolean) => (isAway = away) }
}

it('a stop in the data folder is obeyed once and at once, and becomes a kill switch when the database is back', async () => {
  const { file, obeyed, stored, look, leave } = open()
  await look()
  leave(true)
  file.write(ORDER)
  await look()
  await look()
  expect([obeyed, stored, file.read()]).toEqual([[ORDER], [], ORDER])
  leave(false)
  await look()
  expect([obeyed, stored, file.read()]).toEqual([[ORDER], [ORDER], null])
  await look()
  file.write(ORDER)
  await look()
  expect([obeyed.length, stored.length]).toEqual([2, 2])
})

it('a file that cannot be read stops entries', async () => {
  const { obeyed, look } = open()
  writeFileSync(path.join(home, 'stop.json'), 'not JSON')
  await look()
  expect(obeyed).toMatchObject([{ squareOff: false, reason: expect.stringContaining('stop.json') }])
})
