import type { MarketRules } from '../../../schema/market/MarketRules.ts'
import type { SmartApiBroker } from '../../broker/smartapi/SmartApiBroker.ts'
import type { Leases } from '../../cluster/Leases.ts'
import type { EngineConfig } from '../../runtime/config.ts'
import type { Shutdown } from '../../runtime/Shutdown.ts'
import { Store } from '../../store/Store.ts'
import { definePart } from '../Part.ts'

interface Needs {
  readonly config: EngineConfig
  readonly shutdown: Shutdown
  readonly broker: SmartApiBroker
  readonly leases: Leases
  readonly rules: () => MarketRules
}

/** The books, on connections of their own. */
export const storePart = definePart({
  open: ({ config: { databaseUrl, allowLive }, shutdown, broker, leases, rules }: Needs) => {
    const store = new Store({ databaseUrl, market: broker.marketId, leases, rules, allowLive })
    shutdown.add('database', () => store.close())
    return { store }
  },
})
