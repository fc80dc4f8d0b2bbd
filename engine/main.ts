import { once } from 'node:events'
import { pathToFileURL } from 'node:url'
import { EXIT } from '../schema/exitCodes.ts'
import { SchemaMismatch } from '../schema/SchemaMismatch.ts'
import { ServiceManager } from '../schema/ServiceManager.ts'
import { openTraces } from '../schema/tracing/openTraces.ts'
import { watchLoop } from '../schema/watchLoop.ts'
import { createLog } from './runtime/createLog.ts'
import { readEngineConfig } from './runtime/config.ts'
import { Shutdown } from './runtime/Shutdown.ts'
import { startEngine } from './startEngine.ts'

/**
 * Runs the engine as this process until SIGINT or SIGTERM. Prints one line, `{"event":"engine.ready","port":…}`, when it trades.
 * Sets the exit code: 0 after an orderly stop, 1 when it could not start or continue, 3 where the database lacks this version's tables.
 */
export async function runEngine(): Promise<void> {
  const config = readEngineConfig(process.env)
  if (!config.ok) {
    process.stderr.write(`The engine cannot start with these settings:\n${config.error.map((mistake) => `  ${mistake}\n`).join('')}`)
    process.exitCode = EXIT.failed
    return
  }
  const log = createLog('engine')
  const closeTraces = await openTraces({ service: 'sakha-engine', endpoint: config.value.tracesTo, log })
  const shutdown = new Shutdown(log)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void shutdown.run())
  const stopping = once(shutdown.signal, 'abort')
  const manager = new ServiceManager(process.env, (error) => log.warn({ err: error }, 'systemd was not told'))
  shutdown.signal.addEventListener('abort', () => manager.stopping())
  try {
    const { port } = await startEngine(config.value, log, shutdown)
    process.stdout.write(`${JSON.stringify({ event: 'engine.ready', port })}\n`)
    manager.ready()
    watchLoop('engine', (error) => log.error({ err: error }, 'nobody watches the event loop any more'))
    await stopping
  } catch (error) {
    const interrupted = shutdown.signal.aborted && error === shutdown.signal.reason
    if (!interrupted) {
      if (error instanceof SchemaMismatch) log.fatal(`the engine does not start: ${error.message}`)
      else log.fatal({ err: error }, 'the engine could not start')
      process.exitCode = error instanceof SchemaMismatch ? EXIT.schemaMismatch : EXIT.failed
    }
  }
  await shutdown.run()
  await closeTraces()
  if (shutdown.failed) process.exitCode = EXIT.failed
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) await runEngine()
