import { setTimeout as delay } from 'node:timers/promises'
import { openMarket } from '../../engine/sandbox/openMarket.ts'
import { readSandboxConfig } from '../../engine/sandbox/sandboxConfig.ts'
import { busyMachine } from '../../schema/busyMachine.ts'
import { istDate } from '../../schema/time.ts'
import type { LocalPostgres } from '../postgres/LocalPostgres.ts'
import { makeRoles } from '../postgres/makeRoles.ts'
import { migrate } from '../postgres/migrate.ts'
import type { DatabaseUrls } from '../postgres/roles.ts'
import { isPortFree, requireFreePort } from '../processes/freePort.ts'
import { Supervised } from '../processes/Supervised.ts'
import { whenNpmEnds } from '../processes/whenNpmEnds.ts'
import { DataFolder } from './DataFolder.ts'
import { misspeltSettings } from './knownSettings.ts'
import { loadPast } from './loadPast.ts'
import { Progress } from './Progress.ts'
import { readableLog } from './readableLog.ts'
import type { Settings } from './settings.ts'
import { startPackagedDatabase } from './startPackagedDatabase.ts'

/** Deaths before the first "ready" after which starting again is hopeless. */
const HOPELESS_DEATHS = 3
const LEFTOVER_GRACE_MS = 10_000
const DATABASE_BACK_OFF_MS = [200, 1_000, 2_000, 5_000, 10_000]

export interface LaunchPlan {
  /** Compiles what is not compiled yet; null when the processes run from source. */
  readonly prepare: (() => Promise<void>) | null
  /** Node's arguments for each process. */
  readonly sandbox: readonly string[]
  readonly engine: readonly string[]
  readonly gateway: readonly string[]
  /** A process of its own for the web's development server. */
  readonly web: readonly string[] | null
  /** Removes everything in the data folder first. */
  readonly reset: boolean
  /** Shows every log line, not only warnings. */
  readonly verbose: boolean
  /** How many sessions of the sandbox market's past a first start stores. */
  readonly pastSessions: number
}

/** Starts PostgreSQL, sandbox (unless the market is a real broker's), engine and gateway in order, keeps them alive, and stops them in the opposite order. */
export class Launcher {
  private readonly settings: Settings
  private readonly plan: LaunchPlan
  private readonly processes: Supervised[] = []
  private postgres: LocalPostgres | null = null
  private data: DataFolder | null = null
  private stopped: Promise<void> | null = null

  constructor(settings: Settings, plan: LaunchPlan) {
    this.settings = settings
    this.plan = plan
  }

  /** Resolves when the product answers. Throws one clear message, with nothing left running, when it cannot be started. */
  async start(): Promise<void> {
    try {
      await this.launch()
    } catch (error) {
      await this.stop()
      throw error
    }
  }

  private async launch(): Promise<void> {
    const { settings, plan } = this
    const progress = new Progress(6 + (plan.prepare ? 1 : 0) + (plan.reset ? 1 : 0))
    const data = new DataFolder(settings.home)
    const takenOver = data.claim()
    this.data = data
    if (plan.reset) {
      if (settings.databaseUrl)
        throw new Error(
          '--reset removes the packaged database only. DATABASE_URL names your own: empty it yourself, or start without DATABASE_URL.',
        )
      await progress.step('Removing all data', () => data.reset())
    }
    await this.requirePorts(takenOver)
    if (plan.prepare) await progress.step('Building', plan.prepare)
    const urls = await progress.step(settings.databaseUrl ? 'Reaching the database' : 'Starting PostgreSQL', () => this.startDatabase(data))
    await progress.step('Bringing the database up to date', async () => {
      await migrate(urls)
      // Imported late: the generated client exists only once the packages are installed.
      const { seed } = await import('../../prisma/seed.ts')
      await seed(urls.runtime)
    })
    const env = {
      DATABASE_URL: urls.runtime,
      // No serving process gets it.
      MIGRATION_URL: '',
      SAKHA_HOME: settings.home,
      PORT: String(settings.port),
      ENGINE_PORT: String(settings.enginePort),
      ...(settings.sandboxPort === null ? {} : { SANDBOX_PORT: String(settings.sandboxPort) }),
    }
    if (settings.sandboxPort !== null) {
      await progress.step('Opening the sandbox market', () => this.run('sandbox', plan.sandbox, env))
      await progress.step("Drawing the market's past", () => this.loadPast(urls.runtime, env))
    }
    await progress.step('Starting the trading engine', () => this.run('engine', plan.engine, env))
    await progress.step('Starting the gateway', async () => {
      await this.run('gateway', plan.gateway, env)
      if (plan.web)
        this.supervise(
          'web',
          plan.web,
          env,
          () => {},
          () => {},
        )
    })
  }

  /** Stops everything in order; calling it again waits for the same stop. */
  stop(): Promise<void> {
    this.stopped ??= (async () => {
      for (const supervised of this.processes.reverse()) await supervised.stop()
      await this.postgres?.stop()
      this.data?.release()
    })()
    return this.stopped
  }

