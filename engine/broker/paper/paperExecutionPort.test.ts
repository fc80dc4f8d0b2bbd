import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import { paise } from '../../../schema/money.ts'
import { istInstant, MINUTE, SECOND } from '../../../schema/time.ts'
import { contractOf, quoteOf } from '../../trading/testing/contracts.ts'
import type { OrderRequest, Placement } from '../port.ts'
import { describeExecutionPort, type PortUnderTest } from '../testing/describeExecutionPort.ts'
import { PaperBroker } from './PaperBroker.ts'

/** Paper behind a wire on which answers can be lost. */
class LossyPaperBroker extends PaperBroker {
  isLossy = false

  override async place(order: OrderRequest): Promise<Placement> {
    const placement = await super.place(order)
    if (!this.isLossy) return placement
    this.isLossy = false
    return { kind: 'unknown', reason: 'timed out', doubt: 'unanswered' }
  }
}

function openPaper(broker: (now: number) => PaperBroker, loseNextAnswer: (broker: PaperBroker) => PortUnderTest['loseNextAnswer']) {
  return async (): Promise<PortUnderTest> => {
    const contract = contractOf('NIFTY', 24_500, 'CE')
    let now = istInstant('2026-07-01', 10 * 60)
    const port = broker(now)
    return {
      ...{ port, contract, account: { userId: 'u', mode: 'PAPER' }, now: () => now, loseNextAnswer: loseNextAnswer(port) },
      async quote(lastPrice, units = 10_000) {
        now += SECOND
        port.onTick({ ...quoteOf(contract, now, lastPrice), bidQuantity: units, askQuantity: units })
      },
      close: async () => undefined,
    }
  }
}

const parts = (now: number) => [() => SHIPPED_MARKET_RULES, now, 30 * MINUTE, async () => paise(10_00_000_00)] as const

describeExecutionPort(
  'paper',
  openPaper(
    (now) => new PaperBroker(...parts(now)),
    () => null,
  ),
)
describeExecutionPort(
  'paper that loses answers',
  openPaper(
    (now) => new LossyPaperBroker(...parts(now)),
    (broker) => () => {
      if (broker instanceof LossyPaperBroker) broker.isLossy = true
    },
  ),
)
