import { IST_OFFSET, istDate, SECOND, type Instant } from '../../../schema/time.ts'
import type { LedgerEntry } from '../../../engine/sandbox/orders/LedgerEntry.ts'
import type { Comparison } from './Comparison.ts'
import type { Trader } from './enrolTrader.ts'
import type { ExchangeMirror } from './ExchangeMirror.ts'

/** What changed what an account has of a contract, and what it then had in the product of Sakha's orders. */
interface Step {
  readonly at: Instant
  readonly by: 'Sakha' | 'owner' | 'broker'
  readonly what: string
  readonly net: number
}

/** Whether accounts were ever short by an order of Sakha's, and are flat at the end of each day, by the exchange's ledger. */
export function judgeAccounts(traders: readonly Trader[], mirror: ExchangeMirror, into: Comparison): void {
  for (const { account } of traders) {
    const { clientCode } = account
    const symbols = new Set(
      mirror.entries.flatMap((entry) => (entry.kind === 'fill' && entry.fill.clientCode === clientCode ? entry.fill.tradingSymbol : [])),
    )
    for (const option of symbols) {
      const steps = stepsOf(mirror.entries, clientCode, option)
      for (const [i, step] of steps.entries()) {
        const before = steps[i - 1]?.net ?? 0
        if (step.net >= before) continue
        const isShort = step.net < Math.min(0, before)
        const cause = steps.slice(0, i).findLast(({ by }) => by === 'owner')
        const after = cause ? `, ${((step.at - cause.at) / SECOND).toFixed(1)} market seconds after the owner's ${cause.what}` : ''
        const text = `${step.what} left ${step.net} units of the product${after}`
        const what = { text, clientCode, option, at: step.at }
        if (step.by === 'Sakha') into.holds('sales by Sakha: none leaves the account short', !isShort, what)
        else if (step.by === 'owner')
          into.holds('sales by owners: none of what is not there any more (not a fault of Sakha’s)', !isShort, what)
      }
      for (const date of new Set(steps.map(({ at }) => istDate(at)))) {
        const last = steps.findLast(({ at }) => istDate(at) === date)!
        const what = { text: `${last.net} units of the product at the end of ${date}, after ${last.what}`, clientCode, option, at: last.at }
        into.holds('accounts: flat at the end of the day, by contract', last.net === 0, what)
      }
    }
  }
}

function stepsOf(entries: readonly LedgerEntry[], clientCode: string, option: string): Step[] {
  const sources = new Map(entries.flatMap((entry) => (entry.kind === 'order' ? [[entry.order.orderId, entry.order] as const] : [])))
  const steps: Step[] = []
  let [net, date] = [0, '']
  for (const entry of entries) {
    // What is intraday does not outlive its day.
    if (date !== istDate(entry.at)) [net, date] = [0, istDate(entry.at)]
    if (
      entry.kind === 'fill' &&
      entry.fill.clientCode === clientCode &&
      entry.fill.tradingSymbol === option &&
      entry.fill.product === 'INTRADAY'
    ) {
      const { side, units, tag, orderId } = entry.fill
      net += side === 'BUY' ? units : -units
      const by = sources.get(orderId)?.via === 'broker' ? 'broker' : tag === '' ? 'owner' : 'Sakha'
      steps.push({ at: entry.at, by, net, what: `${side} of ${units} ${tag === '' ? `by hand, order ${orderId}` : `by ${tag}`}` })
    }
    if (entry.kind !== 'conversion' || entry.conversion.clientCode !== clientCode || entry.conversion.tradingSymbol !== option) continue
    const { units, from, to } = entry.conversion
    net += from === 'INTRADAY' ? -units : to === 'INTRADAY' ? units : 0
    steps.push({ at: entry.at, by: 'owner', net, what: `conversion of ${units} to ${to}` })
  }
  return steps
}

/** What happened to an account in a contract around a moment, a line each, by the exchange's ledger. */
export function happenedAround(entries: readonly LedgerEntry[], clientCode: string, option: string | null, at: Instant): string[] {
  const [from, to] = [at - 45 * SECOND, at + 45 * SECOND]
  return entries.flatMap((entry) => {
    if (entry.at < from || entry.at > to) return []
    const time = inIndia(entry.at)
    if (entry.kind === 'fill' && isOf(entry.fill)) {
      const { side, units, price, tag, product, orderId } = entry.fill
      return `${time} fill: ${side} ${units} at ${price} paise, ${tag || 'by hand'}, ${product}, ${orderId}`
    }
    if (entry.kind === 'order' && isOf(entry.order)) {
      const { side, quantity, filled, status, orderType, price, triggerPrice, tag, text, orderId } = entry.order
      return `${time} order ${orderId} ${tag || 'by hand'}: ${side} ${filled}/${quantity} ${orderType} ${price}/${triggerPrice} ${status} ${text}`
    }
    if (entry.kind === 'conversion' && isOf(entry.conversion))
      return `${time} conversion: ${entry.conversion.units} ${entry.conversion.from} to ${entry.conversion.to}`
    if (entry.kind === 'call' && entry.clientCode === clientCode && entry.outcome !== 'accepted')
      return `${time} ${entry.call} ${entry.tag ?? entry.orderId ?? ''} ${entry.outcome}: ${entry.message}`
    return []
  })

  function isOf(each: { readonly clientCode: string; readonly tradingSymbol: string }): boolean {
    return each.clientCode === clientCode && (option === null || each.tradingSymbol === option)
  }
}

/** Month, day and time in India, to the millisecond. */
export function inIndia(at: Instant): string {
  return Number.isNaN(at) ? '—' : new Date(at + IST_OFFSET).toISOString().slice(5, 23)
}
