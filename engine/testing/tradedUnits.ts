import type { LedgerEntry } from '../sandbox/orders/LedgerEntry.ts'

/** What a client has traded by the exchange's ledger, in units: bought, sold, what is left, and the fewest that he ever had. For tests. */
export function tradedUnits(entries: readonly LedgerEntry[], clientCode: string) {
  let [net, lowest, bought, sold] = [0, 0, 0, 0]
  for (const entry of entries) {
    if (entry.kind !== 'fill' || entry.fill.clientCode !== clientCode) continue
    const { side, units } = entry.fill
    if (side === 'BUY') bought += units
    else sold += units
    net = bought - sold
    lowest = Math.min(lowest, net)
  }
  return { lowest, bought, sold, net }
}
