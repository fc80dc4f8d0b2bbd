import { pino } from 'pino'
import { vi } from 'vitest'
import { SeededRandom } from '../../../../../schema/SeededRandom.ts'
import { paise } from '../../../../../schema/money.ts'
import { MINUTE, type Instant } from '../../../../../schema/time.ts'
import type { CallOutcome } from '../../../../sandbox/orders/LedgerEntry.ts'
import { isFinal, type SandboxOrder } from '../../../../sandbox/orders/Order.ts'
import { CALL } from '../../../../sandbox/testing/openClient.ts'
import { openSandbox, type OpenSandbox } from '../../../../sandbox/testing/openSandbox.ts'
import { LostOrders } from '../../../../trading/orders/LostOrders.ts'
import type { OrderUpdate } from '../../../port.ts'
import { engineContract, keyOf, openLive, orderOf } from './openLive.ts'

const contract = engineContract(CALL.token)

export interface LostAnswerRun {
  readonly accounts: number
  readonly ordersEach: number
  /** How fast the market runs, and how many times the broker's limits hold. */
  readonly speed: number
  readonly limitFactor: number
  /** Whether the orders whose answers are lost reach the exchange. */
  readonly reached: boolean
  /** Market milliseconds for which they are not seen. */
  readonly hiddenFor: readonly [number, number]
}

/** One order after a run: what became of it here, and what the ledger says. */
export interface JudgedOrder {
  readonly tag: string
  readonly placement: string
  readonly updates: readonly OrderUpdate[]
  /** When it was sent, and when the first update came; market time. */
  readonly sentAt: Instant
  readonly resolvedAt: Instant
  /** What the ledger says of each call that placed it. */
  readonly calls: readonly CallOutcome[]
  readonly orders: readonly SandboxOrder[]
}

/** Places orders of which every fifth answer is lost, looks for those as the floor does, and returns all when none is open. For tests. */
export async function loseAnswers(run: LostAnswerRun): Promise<readonly JudgedOrder[]> {
  const { accounts, ordersEach, speed, limitFactor, reached, hiddenFor } = run
  const sandbox = await openSandbox({ speed, accounts })
  const { control } = sandbox
  control.scaleLimits(limitFactor)
  control.quote(CALL, paise(100_00), 0)
  control.setFault({ name: 'lostAnswer', calls: ['placeOrder'], share: 0.2, seed: 7, reached, hiddenFor: [...hiddenFor] })
  const { execution, updates } = openLive(sandbox, limitFactor)
  const lost = new LostOrders(execution, (update) => updates.push(update), pino({ level: 'silent' }))
  const [placements, sentAt, resolvedAt] = [new Map<string, string>(), new Map<string, Instant>(), new Map<string, Instant>()]
  execution.onUpdate((update) => lost.heardOf(update.clientOrderId))
  const place = async (clientCode: string, tag: string): Promise<void> => {
    sentAt.set(tag, control.now())
    const order = orderOf(clientCode, tag, contract, { pricing: { kind: 'LIMIT', limit: paise(90_00) } })
    const { kind } = await vi.waitUntil(
      async () => {
        const placement = await execution.place(order)
        return placement.kind === 'busy' ? null : placement
      },
      { timeout: MINUTE },
    )
    placements.set(tag, kind)
    if (kind === 'unknown') lost.watch(tag, keyOf({ clientCode }), control.now())
  }
  try {
    const tags = sandbox.users.flatMap(({ clientCode }, user) =>
      Array.from({ length: ordersEach }, (_, i) => ({ clientCode, tag: `E${user}x${i}` })),
    )
    const sending = Promise.all(tags.map(({ clientCode, tag }) => place(clientCode, tag)))
    await vi.waitUntil(
      async () => {
        await lost.onTime(control.now())
        for (const { clientOrderId, type } of updates)
          if (type !== 'unknown' && !resolvedAt.has(clientOrderId)) resolvedAt.set(clientOrderId, control.now())
        return placements.size === tags.length && tags.every(({ tag }) => resolvedAt.has(tag) && !lost.has(tag))
      },
      { timeout: 5 * MINUTE, interval: 50 },
    )
    await sending
    return tags.map(({ clientCode, tag }) => ({
      ...{ tag, placement: placements.get(tag)!, updates: updates.filter(({ clientOrderId }) => clientOrderId === tag) },
      ...{ sentAt: sentAt.get(tag)!, resolvedAt: resolvedAt.get(tag)! },
      calls: control.ledger.entries.flatMap((entry) => (entry.kind === 'call' && entry.tag === tag ? entry.outcome : [])),
      orders: control.orders(clientCode).filter((order) => order.tag === tag),
    }))
  } finally {
    execution.close()
    await sandbox.remove()
  }
}

/** What was told of an order in such a sequence, and the truth. */
export interface JudgedSequence {
  readonly tag: string
  readonly updates: readonly OrderUpdate[]
  readonly order: SandboxOrder
  readonly fills: readonly { readonly fillId: string; readonly units: number; readonly price: number }[]
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
          fills: fills.filter(({ orderId }) => orderId === order.orderId).map(({ fillId, units, price }) => ({ fillId, units, price })),
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

function isWhole({ order, updates, fills }: JudgedSequence): boolean {
  const ends = updates.filter(({ type }) => type === 'cancelled' || type === 'rejected').length
  return updates.filter(({ type }) => type === 'filled').length >= fills.length && (order.status === 'complete' || ends > 0)
}
