import { spawn, spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import readline from 'node:readline'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ServiceManager } from './ServiceManager.ts'

const has = (tool: string, flag: string) => spawnSync(tool, [flag]).status === 0
/** Python stands for systemd's end of the socket, which Node.js cannot open. */
const canRun = has('systemd-notify', '--version') && has('python3', '--version')
if (!canRun) process.stderr.write('ServiceManager is not tested against a socket: systemd-notify and python3 are needed for it.\n')

const LISTEN = `
import socket, sys
s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
s.bind(sys.argv[1])
print('listening', flush=True)
while True:
    data, ancillary, _, _ = s.recvmsg(4096, 4096)
    for _, _, fds in ancillary:
        import array, os
        a = array.array('i'); a.frombytes(fds[:len(fds) - len(fds) % a.itemsize])
        for fd in a: os.close(fd)
    print(data.decode().replace(chr(10), ' ').strip(), flush=True)
`

describe.runIf(canRun)('what systemd hears of a process', () => {
  let folder: string
  let socket: string
  let said: string[]
  let end: () => void
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'sakha-notify-'))
    socket = path.join(folder, 'notify')
    said = []
    const listener = spawn('python3', ['-c', LISTEN, socket], { stdio: ['ignore', 'pipe', 'inherit'] })
    readline.createInterface({ input: listener.stdout }).on('line', (line) => said.push(line))
    end = () => listener.kill()
    await expect.poll(() => said).toContain('listening')
  })
  afterEach(async () => {
    end()
    await rm(folder, { recursive: true })
  })

  it('is that it is ready, that it lives for as long as its event loop turns, and that it stops', async () => {
    const failures: Error[] = []
    const manager = new ServiceManager({ ...process.env, NOTIFY_SOCKET: socket, WATCHDOG_USEC: '300000' }, (error) => failures.push(error))
    manager.ready()
    await expect.poll(() => said.some((line) => line.includes('READY=1'))).toBe(true)
    await expect.poll(() => said.filter((line) => line.includes('WATCHDOG=1')).length).toBeGreaterThan(2)
    manager.stopping()
    await expect.poll(() => said.some((line) => line.includes('STOPPING=1'))).toBe(true)
    expect(failures).toEqual([])
  })

  it('is nothing of a watchdog that watches another process, or none', async () => {
    for (const watchdog of [{}, { WATCHDOG_USEC: '1000', WATCHDOG_PID: '1' }]) {
      const manager = new ServiceManager({ ...process.env, NOTIFY_SOCKET: socket, ...watchdog }, () => undefined)
      manager.ready()
      manager.stopping()
    }
    await expect.poll(() => said.filter((line) => line.includes('STOPPING=1')).length).toBe(2)
    expect(said.some((line) => line.includes('WATCHDOG'))).toBe(false)
  })

  it('that cannot be told is a warning, and no failure', async () => {
    const failures: Error[] = []
    new ServiceManager({ ...process.env, NOTIFY_SOCKET: path.join(folder, 'none') }, (error) => failures.push(error)).ready()
    await expect.poll(() => failures.length).toBe(1)
  })
})

it('a process that systemd did not start tells nobody', () => {
  const manager = new ServiceManager({ PATH: '/nowhere' }, (error) => expect.fail(error.message))
  manager.ready()
  manager.stopping()
})
