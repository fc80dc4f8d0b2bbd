import { pino } from 'pino'
import { Assembly } from '../../../app/Assembly.ts'
import { brokerAccountsPart } from '../../../app/parts/brokerAccountsPart.ts'
import { brokerMarketPart } from '../../../app/parts/brokerMarketPart.ts'
import type { Platform } from '../../../app/Platform.ts'
import type { EngineConfig } from '../../../runtime/config.ts'
import { Metrics } from '../../../runtime/Metrics.ts'
import { retryUntilDone } from '../../../runtime/retryUntilDone.ts'
import type { Shutdown } from '../../../runtime/Shutdown.ts'

const PARTS = Assembly.of<Platform>().with(brokerMarketPart).with(brokerAccountsPart)

export type OpenBroker = Awaited<ReturnType<typeof openBroker>>

/** The engine's side of the broker, as its parts open it, without the rest. `now`: real time. For tests only. */
export async function openBroker(config: EngineConfig, now: () => number, shutdown: Shutdown) {
  const log = pino({ level: 'silent' })
  const wait: Platform['wait'] = (what, attempt) => retryUntilDone(what, attempt, shutdown.signal, log)
  const platform = { config, log, shutdown, metrics: new Metrics(), wait, now, monotonic: () => performance.now() }
  return (await PARTS.open(platform)).services
}
