import { vi } from 'vitest'
import { SeededRandom } from '../../../../../schema/SeededRandom.ts'
import { paise } from '../../../../../schema/money.ts'
import { MINUTE } from '../../../../../schema/time.ts'
import { isFinal, type SandboxOrder } from '../../../../sandbox/orders/Order.ts'
import { CALL } from '../../../../sandbox/testing/openClient.ts'
import { openSandbox, type OpenSandbox } from '../../../../sandbox/testing/openSandbox.ts'
import type { OrderUpdate } from '../../../port.ts'
import { engineContract, keyOf, openLive, orderOf } from './openLive.ts'

const contract = engineContract(CALL.token)

/** An order's reports in a sequence, and the truth. */
export interface JudgedSequence {
  readonly tag: string
  readonly updates: readonly OrderUpdate[]
  readonly order: SandboxOrder
  readonly fills: readonly { readonly units: number; readonly price: number }[]
}

/**
 * Trades sequences of placing, quotes, changes, cancellations and late fills, with frames that are repeated, shuffled or missing, books
 * that lag and fills in parts, each drawn from its seed. Returns them when nothing is on its way any more. For tests.
 */
export async function tradeSequences(seeds: readonly number[], accounts: number): Promise<readonly JudgedSequence[]> {
  const limitFactor = 20
  const sandbox = await openSandbox({ speed: 10, accounts })
  const { control, users } = sandbox
  control.scaleLimits(limitFactor)
  control.quote(CALL, paise(100_00), 0)
  control.setFault({ name: 'partialFills', share: 0.5 })
  control.setFault({ name: 'duplicateFrames', share: 0.3 })
  control.setFault({ name: 'shuffledFrames', share: 0.3 })
  for (const [i, { clientCode }] of users.entries()) {
    if (i % 3 === 0) control.setFault({ name: 'muteOrderSocket', clientCode })
    if (i % 4 === 1) control.setFault({ name: 'bookLag', milliseconds: 2_000, clientCode })
  }
  const { execution, updates } = openLive(sandbox, limitFactor)
  try {
    const lanes = users.map(async ({ clientCode }, lane) => {
      for (const seed of seeds.filter((_, i) => i % users.length === lane)) await playSequence(sandbox, execution, clientCode, seed)
    })
    await Promise.all(lanes)
    const judged = () =>
      users.flatMap(({ clientCode }) => {
        const fills = control.fills(clientCode)
        return control.orders(clientCode).map((order) => ({
          tag: order.tag,
          order,
          updates: updates.filter(({ clientOrderId }) => clientOrderId === order.tag),
          fills: fills.filter(({ orderId }) => orderId === order.orderId),
        }))
      })
    await vi.waitUntil(() => judged().every(isWhole), { timeout: 2 * MINUTE, interval: 50 })
    return judged()
  } finally {
    execution.close()
    await sandbox.remove()
  }
}

async function playSequence(sandbox: OpenSandbox, execution: ReturnType<typeof openLive>['execution'], clientCode: string, seed: number) {
  const { control } = sandbox
  const random = new SeededRandom(`sequence:${seed}`)
  const account = keyOf({ clientCode })
  const tag = `E${seed}`
  const price = () => ({ kind: 'LIMIT', limit: paise(99_00 + 5 * random.integer(0, 40)) }) as const
  const lots = () => contract.lotSize * random.integer(1, 5)
  await execution.place(orderOf(clientCode, tag, contract, { pricing: price(), quantity: lots() }))
  for (let step = random.integer(1, 6); step > 0; step--) {
    const what = random.integer(0, 3)
    if (what <= 1) control.quote(CALL, paise(99_00 + 5 * random.integer(0, 40)), lots())
    else if (what === 2) await execution.modify(account, tag, { pricing: price(), quantity: lots() })
    // A cancellation that a quote races.
    else await Promise.all([execution.cancel(account, tag), Promise.resolve().then(() => control.quote(CALL, paise(99_00), lots()))])
  }
  await execution.cancel(account, tag)
  await vi.waitUntil(
    () => {
      control.now()
      const order = control.orders(clientCode).find((each) => each.tag === tag)
      return !order || isFinal(order)
    },
    { timeout: MINUTE, interval: 5 },
  )
  const order = control.orders(clientCode).find((each) => each.tag === tag)
  if (order?.status === 'cancelled' && random.uniform() < 0.3) control.fillLate(order.orderId, contract.lotSize, paise(99_00))
}

function isWhole({ order, updates }: JudgedSequence): boolean {
  const ends = updates.filter(({ type }) => type === 'cancelled' || type === 'rejected').length
  const units = updates.reduce((sum, update) => sum + (update.type === 'filled' ? update.quantity : 0), 0)
  return units >= order.filled && (order.status === 'complete' || ends > 0)
}
