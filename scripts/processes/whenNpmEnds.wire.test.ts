import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import readline from 'node:readline'
import { afterEach, beforeEach, expect, test } from 'vitest'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'sakha-npm-'))
  const watched = path.resolve(import.meta.dirname, 'whenNpmEnds.ts')
  writeFileSync(
    path.join(folder, 'program.mjs'),
    `const { whenNpmEnds } = await import(${JSON.stringify(watched)})
    const waiting = setInterval(() => undefined, 1_000)
    process.on('SIGTERM', () => undefined)
    whenNpmEnds(() => { clearInterval(waiting); console.log('npm is gone') })
    console.log(process.pid)`,
  )
  const register = path.resolve(import.meta.dirname, '../registerTypeScript.mjs')
  const start = `node --import "${register}" program.mjs`
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ private: true, scripts: { start } }))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** The lines that the program prints, and the process that was started for it. */
function run(command: string, args: readonly string[]): { child: ChildProcess; lines: AsyncIterator<string, undefined> } {
  const child = spawn(command, args, { cwd: folder, stdio: ['pipe', 'pipe', 'inherit'] })
  return { child, lines: readline.createInterface({ input: child.stdout })[Symbol.asyncIterator]() as AsyncIterator<string, undefined> }
}

async function pidFrom(lines: AsyncIterator<string, undefined>): Promise<number> {
  for (;;) {
    const { value } = await lines.next()
    if (value === undefined || /^\d+$/.test(value)) return Number(value)
  }
}

test.each(['SIGTERM', 'SIGKILL'] as const)('what npm start began hears of it when npm is ended by %s', async (signal) => {
  const { child, lines } = run('npm', ['start', '--silent'])
  await pidFrom(lines)
  child.kill(signal)
  expect(await lines.next()).toEqual({ done: false, value: 'npm is gone' })
})

test('a shell that ends above npm, as one does after nohup npm start &, ends nothing', async () => {
  const { child, lines } = run('sh', ['-c', 'npm start --silent & read -r _'])
  const exited = once(child, 'exit')
  const pid = await pidFrom(lines)
  child.stdin?.end()
  await exited
  const told = lines.next()
  const waited = new Promise((resolve) => setTimeout(resolve, 2_000, 'nothing'))
  expect(await Promise.race([told, waited])).toBe('nothing')
  process.kill(pid, 'SIGKILL')
})
