import { pino } from 'pino'
import { SHIPPED_MARKET_RULES } from '../../schema/market/MarketRules.ts'
import { MINUTE } from '../../schema/time.ts'
import { DryRun } from '../broker/DryRun.ts'
import { OrderCallLog } from '../broker/OrderCallLog.ts'
import type { PaperBroker } from '../broker/paper/PaperBroker.ts'
import { RoutedExecution } from '../broker/RoutedExecution.ts'
import { SmartApiExecution, type SmartApiExecutionParts } from '../broker/smartapi/orders/SmartApiExecution.ts'
import type { OpenSandbox } from '../sandbox/testing/openSandbox.ts'
import type { Store } from '../store/Store.ts'

export interface ExecutionParts extends Pick<SmartApiExecutionParts, 'accountOf' | 'limitFactor'> {
  readonly sandbox: OpenSandbox
  readonly store: Store
}

/** The live side of a node, at a sandbox whose limits are scaled by `limitFactor`, with its dry run. For tests only. */
export function openExecution({ sandbox, store, accountOf, limitFactor }: ExecutionParts) {
  const { control, url: restUrl } = sandbox
  const log = pino({ level: 'silent' })
  const orderCalls = new OrderCallLog({
    save: (calls) => store.saveOrderCalls(calls),
    read: (userId, since) => store.orderCallsSince(userId, since),
    ...{ now: () => Date.now(), log },
  })
  const updatesUrl = `${restUrl.replace('http:', 'ws:')}/smart-order-update`
  const now = () => control.now()
  const live = new SmartApiExecution({ market: { restUrl, updatesUrl }, accountOf, now, limitFactor, orderCalls, log })
  const dry = new DryRun({ rules: () => SHIPPED_MARKET_RULES, save: (fills) => store.saveDryFills(fills), log }, now(), MINUTE)
  return {
    ...{ live, dry },
    /** The port of both sides. */
    portOf: (paper: PaperBroker, owns = (): boolean => true) => new RoutedExecution({ paper, live, dry, owns }),
    /** Stores what is left, once `live` is closed and nothing is sent any more. */
    async flush() {
      await dry.close()
      await orderCalls.close()
    },
  }
}
