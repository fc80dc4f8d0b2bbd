import type { Logger } from 'pino'
import type { Shutdown } from '../../runtime/Shutdown.ts'
import { openMarketRules, type OpenMarketRules } from '../../store/openMarketRules.ts'
import type { SharedConnections } from '../../store/sharedConnections.ts'
import { definePart } from '../Part.ts'
import type { Wait } from '../Platform.ts'

interface Needs {
  readonly watching: SharedConnections
  readonly shutdown: Shutdown
  readonly wait: Wait
  readonly log: Logger
}

/** The market rules in force. */
export const marketRulesPart = definePart({
  open: async ({ watching, shutdown, wait }: Needs) => {
    const marketRules = await wait('the market rules', () => openMarketRules(watching))
    shutdown.add('market rules', () => marketRules.close())
    return { marketRules, rules: () => marketRules.current.rules }
  },
  hears: (services) => ({ 'market.rulesChanged': () => refresh(services) }),
  run: (services) => {
    // A change between the first reading and this moment was missed.
    refresh(services)
    return {}
  },
})

function refresh({ marketRules, log }: { readonly marketRules: OpenMarketRules; readonly log: Logger }): void {
  marketRules.current
    .refresh()
    .catch((error: unknown) => log.error({ err: error }, 'market rules not read: those known so far stay in force'))
}
