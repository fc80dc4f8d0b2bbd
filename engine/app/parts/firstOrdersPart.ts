import type { Logger } from 'pino'
import type { Store } from '../../store/Store.ts'
import type { Lanes } from '../../trading/floor/Lanes.ts'
import type { TradingFloor } from '../../trading/floor/TradingFloor.ts'
import { FirstOrders } from '../../trading/signals/FirstOrders.ts'
import { CLOCK_BEAT_MS } from '../beginBeats.ts'
import { definePart } from '../Part.ts'

interface Needs {
  readonly store: Store
  readonly lanes: Lanes
  readonly floor: TradingFloor
  readonly log: Logger
}

/** First live orders, which wait for their user. Behind feedPart.ts: what was approved while no engine ran is priced now, or too late. */
export const firstOrdersPart = definePart({
  open: ({ store, lanes, floor, log }: Needs) => ({
    firstOrders: new FirstOrders({
      ...{ records: store.decisions, queue: lanes.queue, market: () => floor.view(), log },
      submit: (orders) => floor.submit(orders),
    }),
  }),
  hears: ({ firstOrders }) => ({ 'firstOrder.approved': () => void firstOrders.obey() }),
  run: ({ firstOrders }) => ({
    beats: [{ everyMs: CLOCK_BEAT_MS, do: () => firstOrders.onTime() }],
    onUsersChanged: () => void firstOrders.obey(),
    begin: () => void firstOrders.obey(),
  }),
})
