import type { IndexSymbol } from '../../../schema/market/indices.ts'
import type { Paise } from '../../../schema/money.ts'
import { istDate, type Instant } from '../../../schema/time.ts'
import type { OptionContract } from '../../broker/port.ts'
import type { MarketRules, Session } from '../../../schema/market/MarketRules.ts'
import type { Direction } from '../../../schema/trading/SignalSide.ts'

/**
 * The option a signal trades: a call for LONG, a put for SHORT; the nearest expiry that still takes entries; the strike nearest the index
 * price, the higher of two equally near. Null when none is listed.
 */
export function chooseContract(
  contracts: readonly OptionContract[],
  signal: { readonly index: IndexSymbol; readonly side: Direction; readonly price: Paise },
  now: Instant,
  session: Session,
  rules: MarketRules,
): OptionContract | null {
  const today = istDate(now)
  const closing = now >= rules.entriesEndAt(session, today, 'PAPER')
  const optionType = signal.side === 'LONG' ? 'CE' : 'PE'
  let best: OptionContract | null = null
  for (const contract of contracts) {
    if (contract.index !== signal.index || contract.optionType !== optionType) continue
    if (contract.expiry < today || (closing && contract.expiry === today)) continue
    if (!best || isBetter(contract, best, signal.price)) best = contract
  }
  return best
}

function isBetter(candidate: OptionContract, best: OptionContract, price: Paise): boolean {
  if (candidate.expiry !== best.expiry) return candidate.expiry < best.expiry
  const nearer = Math.abs(candidate.strike - price) - Math.abs(best.strike - price)
  return nearer === 0 ? candidate.strike > best.strike : nearer < 0
}
