import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import readline from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Supervised } from './Supervised.ts'

let folder: string
let program: string
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'sakha-supervised-'))
  program = path.join(folder, 'program.mjs')
  writeFileSync(program, `console.log(JSON.stringify({ event: 'program.ready', pid: process.pid })); setInterval(() => {}, 1000)`)
})
afterAll(() => rmSync(folder, { recursive: true }))

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

test('a process that is killed says how it ended and runs again', async () => {
  const ready: ((pid: number) => void)[] = []
  const nextReady = () => new Promise<number>((resolve) => ready.push(resolve))
  const deaths: string[] = []
  const supervised = new Supervised({
    name: 'program',
    args: [program],
    env: {},
    onLog: () => {},
    onEvent: (event) => ready.shift()?.(Number(event['pid'])),
    onDeath: (how) => deaths.push(how),
  })
  const first = nextReady()
  supervised.start()
  const firstPid = await first
  const second = nextReady()
  process.kill(firstPid, 'SIGKILL')
  const secondPid = await second
  expect(secondPid).not.toBe(firstPid)
  expect(deaths).toEqual(['SIGKILL'])
  await supervised.stop()
  expect(isAlive(secondPid)).toBe(false)
})

test('what a launcher started ends when the launcher is killed', async () => {
  const source = `
    import { Supervised } from './scripts/processes/Supervised.ts'
    new Supervised({ name: 'program', args: [${JSON.stringify(program)}], env: {}, onLog() {}, onDeath() {}, onEvent: (event) => console.log(event.pid) }).start()`
  const launcher = spawn(process.execPath, ['--import', '@oxc-node/core/register', '--input-type=module', '-e', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(readline.createInterface({ input: launcher.stdout }), 'line')) as [string]
  const pid = Number(line)
  expect(isAlive(pid)).toBe(true)
  launcher.kill('SIGKILL')
  // Another process's end can only be polled for.
  const deadline = Date.now() + 10_000
  while (isAlive(pid) && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 20))
  expect(isAlive(pid)).toBe(false)
})