  /** By the code and settings of the sandbox just opened, not through its calls: the broker allows three a second. */
  private async loadPast(databaseUrl: string, env: Readonly<Record<string, string>>): Promise<void> {
    const config = readSandboxConfig({ ...process.env, ...env })
    if (!config.ok) throw new Error(config.error.join('\n'))
    const { source, startAt } = openMarket(config.value)
    await loadPast(databaseUrl, { source, today: istDate(startAt), sessions: this.plan.pastSessions })
  }

  /** Before anything that takes long. */
  private async requirePorts(takenOver: boolean): Promise<void> {
    const { host, port, enginePort, sandboxPort, databaseUrl, databasePort } = this.settings
    // What a killed launcher started ends by itself.
    const deadline = Date.now() + (takenOver ? LEFTOVER_GRACE_MS : 0)
    const ports = {
      PORT: port,
      ENGINE_PORT: enginePort,
      ...(sandboxPort === null ? {} : { SANDBOX_PORT: sandboxPort }),
      // A server that a killed launcher left behind is ended when ours is started.
      ...(databaseUrl === null && !takenOver ? { DATABASE_PORT: databasePort } : {}),
    }
    for (const [setting, value] of Object.entries(ports)) {
      const address = setting === 'PORT' ? host : undefined
      while (Date.now() < deadline && !(await isPortFree(value, address))) await delay(200)
      await requireFreePort(setting, value, address)
    }
  }

  private async startDatabase(data: DataFolder): Promise<DatabaseUrls> {
    const { databaseUrl, migrationUrl, databasePort } = this.settings
    if (databaseUrl) return { owner: migrationUrl ?? databaseUrl, runtime: databaseUrl }
    const postgres = await startPackagedDatabase(data, databasePort)
    this.postgres = postgres
    postgres.onUnexpectedExit = (message) => void this.restartDatabase(postgres, message, 0)
    return makeRoles(postgres, 'sakha')
  }

  private async restartDatabase(postgres: LocalPostgres, message: string, attempt: number): Promise<void> {
    if (this.stopped) return
    const wait = DATABASE_BACK_OFF_MS[Math.min(attempt, DATABASE_BACK_OFF_MS.length - 1)]!
    say(`PostgreSQL ended (${message}). Starting it again in ${wait / 1_000} s.`)
    await delay(wait)
    if (this.stopped) return
    try {
      await postgres.start()
      say('PostgreSQL answers again.')
    } catch (error) {
      await this.restartDatabase(postgres, error instanceof Error ? error.message : String(error), attempt + 1)
    }
  }

  /** Starts a process and resolves with its first "ready"; rejects when it keeps dying before that. */
  private async run(name: string, args: readonly string[], env: Readonly<Record<string, string>>): Promise<void> {
    await new Promise<void>((resolve, reject) => this.supervise(name, args, env, resolve, reject))
  }

  private supervise(
    name: string,
    args: readonly string[],
    env: Readonly<Record<string, string>>,
    onReady: () => void,
    onHopeless: (error: Error) => void,
  ): void {
    let ready = false
    let deaths = 0
    let lastLine = ''
    const supervised = new Supervised({
      name,
      args,
      env,
      onLog: (line) => {
        const text = readableLog(name, line, this.plan.verbose)
        if (!text) return
        lastLine = text
        if (ready || this.plan.verbose) say(text)
      },
      onEvent: ({ event }) => {
        if (event !== `${name}.ready`) return
        if (ready) say(`The ${name} runs again.`)
        ready = true
        onReady()
      },
      onDeath: (how, delayMs) => {
        deaths++
        if (!ready && deaths >= HOPELESS_DEATHS)
          return onHopeless(new Error(`The ${name} does not start (${how}).${lastLine ? `\n  ${lastLine}` : ''}`))
        if (ready) say(`The ${name} ended (${how}). Starting it again in ${delayMs / 1_000} s.`)
      },
    })
    this.processes.push(supervised)
    supervised.start()
  }
}

/**
 * Runs a launcher until Ctrl-C, a closed terminal or the end of the npm that it was started by, then stops everything; further signals
 * change nothing. Sets the exit code.
 */
export async function runLauncher(launcher: Launcher, onReady: () => void): Promise<void> {
  const stopRequested = new Promise<void>((resolve) => {
    // Never taken off: without a listener the next Ctrl-C would end this process before what it has to stop.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve())
    whenNpmEnds(resolve)
  })
  for (const text of misspeltSettings(process.env)) say(`  Note: ${text}.`)
  const started = launcher.start().then(onReady)
  // A stop during the start ends it; the start's own failure is then of no interest.
  const outcome = await Promise.race([
    started.then(
      () => null,
      (error: unknown) => error,
    ),
    stopRequested.then(() => 'stop' as const),
  ])
  if (outcome === null) await stopRequested
  else if (outcome !== 'stop') {
    say(`\n${busyMachine(outcome) ?? (outcome instanceof Error ? outcome.message : String(outcome))}`)
    process.exit(1)
  }
  process.stdout.write('\nStopping …')
  await launcher.stop()
  process.stdout.write(' stopped.\n')
  process.exit(0)
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}
