import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { programOf } from '../../../engine/testing/programOf.ts'
import type { SandboxAccount } from '../../../engine/sandbox/accounts/loadAccount.ts'
import type { Database } from '../../../prisma/client.ts'
import { seedMarketTables } from '../../../prisma/marketTables.ts'
import type { IndexSymbol } from '../../../schema/market/indices.ts'
import { SHIPPED_MARKET_TABLES } from '../../../schema/market/shippedTables.ts'
import { Supervised } from '../../processes/Supervised.ts'
import { freePort } from '../../processes/freePort.ts'
import { enrolTrader, type Trader } from './enrolTrader.ts'
import { ExchangeMirror } from './ExchangeMirror.ts'
import { OwnersApp } from './OwnersApp.ts'
import { makeStrategies } from './trialStrategies.ts'

const CONTROL_SECRET = 'only-for-this-trial'
/** Of the traders: the second one takes a trade over whose stop he has cancelled. */
const TRADERS = [
  { name: 'Asha', removedStop: 'RESTORE' },
  { name: 'Bina', removedStop: 'LET_GO' },
  { name: 'Chetan', removedStop: 'RESTORE' },
] as const

export interface TrialTerms {
  readonly index: IndexSymbol
  /** Market time at which it begins, YYYY-MM-DDTHH:MM in India. */
  readonly start: string
  /** Market seconds in a second. */
  readonly speed: number
  readonly seed: number
  /** Folder of the product's data; emptied first. */
  readonly home: string
}

/** The real product, with traders who trade live on the sandbox exchange. */
export interface Trial {
  readonly terms: TrialTerms
  readonly db: Database
  readonly mirror: ExchangeMirror
  readonly traders: readonly Trader[]
  /** By the trader's name. */
  readonly apps: ReadonlyMap<string, OwnersApp>
  /** What the processes have logged, warnings and errors; one JSON object or text each. */
  readonly log: readonly string[]
  /** Ends the engine as a power cut would; its next life begins at once. */
  killEngine(): void
  stop(): Promise<void>
}

/** Starts sandbox, engine and gateway over an empty database, and enrols the traders. Rejects, with nothing left running, when one does not start. */
export async function startTrial(db: Database, databaseUrl: string, terms: TrialTerms): Promise<Trial> {
  const { home, speed, seed, start, index } = terms
  rmSync(home, { recursive: true, force: true })
  mkdirSync(home, { recursive: true })
  await seedMarketTables(db, SHIPPED_MARKET_TABLES)
  const strategyIds = await makeStrategies(db, index)
  const [port, sandboxPort, enginePort] = [await freePort(), await freePort(), await freePort()]
  const env = {
    ...{
      DATABASE_URL: databaseUrl,
      SAKHA_HOME: home,
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      ENGINE_PORT: String(enginePort),
    },
    ...{ ALLOW_LIVE: 'yes', SANDBOX_CONTROL_SECRET: CONTROL_SECRET, SANDBOX_ACCOUNTS: String(TRADERS.length) },
    ...{ SANDBOX_START: start, SANDBOX_SPEED: String(speed), SANDBOX_SEED: String(seed) },
  }
  const log: string[] = []
  const processes: Supervised[] = []
  const apps = new Map<string, OwnersApp>()
  const run = (name: string) =>
    new Promise<Supervised>((resolve, reject) => {
      let isReady = false
      const supervised: Supervised = new Supervised({
        ...{ name, args: programOf(`${name === 'sandbox' ? 'engine/sandbox' : name}/main.ts`), env },
        onLog: (line) => log.push(line),
        onEvent: ({ event }) => {
          if (event !== `${name}.ready`) return
          isReady = true
          resolve(supervised)
        },
        onDeath: (how) => {
          if (!isReady) reject(new Error(`the ${name} does not start (${how}): ${log.slice(-3).join('\n')}`))
        },
      })
      processes.push(supervised)
      supervised.start()
    })
  let mirror: ExchangeMirror | null = null
  const stop = async () => {
    mirror?.stop()
    for (const app of apps.values()) app.stop()
    for (const supervised of processes.toReversed()) await supervised.stop()
  }
  try {
    await run('sandbox')
    const sandboxUrl = `http://127.0.0.1:${sandboxPort}`
    const engine = await run('engine')
    await run('gateway')
    mirror = await ExchangeMirror.open(sandboxUrl, CONTROL_SECRET)
    const accounts = JSON.parse(readFileSync(path.join(home, 'sandbox-accounts.json'), 'utf8')) as readonly Omit<SandboxAccount, 'apiKey'>[]
    const { apiKey } = JSON.parse(readFileSync(path.join(home, 'sandbox-account.json'), 'utf8')) as SandboxAccount
    const mailedToken = async (email: string) => {
      for (;;) {
        const token = log.map((line) => (line.includes(email) ? /#token=([\w-]{43})/.exec(line)?.[1] : undefined)).find(Boolean)
        if (token !== undefined) return token
        await sleep(100)
      }
    }
    const traders: Trader[] = []
    for (const [i, who] of TRADERS.entries()) {
      const account = { ...accounts[i]!, apiKey }
      const trader = await enrolTrader({ address: `http://127.0.0.1:${port}`, account, strategyIds, mailedToken, ...who })
      traders.push(trader)
      apps.set(trader.name, new OwnersApp(sandboxUrl, account, home))
    }
    const killEngine = () => void (engine.pid !== null && process.kill(engine.pid, 'SIGKILL'))
    return { terms, db, mirror, traders, apps, log, killEngine, stop }
  } catch (error) {
    await stop()
    throw new Error(`the trial does not start; last was said: ${log.slice(-5).join('\n')}`, { cause: error })
  }
}
