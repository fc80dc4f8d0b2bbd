import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod'

const MAIN = path.join(import.meta.dirname, '../../../gateway/main.js')

interface Gateway {
  readonly url: string
  readonly pid: number | undefined
  /** Its folder, where its signing keys are. */
  readonly home: string
}

/** Runs `measure` beside a gateway as it is run, in a process of its own that believes one proxy, and takes it away after it. */
export async function withGateway<T>(databaseUrl: string, measure: (gateway: Gateway) => Promise<T>): Promise<T> {
  const home = await mkdtemp(path.join(tmpdir(), 'sakha-bench-gateway-'))
  const env = { ...process.env, NODE_ENV: 'production', PORT: '0', TRUSTED_PROXIES: '1', DATABASE_URL: databaseUrl, SAKHA_HOME: home }
  const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'ignore'] })
  try {
    // The line of its readiness; null when it ends before.
    const [line] = (await Promise.race([
      once(createInterface({ input: child.stdout }), 'line'),
      once(child, 'exit').then(() => [null]),
    ])) as [string | null]
    if (line === null) throw new Error('the gateway could not start')
    const { url } = z.object({ url: z.url() }).parse(JSON.parse(line))
    return await measure({ url, pid: child.pid, home })
  } finally {
    if (child.exitCode === null) {
      child.kill()
      await once(child, 'exit')
    }
    await rm(home, { recursive: true })
  }
}
