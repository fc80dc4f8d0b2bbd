import type { Logger } from 'pino'
import { SmartApiBroker } from './SmartApiBroker.ts'
import type { EngineConfig } from '../../runtime/config.ts'
import { sandboxConnection } from './sandboxConnection.ts'
import type { Shutdown } from '../../runtime/Shutdown.ts'

/**
 * The broker of the sandbox exchange, signed in. `wait` repeats an attempt until it succeeds: the sandbox's account and the sandbox may
 * come later than the engine. The engine ends when another market takes the place of this one: all that it knows would be of the old one.
 */
export async function openSandboxBroker(
  { home, sandboxPort }: Pick<EngineConfig, 'home' | 'sandboxPort'>,
  wait: <T>(what: string, attempt: () => Promise<T>) => Promise<T>,
  shutdown: Shutdown,
  log: Logger,
): Promise<SmartApiBroker> {
  const connection = await wait('the sandbox account', () => sandboxConnection(home, sandboxPort))
  const broker = new SmartApiBroker(connection, () => Date.now(), log)
  shutdown.add('broker', () => broker.close())
  broker.onReplaced((marketId) =>
    shutdown.fail(
      `the market behind the broker is now ${marketId}, no longer ${broker.marketId}: the engine ends, a new one must take its place`,
    ),
  )
  await wait('the sandbox exchange', () => broker.connect())
  return broker
}
