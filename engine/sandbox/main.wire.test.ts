import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { istInstant } from '../../schema/time.ts'
import type { MarketClock } from '../../schema/market/MarketClock.ts'
import { marketTimeAt } from '../../schema/market/MarketClock.ts'
import { programOf } from '../testing/programOf.ts'

let home: string
const running: ChildProcess[] = []
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'sandbox-main-'))
})
afterEach(async () => {
  for (const child of running.splice(0))
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
  rmSync(home, { recursive: true, force: true })
})

/** Starts the sandbox as a process; `ready` is its first line, or null when it ends without one. */
async function start(environment: Record<string, string>) {
  const child = spawn(process.execPath, programOf('engine/sandbox/main.ts'), {
    env: { PATH: process.env['PATH'], SANDBOX_PORT: '0', SAKHA_HOME: home, SANDBOX_SPEED: '60', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.push(child)
  const seen = { out: '', talk: '' }
  child.stdout.setEncoding('utf8').on('data', (part: string) => (seen.out += part))
  child.stderr.setEncoding('utf8').on('data', (part: string) => (seen.talk += part))
  const ended = once(child, 'close')
  await Promise.race([once(child.stdout, 'data'), ended])
  const line = seen.out.split('\n')[0]
  const ready = line ? (JSON.parse(line) as { event: string; port: number; url: string; marketId: string; speed: number }) : null
  return { child, seen, ended, ready }
}

async function marketNow(url: string): Promise<number> {
  const { clock } = (await (await fetch(`${url}/sandbox/clock`)).json()) as { clock: MarketClock }
  return marketTimeAt(clock, Date.now())
}

describe('the sandbox process', () => {
  it('says on one line that it is ready, and ends cleanly when it is told to', async () => {
    const { child, seen, ended, ready } = await start({ SANDBOX_SEED: '3' })
    expect(ready).toMatchObject({ event: 'sandbox.ready', marketId: 'sandbox-seed-3', speed: 60, url: `http://127.0.0.1:${ready?.port}` })
    child.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
    expect(seen.out.trim().split('\n')).toHaveLength(1)
  })

  it('after a kill goes on, never behind what it had told', async () => {
    const first = await start({ SANDBOX_START: '2026-11-20T10:00' })
    await setTimeout(1_500)
    const told = await marketNow(first.ready!.url)
    first.child.kill('SIGKILL')
    await first.ended
    const second = await start({ SANDBOX_START: '2026-11-20T10:00' })
    const resumed = await marketNow(second.ready!.url)
    expect(told).toBeGreaterThan(istInstant('2026-11-20', 600))
    expect(resumed).toBeGreaterThanOrEqual(told)
    expect(resumed - told).toBeLessThan(6 * 60_000)
  })

  it('tells in one sentence that its port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const { ended, seen, ready } = await start({ SANDBOX_PORT: String(port) })
    expect(await ended).toEqual([1, null])
    expect(ready).toBeNull()
    expect(seen.talk.trim()).toBe(
      `Port ${port} is taken: stop what listens there, or set SANDBOX_PORT to another port (0 picks a free one).`,
    )
    other.close()
  })

  it('lists all mistakes in its settings at once', async () => {
    const { ended, seen } = await start({ SANDBOX_SPEED: 'fast', SANDBOX_SEED: 'x' })
    expect(await ended).toEqual([1, null])
    expect(seen.talk.trim().split('\n')).toEqual([
      'SANDBOX_SPEED: must be a number above 0, at most 3600',
      'SANDBOX_SEED: must be a whole number, -999999999999999 to 999999999999999, found "x"',
    ])
  })

  it('refuses a bad replay file by name, line and reason', async () => {
    const path = join(home, 'bad.csv')
    writeFileSync(path, 'nothing\n')
    const { ended, seen } = await start({ SAKHA_REPLAY: `NIFTY=${path}` })
    expect(await ended).toEqual([1, null])
    expect(seen.talk.trim()).toMatch(/bad\.csv: line 1: expected a column time in the header/)
  })
})
