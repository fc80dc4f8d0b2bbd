import { pathToFileURL } from 'node:url'
import { createLog } from './runtime/createLog.ts'
import { readEngineConfig } from './runtime/config.ts'
import { Shutdown } from './runtime/Shutdown.ts'
import { startEngine } from './startEngine.ts'

/**
 * Runs the engine as this process until SIGINT or SIGTERM. Prints one line, `{"event":"engine.ready","port":…}`, when it trades.
 * Sets the exit code: 0 after an orderly stop, 1 when it could not start.
 */
export async function runEngine(): Promise<void> {
  const config = readEngineConfig(process.env)
  if (!config.ok) {
    process.stderr.write(`The engine cannot start with these settings:\n${config.error.map((mistake) => `  ${mistake}\n`).join('')}`)
    process.exitCode = 1
    return
  }
  const log = createLog('engine')
  const shutdown = new Shutdown(log)
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve(shutdown.run()))
  })
  try {
    const { port } = await startEngine(config.value, log, shutdown)
    process.stdout.write(`${JSON.stringify({ event: 'engine.ready', port })}\n`)
    await stopped
  } catch (error) {
    if (shutdown.signal.aborted && error === shutdown.signal.reason) return
    log.fatal({ err: error }, 'the engine could not start')
    process.exitCode = 1
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) await runEngine()
