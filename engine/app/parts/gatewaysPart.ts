import type { Logger } from 'pino'
import { GatewayWatch } from '../../cluster/GatewayWatch.ts'
import type { Shutdown } from '../../runtime/Shutdown.ts'
import type { SharedConnections } from '../../store/sharedConnections.ts'
import { definePart } from '../Part.ts'
import type { Wait } from '../Platform.ts'

interface Needs {
  readonly watching: SharedConnections
  readonly shutdown: Shutdown
  readonly wait: Wait
  readonly log: Logger
}

/** Whether a gateway is of a newer release than this engine. */
export const gatewaysPart = definePart({
  open: async ({ watching, shutdown, wait, log }: Needs) => {
    const gateways = new GatewayWatch({ pool: watching, log })
    shutdown.add('versions of gateways', () => gateways.close())
    await wait('the database', () => gateways.start())
    return { gateways }
  },
})
