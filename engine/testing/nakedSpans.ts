import type { LedgerEntry } from '../sandbox/orders/LedgerEntry.ts'
import { isFinal, type SandboxOrder } from '../sandbox/orders/Order.ts'

/** Market time during which units of a client were at the exchange and no order there would have closed them. */
export interface NakedSpan {
  /** Market time. */
  readonly from: number
  /** Market milliseconds. */
  readonly lasts: number
  /** How many units at least. */
  readonly units: number
}

/** By the exchange's own ledger, of one contract; open to `until` where it has not ended. For tests. */
export function nakedSpans(
  entries: readonly LedgerEntry[],
  { clientCode, token }: Pick<SandboxOrder, 'clientCode' | 'token'>,
  until: number,
): NakedSpan[] {
  const resting = new Map<string, SandboxOrder>()
  const spans: NakedSpan[] = []
  let net = 0
  let open: Omit<NakedSpan, 'lasts'> | null = null
  const close = (at: number) => {
    if (open && at > open.from) spans.push({ ...open, lasts: at - open.from })
    open = null
  }
  for (const entry of entries) {
    if (entry.kind === 'fill' && isOf(entry.fill)) net += entry.fill.side === 'BUY' ? entry.fill.units : -entry.fill.units
    else if (entry.kind === 'order' && isOf(entry.order)) {
      const { order } = entry
      if (order.resting === null || isFinal(order) || order.vanished) resting.delete(order.orderId)
      else resting.set(order.orderId, order)
    } else continue
    const closing = net > 0 ? 'SELL' : 'BUY'
    const covered = [...resting.values()].reduce((sum, { side, quantity, filled }) => sum + (side === closing ? quantity - filled : 0), 0)
    const units = Math.abs(net) - covered
    if (units <= 0) close(entry.at)
    else open ??= { from: entry.at, units }
  }
  close(until)
  return spans

  function isOf(each: Pick<SandboxOrder, 'clientCode' | 'token'>): boolean {
    return each.clientCode === clientCode && each.token === token
  }
}
