import { afterAll, beforeAll, vi } from 'vitest'
import { paise } from '../../../../schema/money.ts'
import { isFinal } from '../../../sandbox/orders/Order.ts'
import { CALL } from '../../../sandbox/testing/openClient.ts'
import { openSandbox, type OpenSandbox } from '../../../sandbox/testing/openSandbox.ts'
import type { AccountKey, OrderChange, OrderRequest } from '../../port.ts'
import { describeExecutionPort, type PortUnderTest } from '../../testing/describeExecutionPort.ts'
import { SmartApiExecution } from './SmartApiExecution.ts'
import { engineContract, keyOf, openLive } from './testing/openLive.ts'

/** Books may be read a hundred times a second: the suite reads after each step. */
const FACTOR = 100

let sandbox: OpenSandbox
let used = 0

beforeAll(async () => {
  sandbox = await openSandbox({ speed: 10, accounts: 300 })
  sandbox.control.scaleLimits(FACTOR)
})
afterAll(() => sandbox.remove())

async function open(): Promise<PortUnderTest> {
  const user = sandbox.users[used++ % sandbox.users.length]!
  const account = keyOf(user)
  const { control } = sandbox
  const contract = engineContract(CALL.token)

  let isClosed = false
  /** Nothing is pending at the exchange, and the port has reported all of it; or the test ended. */
  const settled = async () => {
    const isSettled = vi.waitUntil(
      async () => {
        control.now()
        const truth = control.orders(user.clientCode)
        if (truth.some((order) => !isFinal(order) && order.status !== order.resting && order.status !== 'modified')) return false
        const shown = await execution.orders(account)
        const fills = await execution.fills(account)
        const isShown = truth.every((order) => {
          const own = shown.find(({ brokerOrderId }) => brokerOrderId === order.orderId)
          const isDone = own !== undefined && !['PENDING', 'TRIGGER_PENDING', 'OPEN'].includes(own.state)
          return (
            own?.filledQuantity === order.filled &&
            isDone === isFinal(order) &&
            own.pricing.limit === order.price &&
            own.state !== 'PENDING'
          )
        })
        const toldUnits = updates.reduce((sum, update) => sum + (update.type === 'filled' ? update.quantity : 0), 0)
        const units = fills.reduce((sum, { quantity }) => sum + quantity, 0)
        const toldEnds = updates.filter(({ type }) => type === 'cancelled' || type === 'rejected').length
        const ends = truth.filter((order) => isFinal(order) && order.status !== 'complete').length
        return isShown && fills.length === control.fills(user.clientCode).length && toldUnits === units && toldEnds === ends
      },
      { timeout: 60_000, interval: 2 },
    )
    await isSettled.catch((error: unknown) => {
      if (!isClosed) throw error
    })
  }

  /** Calls return when their consequences were reported. */
  class SettledExecution extends SmartApiExecution {
    override async place(order: OrderRequest) {
      const placement = await super.place(order)
      await settled()
      return placement
    }

    override async modify(of: AccountKey, clientOrderId: string, change: OrderChange) {
      const answer = await super.modify(of, clientOrderId, change)
      await settled()
      return answer
    }

    override async cancel(of: AccountKey, clientOrderId: string) {
      const answer = await super.cancel(of, clientOrderId)
      await settled()
      return answer
    }
  }

  const { execution, updates, connections } = openLive(sandbox, FACTOR, SettledExecution)
  // A stranger has an account of his own.
  const stranger = sandbox.users[(used + 150) % sandbox.users.length]!
  connections.set('somebody else', connections.get(stranger.clientCode)!)
  const quote = async (last: number, units = 10_000) => {
    await settled()
    control.quote(CALL, paise(last), units)
    await settled()
  }
  await quote(100_00, 0)
  return {
    ...{ port: execution, account, contract, now: () => control.now(), quote },
    loseNextAnswer: () => control.setFault({ name: 'lostAnswer', calls: ['placeOrder'], times: 1, clientCode: user.clientCode }),
    close: async () => {
      isClosed = true
      execution.close()
    },
  }
}

// Over a real socket each takes seconds.
describeExecutionPort('SmartAPI', open, 15)
