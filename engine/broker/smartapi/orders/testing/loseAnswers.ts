import { pino } from 'pino'
import { vi } from 'vitest'
import { paise } from '../../../../../schema/money.ts'
import { MINUTE, type Instant } from '../../../../../schema/time.ts'
import type { CallOutcome } from '../../../../sandbox/orders/LedgerEntry.ts'
import type { SandboxOrder } from '../../../../sandbox/orders/Order.ts'
import { CALL } from '../../../../sandbox/testing/openClient.ts'
import { openSandbox } from '../../../../sandbox/testing/openSandbox.ts'
import { AccountReconciler } from '../../../../trading/floor/AccountReconciler.ts'
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

/** One order after a run: its outcome here, and what the ledger says. */
export interface JudgedOrder {
  readonly tag: string
  readonly placement: string
  readonly updates: readonly OrderUpdate[]
  /** When it was sent, and when the first update came; market time. */
  readonly sentAt: Instant
  readonly resolvedAt: Instant
  /** The ledger's entry for each call that placed it. */
  readonly calls: readonly CallOutcome[]
  readonly orders: readonly SandboxOrder[]
}

/** Places orders, every fifth answer lost, looks these up as the floor does, and returns all when none is open. For tests. */
export async function loseAnswers(run: LostAnswerRun): Promise<readonly JudgedOrder[]> {
  const { accounts, ordersEach, speed, limitFactor, reached, hiddenFor } = run
  const sandbox = await openSandbox({ speed, accounts })
  const { control } = sandbox
  control.scaleLimits(limitFactor)
  control.quote(CALL, paise(100_00), 0)
  control.setFault({ name: 'lostAnswer', calls: ['placeOrder'], share: 0.2, seed: 7, reached, hiddenFor: [...hiddenFor] })
  const { execution, updates } = openLive(sandbox, limitFactor)
  const log = pino({ level: 'silent' })
  const hear = (update: OrderUpdate) => void updates.push(update)
  const lost = new LostOrders({ hear, lookNow: (userId) => reconciler.lookNow(userId), log })
  const reconciler: AccountReconciler = new AccountReconciler(
    {
      ...{ broker: execution, hear, log, lookUp: () => undefined, ordersOf: () => [] },
      lostOf: (account) => lost.of(account),
      onLook: (look) => void lost.onLook(look),
    },
    control.now(),
  )
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
      { timeout: 10 * MINUTE },
    )
    placements.set(tag, kind)
    if (kind === 'unknown') lost.watch(tag, keyOf({ clientCode }), control.now())
  }
  try {
    const tags = sandbox.users.flatMap(({ clientCode }, user) =>
      Array.from({ length: ordersEach }, (_, i) => ({ clientCode, tag: `E${user}x${i}` })),
    )
    const sending = Promise.all(tags.map(({ clientCode, tag }) => place(clientCode, tag)))
    const resolving = vi.waitUntil(
      () => {
        reconciler.onTime(control.now(), lost.accounts)
        for (const { clientOrderId, type } of updates)
          if (type !== 'unknown' && !resolvedAt.has(clientOrderId)) resolvedAt.set(clientOrderId, control.now())
        return placements.size === tags.length && tags.every(({ tag }) => resolvedAt.has(tag) && !lost.has(tag))
      },
      { timeout: 12 * MINUTE, interval: 50 },
    )
    await Promise.all([sending, resolving])
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
