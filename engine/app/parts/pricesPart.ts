import type { Logger } from 'pino'
import type { Instant } from '../../../schema/time.ts'
import { PriceTape } from '../../market/PriceTape.ts'
import type { Store } from '../../store/Store.ts'
import { definePart } from '../Part.ts'

interface Needs {
  readonly store: Store
  readonly now: () => Instant
  readonly log: Logger
}

/** The prices that people see. feedPart.ts brings the ticks. */
export const pricesPart = definePart({
  open: ({ store, now, log }: Needs) => ({ tape: new PriceTape((prices) => store.tellPrices(prices, now()), log) }),
  run: ({ tape }) => ({
    metrics: (metrics) => metrics.counter('prices_dropped_total', 'Prices that were not published.', () => tape.dropped),
    stop: () => tape.stop(),
  }),
})
