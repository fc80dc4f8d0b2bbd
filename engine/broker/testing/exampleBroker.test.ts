import { paise } from '../../../schema/money.ts'
import { istInstant, SECOND } from '../../../schema/time.ts'
import { contractOf } from '../../trading/testing/contracts.ts'
import { describeExecutionPort } from './describeExecutionPort.ts'
import { ExampleBroker } from './exampleBroker.ts'

// All that a broker's adapter must keep; smartApiExecutionPort.wire.test.ts runs it over a wire.
describeExecutionPort('the broker of the recipe', async () => {
  const port = new ExampleBroker()
  let now = istInstant('2026-07-01', 10 * 60)
  return {
    ...{ port, account: { userId: 'u', mode: 'LIVE' }, contract: contractOf('NIFTY', 24_500, 'CE'), now: () => now },
    quote: async (lastPrice, units = 10_000) => port.meet(paise(lastPrice), units, (now += SECOND)),
    // A wire that can lose answers has a way to do so here.
    loseNextAnswer: null,
    close: async () => undefined,
  }
})
