import { pino } from 'pino'
import { ServiceManager } from '../../schema/ServiceManager.ts'
import { watchLoop } from '../../schema/watchLoop.ts'
import { readSandboxConfig } from './sandboxConfig.ts'
import { startSandbox } from './startSandbox.ts'

const log = pino({ name: 'sandbox' }, pino.destination(2))

const config = readSandboxConfig(process.env)
if (!config.ok) quit(config.error.join('\n'))

const sandbox = await startSandbox(config.value, log).catch((error: unknown) => quit(sentence(error, config.value.port)))

const manager = new ServiceManager(process.env, (error) => log.warn({ err: error }, 'systemd was not told'))
let stopping = false
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    if (stopping) return
    stopping = true
    manager.stopping()
    log.info({ signal }, 'stopping')
    sandbox.stop().catch((error: unknown) => quit(sentence(error, sandbox.port)))
  })

const { port, url, marketId } = sandbox
console.log(JSON.stringify({ event: 'sandbox.ready', port, url, marketId, speed: config.value.speed }))
manager.ready()
watchLoop('sandbox', (error) => log.error({ err: error }, 'nobody watches the event loop any more'))

function sentence(error: unknown, wantedPort: number): string {
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
    return `Port ${wantedPort} is taken: stop what listens there, or set SANDBOX_PORT to another port (0 picks a free one).`
  return error instanceof Error ? error.message : String(error)
}

function quit(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
