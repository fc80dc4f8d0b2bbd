import { busyMachine } from '../schema/busyMachine.ts'
import { EXIT } from '../schema/exitCodes.ts'
import { SchemaMismatch } from '../schema/SchemaMismatch.ts'
import { ServiceManager } from '../schema/ServiceManager.ts'
import { openTraces } from '../schema/tracing/openTraces.ts'
import { watchLoop } from '../schema/watchLoop.ts'
import { createLog } from './app/createLog.ts'
import { readConfig, type GatewayConfig } from './app/readConfig.ts'
import { startGateway } from './app/startGateway.ts'

function fail(reason: string, code: number = EXIT.failed): never {
  process.stderr.write(`${reason}\n`)
  process.exit(code)
}

function settings(): GatewayConfig {
  try {
    return readConfig(process.env)
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error))
  }
}

const config = settings()
const log = createLog()
const closeTraces = await openTraces({ service: 'sakha-gateway', endpoint: config.tracesTo, log })
const gateway = await startGateway(config, log).catch((error: unknown) => {
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    const [port, setting] =
      'port' in error && error.port === config.metricsPort ? [config.metricsPort, 'METRICS_PORT'] : [config.port, 'PORT']
    return fail(`Port ${port} is already in use: stop what uses it, or set ${setting} to another number.`)
  }
  if (error instanceof SchemaMismatch) return fail(`The gateway does not start: ${error.message}`, EXIT.schemaMismatch)
  log.fatal({ err: error }, 'the gateway could not start')
  const busy = busyMachine(error)
  if (busy !== null) return fail(`The gateway could not start. ${busy}`)
  return fail(`The gateway could not start: ${error instanceof Error ? error.message : String(error)}`)
})
process.stdout.write(`${JSON.stringify({ event: 'gateway.ready', port: gateway.port, url: gateway.url })}\n`)
const manager = new ServiceManager(process.env, (error) => log.warn({ err: error }, 'systemd was not told'))
manager.ready()
watchLoop('gateway', (error) => log.error({ err: error }, 'nobody watches the event loop any more'))

let stopping = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (stopping) return
    stopping = true
    manager.stopping()
    gateway
      .close()
      .then(closeTraces)
      .then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ err: error }, 'the gateway did not stop cleanly')
          process.exit(EXIT.failed)
        },
      )
  })
}
