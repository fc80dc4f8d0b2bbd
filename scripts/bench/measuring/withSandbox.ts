import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import type { LiveAccount } from '../../../engine/broker/smartapi/orders/LiveAccount.ts'
import { sandboxConnection } from '../../../engine/broker/smartapi/sandboxConnection.ts'
import type { SmartApiConfig } from '../../../engine/broker/smartapi/SmartApiConfig.ts'
import { SmartApiHttp } from '../../../engine/broker/smartapi/SmartApiHttp.ts'
import { SmartApiSession } from '../../../engine/broker/smartapi/SmartApiSession.ts'
import { SmartApiSignOn } from '../../../engine/broker/smartapi/SmartApiSignOn.ts'
import { Accounts } from '../../../engine/sandbox/accounts/Accounts.ts'
import { withProgram } from './withProgram.ts'

/** Wednesday, in the middle of the session. */
const START = '2026-07-01T10:00'

export interface BenchSandbox {
  /** Where it is, and who signs in for the market data. */
  readonly market: SmartApiConfig
  /** People's accounts, signed in. */
  readonly accounts: readonly LiveAccount[]
}

/** Runs `measure` beside a sandbox in a process of its own, in real time and with the broker's limits, and removes it after. */
export async function withSandbox<T>(people: number, measure: (sandbox: BenchSandbox) => Promise<T>): Promise<T> {
  const home = await mkdtemp(path.join(tmpdir(), 'sakha-bench-sandbox-'))
  const settings = { SANDBOX_PORT: '0', SAKHA_HOME: home, SANDBOX_SPEED: '1', SANDBOX_START: START, SANDBOX_ACCOUNTS: String(people) }
  try {
    return await withProgram('engine/sandbox/main', settings, async ({ ready }) => {
      const { port } = z.object({ port: z.number() }).parse(ready)
      const market = await sandboxConnection(home, port)
      const accounts = await Promise.all(Accounts.load(home, people).users.map((account) => signedIn(market, account)))
      return measure({ market, accounts })
    })
  } finally {
    await rm(home, { recursive: true })
  }
}

/** A person's connection, as an engine has it. */
async function signedIn(market: SmartApiConfig, account: ConstructorParameters<typeof SmartApiSession>[0]): Promise<LiveAccount> {
  const session = new SmartApiSession(account, new SmartApiSignOn(new SmartApiHttp(market), Date.now), Date.now)
  await session.tokens()
  return {
    ...{ apiKey: market.apiKey, clientCode: session.clientCode ?? '' },
    tokens: () => session.tokens(),
    renew: (refused) => session.renew(refused),
  }
}
