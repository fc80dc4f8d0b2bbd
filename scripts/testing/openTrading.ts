import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { startSandbox } from '../../engine/sandbox/startSandbox.ts'
import { createTestSubscription, type TestSubscription } from '../../engine/store/testing/createTestSubscription.ts'
import { EngineProcess, type EngineProcessSettings } from '../../engine/testing/EngineProcess.ts'
import { TOPICS } from '../../gateway/app/topics.ts'
import { startTestGateway, type TestGateway } from '../../gateway/testing/startTestGateway.ts'
import { HOUR, istInstant } from '../../schema/time.ts'

export interface Trading {
  readonly app: TestGateway
  readonly gatewayLines: readonly string[]
  readonly engine: EngineProcess
  readonly engineSettings: EngineProcessSettings
  readonly subscription: TestSubscription
  /** Of the subscription's user. */
  readonly token: string
  close(): Promise<void>
}

/**
 * Gateway, engine and sandbox together, with a user whose strategy signals nearly every few minutes, two a second. `environment` is of the
 * engine's process. For tests only.
 */
export async function openTrading(environment: Readonly<Record<string, string>> = {}): Promise<Trading> {
  const home = await mkdtemp(path.join(tmpdir(), 'sakha-engine-'))
  const gatewayLines: string[] = []
  const app = await startTestGateway({}, TOPICS, pino({}, { write: (line: string) => void gatewayLines.push(line) }))
  const sandbox = await startSandbox({
    port: 0,
    home,
    speed: 120,
    seed: 7,
    start: istInstant('2026-07-01', 9 * 60 + 15),
    replay: new Map(),
  })
  const subscription = await createTestSubscription(app.db, {
    rules: { interval: '1min', long: ['close', 'crosses above', 'ema(3)'], short: ['close', 'crosses below', 'ema(3)'] },
    ...{ instruments: ['NIFTY', 'BANKNIFTY'], maxTrades: 50, stopLossPercent: 2, takeProfitPercent: 20 },
  })
  const { userId } = subscription
  const expiresAt = new Date(Date.now() + HOUR)
  await app.db.session.create({ data: { id: userId, userId, userAgent: '', address: '', expiresAt, secondFactorAt: new Date() } })
  const engineSettings = { databaseUrl: app.databaseUrl, home, sandboxPort: sandbox.port, environment }
  const engine = new EngineProcess(engineSettings)
  await engine.start()
  return {
    ...{ app, gatewayLines, engine, engineSettings, subscription, token: await app.tokens.issue(userId, userId, Date.now()) },
    async close() {
      await engine.end('SIGKILL')
      await sandbox.stop()
      await app.close()
      await rm(home, { recursive: true })
    },
  }
}
