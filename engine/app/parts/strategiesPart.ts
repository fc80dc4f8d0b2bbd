import type { Logger } from 'pino'
import type { Store } from '../../store/Store.ts'
import { ActiveStrategies } from '../../trading/signals/ActiveStrategies.ts'
import { definePart } from '../Part.ts'

interface Needs {
  readonly store: Store
  readonly log: Logger
}

/** The strategies that are traded. */
export const strategiesPart = definePart({
  open: ({ store, log }: Needs) => ({ strategies: new ActiveStrategies(() => store.tradedStrategies(), log) }),
  hears: ({ strategies }) => ({
    'subscription.changed': () => strategies.invalidate(),
    'strategy.changed': () => strategies.invalidate(),
    'strategy.versioned': () => strategies.invalidate(),
    'strategy.archived': () => strategies.invalidate(),
  }),
})
