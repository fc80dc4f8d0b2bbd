import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import readline from 'node:readline'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Supervised } from '../scripts/processes/Supervised.ts'

/** Long enough for a busy machine to give the main thread a turn. */
const STILL_MS = 1_500
const SOURCE = ['--import', '@oxc-node/core/register']

/** A program that is watched, and holds its event loop for so many milliseconds as soon as it is ready. */
const program = (heldMs: string) => `
  import { watchLoop } from ${JSON.stringify(path.resolve(import.meta.dirname, 'watchLoop.ts'))}
  watchLoop('program', console.error, ${STILL_MS})
  setTimeout(() => {}, 60_000)
  process.on('SIGTERM', () => process.exit(0))
  console.log(JSON.stringify({ event: 'program.ready', pid: process.pid }))
  setTimeout(() => { console.log('held'); for (const end = performance.now() + ${heldMs}; performance.now() < end; ); console.log('on') }, 100)
`

let folder: string
/** Programs by what they do. */
const file = (name: string) => path.join(folder, `${name}.mjs`)
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sakha-loop-'))
  await writeFile(file('stands still'), program('Infinity'))
  await writeFile(file('goes on'), program(String(STILL_MS / 5)))
  await writeFile(file('is held for long'), program(String(2 * STILL_MS)))
})
afterAll(() => rm(folder, { recursive: true }))

function run(name: string, ...flags: string[]) {
  const child = spawn(process.execPath, [...SOURCE, ...flags, file(name)], { stdio: ['ignore', 'pipe', 'pipe'] })
  let log = ''
  child.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()))
  const lines = readline.createInterface({ input: child.stdout })
  return { child, lines, log: () => log, ended: once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]> }
}

/** Resolves when the program has said a word. */
async function linesUntil(lines: AsyncIterable<string>, word: string): Promise<void> {
  for await (const line of lines) if (line === word) return
  throw new Error(`the program ended without "${word}"`)
}

describe('a process whose event loop stands still', () => {
  it('is ended, deaf to SIGTERM as it is, and its log says why', async () => {
    const { child, lines, ended, log } = run('stands still')
    await linesUntil(lines, 'held')
    child.kill('SIGTERM')
    expect(await ended).toEqual([null, 'SIGKILL'])
    const [line = ''] = log().split('\n')
    expect(JSON.parse(line)).toMatchObject({
      ...{ level: 60, name: 'program', pid: child.pid },
      msg: 'the event loop has stood still for 1.5 s: the process is ended, to be started again',
    })
  })

  it('is started again by what npm start starts processes with', async () => {
    const deaths: string[] = []
    const pids: unknown[] = []
    let again: () => void
    const started = new Promise<void>((resolve) => (again = resolve))
    const supervised = new Supervised({
      ...{ name: 'program', args: [...SOURCE, file('stands still')], env: {}, onLog: () => {} },
      onEvent: ({ pid }) => {
        if (pids.push(pid) === 2) again()
      },
      onDeath: (how) => deaths.push(how),
    })
    supervised.start()
    await started
    expect(deaths).toEqual(['SIGKILL'])
    expect(new Set(pids).size).toBe(2)
    // The second life stands still too: it does not hear that it is to stop, and is ended.
    await supervised.stop()
  })
})

describe('a process is left alone', () => {
  it('that is busy for a while', async () => {
    const { child, lines, ended } = run('goes on')
    await linesUntil(lines, 'on')
    child.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
  })

  it('that was stopped, or slept with its machine, for longer than it may stand still', async () => {
    const { child, lines, ended } = run('goes on')
    await linesUntil(lines, 'on')
    child.kill('SIGSTOP')
    await new Promise((resolve) => setTimeout(resolve, 2 * STILL_MS))
    child.kill('SIGCONT')
    child.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
  })

  it('that a debugger may hold', async () => {
    const { child, lines, ended } = run('is held for long', '--inspect=127.0.0.1:0')
    await linesUntil(lines, 'on')
    child.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
  })
})
