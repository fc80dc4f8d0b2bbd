import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PostgresBus } from '../../prisma/bus/PostgresBus.ts'
import { removeCluster } from '../postgres/LocalPostgres.ts'
import { freePort, isPortFree } from '../processes/freePort.ts'
import { runningDatabaseUrl } from './runningDatabaseUrl.ts'

let home: string
beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), 'sakha-launch-'))
})
afterEach(async () => {
  await removeCluster(path.join(home, 'postgres'))
  rmSync(home, { recursive: true })
})

// A terminal sends Ctrl-C to every process of the foreground group, and some people press it twice.
test('Ctrl-C while prices flow ends everything in order, pressed again and again: no process complains, and no server is left', async () => {
  const ports = { PORT: await freePort(), ENGINE_PORT: await freePort(), SANDBOX_PORT: await freePort(), DATABASE_PORT: await freePort() }
  const settings = Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, String(port)]))
  const env = { PATH: process.env['PATH'], ...settings, SAKHA_HOME: home }
  const source = `
    import { Launcher, runLauncher } from './scripts/launch/Launcher.ts'
    import { readSettings } from './scripts/launch/settings.ts'
    const part = (file) => ['--import', '#typescript', file]
    const parts = { sandbox: part('engine/sandbox/main.ts'), engine: part('engine/main.ts'), gateway: part('gateway/main.ts') }
    const launcher = new Launcher(readSettings(process.env), { prepare: null, ...parts, web: null, reset: false, verbose: false, pastSessions: 20 })
    await runLauncher(launcher, () => process.stdout.write('Ready.\\n'))`
  const launcher = spawn(process.execPath, ['--import', '#typescript', '--input-type=module', '-e', source], {
    // A group of its own, as a shell gives it.
    ...{ env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] },
  })
  let output = ''
  const exited = once(launcher, 'exit')
  const ready = new Promise<void>((resolve, reject) => {
    for (const stream of [launcher.stdout, launcher.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString()
        if (output.includes('Ready.')) resolve()
      })
    void exited.then(() => reject(new Error(output)))
  })
  await ready
  let heard = 0
  let onFlow: () => void
  const flowing = new Promise<void>((resolve) => (onFlow = resolve))
  const bus = new PostgresBus(runningDatabaseUrl({ ...settings, SAKHA_HOME: home }) ?? '')
  const moves = await bus.listenPrices(() => ++heard === 3 && onFlow())
  await flowing
  await moves.close()
  const atReady = output.length
  const press = () => process.kill(-(launcher.pid ?? 0), 'SIGINT')
  press()
  await vi.waitUntil(() => output.includes('Stopping'), { timeout: 60_000, interval: 10 })
  press()
  press()
  expect(await exited).toEqual([0, null])
  expect(output.slice(atReady)).toBe('\nStopping … stopped.\n')
  for (const port of Object.values(ports)) expect(await isPortFree(port)).toBe(true)
}, 240_000)
