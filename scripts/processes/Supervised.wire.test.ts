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

test('a process that is killed says how it ended and runs again, at once however often it was killed when it was ready', async () => {
  const ready: ((pid: number) => void)[] = []
  const nextReady = () => new Promise<number>((resolve) => ready.push(resolve))
  const deaths: [string, number][] = []
  const supervised = new Supervised({
    name: 'program',
    args: [program],
    env: {},
    onLog: () => {},
    onEvent: (event) => ready.shift()?.(Number(event['pid'])),
    onDeath: (how, delayMs) => deaths.push([how, delayMs]),
  })
  const first = nextReady()
  supervised.start()
  const pids = [await first]
  for (let kill = 0; kill < 3; kill++) {
    const next = nextReady()
    process.kill(pids.at(-1)!, 'SIGKILL')
    pids.push(await next)
  }
  expect(new Set(pids).size).toBe(4)
  expect(deaths).toEqual(Array.from({ length: 3 }, () => ['SIGKILL', 100]))
  await supervised.stop()
  expect(pids.some(isAlive)).toBe(false)
})

test('a process that dies before it is ready is waited for longer each time', async () => {
  const delays: number[] = []
  const thirdDeath = new Promise<void>((resolve) => {
    const supervised = new Supervised({
      name: 'program',
      args: ['--eval', `console.log('{"event":"other.ready"}'); process.exit(3)`],
      env: {},
      onLog: () => {},
      onEvent: () => {},
      onDeath: (how, delayMs) => {
        expect(how).toBe('exit code 3')
        if (delays.push(delayMs) === 3) resolve(supervised.stop())
      },
    })
    supervised.start()
  })
  await thirdDeath
  expect(delays).toEqual([200, 400, 800])
})

test('what a launcher started ends when the launcher is killed', async () => {
  const source = `
    import { Supervised } from './scripts/processes/Supervised.ts'
    new Supervised({ name: 'program', args: [${JSON.stringify(program)}], env: {}, onLog() {}, onDeath() {}, onEvent: (event) => console.log(event.pid) }).start()`
  const launcher = spawn(process.execPath, ['--import', '#typescript', '--input-type=module', '-e', source], {
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
