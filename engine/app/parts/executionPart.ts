import type { Logger } from 'pino'
import type { MarketRules } from '../../../schema/market/MarketRules.ts'
import type { Instant } from '../../../schema/time.ts'
import type { LiveAccounts } from '../../broker/accounts/LiveAccounts.ts'
import { DryRun } from '../../broker/DryRun.ts'
import { OrderCallLog } from '../../broker/OrderCallLog.ts'
import { OrderOutcomes } from '../../broker/OrderOutcomes.ts'
import { PaperBroker } from '../../broker/paper/PaperBroker.ts'
import { RoutedExecution } from '../../broker/RoutedExecution.ts'
import type { BrokerPlace } from '../../broker/smartapi/brokerPlace.ts'
import { SmartApiExecution } from '../../broker/smartapi/orders/SmartApiExecution.ts'
import type { Shutdown } from '../../runtime/Shutdown.ts'
import type { EngineClock } from '../../schedule/EngineClock.ts'
import type { Store } from '../../store/Store.ts'
import type { Lanes } from '../../trading/floor/Lanes.ts'
import { definePart } from '../Part.ts'

interface Needs {
  readonly shutdown: Shutdown
  /** Where live orders go. */
  readonly place: BrokerPlace
  readonly liveAccounts: LiveAccounts
  readonly store: Store
  readonly lanes: Lanes
  readonly time: EngineClock
  readonly rules: () => MarketRules
  readonly owns: (userId: string) => boolean
  readonly now: () => Instant
  readonly log: Logger
}

/** Where orders go by their mode: the paper broker, or the account of their user, with a dry run beside it. */
export const executionPart = definePart({
  open: ({ shutdown, place: { market }, liveAccounts, store, lanes, time, rules, owns, now, log }: Needs) => {
    const paper = new PaperBroker(rules, time.now(), time.waits().patience)
    const orderCalls = new OrderCallLog({
      save: (calls) => store.saveOrderCalls(calls),
      read: (userId, since) => store.orderCallsSince(userId, since),
      ...{ now, log },
    })
    shutdown.add('calls on orders', () => orderCalls.close())
    const live = new SmartApiExecution({
      ...{ market, limitFactor: 1, orderCalls, now: () => time.now(), log },
      accountOf: (userId) => liveAccounts.accountOf(userId),
    })
    shutdown.add('live orders', () => live.close())
    live.onIncident(({ kind, fill }, { userId }) => {
      log.error({ userId, kind, ...fill }, 'a fill is not as it was reported: the books of this trade are wrong, and a person must look')
      void lanes.queue.add('keep what is wrong with a fill', () => store.keepFillIncident({ kind, fill }, userId))
    })
    const dry = new DryRun({ rules, save: (fills) => store.saveDryFills(fills), log }, time.now(), time.waits().patience)
    shutdown.add('dry run', () => dry.close())
    const outcomes = new OrderOutcomes({ PAPER: paper, LIVE: live })
    return { paper, live, dry, outcomes, execution: new RoutedExecution({ paper, live, dry, owns }) }
  },
  run: ({ outcomes }) => ({
    metrics: (metrics) =>
      metrics.countersOf('order_outcomes_total', 'What brokers reported of orders.', ['mode', 'outcome'], () => outcomes.rows),
  }),
})
