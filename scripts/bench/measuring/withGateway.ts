import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import { withProgram } from './withProgram.ts'

interface Gateway {
  readonly url: string
  readonly pid: number | undefined
  /** Its folder, where its signing keys are. */
  readonly home: string
}

/** Runs `measure` beside a gateway as it is run, in a process of its own that believes one proxy, and removes it after. */
export async function withGateway<T>(databaseUrl: string, measure: (gateway: Gateway) => Promise<T>): Promise<T> {
  const home = await mkdtemp(path.join(tmpdir(), 'sakha-bench-gateway-'))
  const settings = { NODE_ENV: 'production', PORT: '0', TRUSTED_PROXIES: '1', DATABASE_URL: databaseUrl, SAKHA_HOME: home }
  try {
    return await withProgram('gateway/main', settings, async ({ ready, pid }) => {
      const { url } = z.object({ url: z.url() }).parse(ready)
      return measure({ url, pid, home })
    })
  } finally {
    await rm(home, { recursive: true })
  }
}
