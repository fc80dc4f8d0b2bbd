import { formatRupees, paise } from '../money.ts'
import { TRADE_MODES } from '../TradeMode.ts'
import { addDays, formatTimeOfDay, istMinuteOfDay, type Instant, type IsoDate } from '../time.ts'
import { totalCharges } from './charges.ts'
import type { IndexSymbol, OptionExchange } from './indices.ts'
import type { MarketRules } from './MarketRules.ts'

/** What the rules need to know about a held contract. */
export interface HeldContract {
  readonly index: IndexSymbol
  readonly exchange: OptionExchange
  readonly expiry: IsoDate
}

/** Ten lakh rupees: so much that no rate is rounded away. */
const SAMPLE_VALUE = paise(100_000_000)
/** Days by which holidays move an expiry at most; the expiry of the week before is further away. */
const MOVED_DAYS = 5

/**
 * What other rules would mean for a contract that is held on a market day, in words: its lot, its expiry, the sessions until then, when it
 * is squared off today, its freeze quantity, its charges. Empty: nothing.
 */
export function contractEffects(contract: HeldContract, today: IsoDate, before: MarketRules, after: MarketRules): readonly string[] {
  const { index, expiry } = contract
  const textsOf: readonly (readonly [string, (rules: MarketRules) => string])[] = [
    ['lot', (rules) => `${rules.lotFor(index, expiry)} units`],
    ['freeze quantity today', (rules) => `${rules.freezeFor(index, today)} units`],
    ['squared off today', (rules) => squareOffText(rules, today, expiry)],
    ['charges today of a purchase for ₹10,00,000', (rules) => chargesText(contract, 'BUY', today, rules)],
    ['charges today of a sale for ₹10,00,000', (rules) => chargesText(contract, 'SELL', today, rules)],
  ]
  const moved = textsOf.flatMap(([what, textOf]) =>
    textOf(before) === textOf(after) ? [] : [`${what} ${textOf(before)} → ${textOf(after)}`],
  )
  return [...moved, ...expiryEffect(contract, before, after), ...sessionEffect(contract, today, before, after)]
}

function expiryEffect({ index, expiry }: HeldContract, before: MarketRules, after: MarketRules): readonly string[] {
  const isExpiry = (rules: MarketRules) => rules.expiriesFrom(index, expiry, 1)[0] === expiry
  if (!isExpiry(before) || isExpiry(after)) return []
  const next = after.expiriesFrom(index, addDays(expiry, -MOVED_DAYS), 1)[0]!
  return [`its expiry ${expiry} is no expiry day any more, the nearest is ${next}`]
}

/** Days from today to the expiry on which the options' session is another, or none. */
function sessionEffect({ expiry }: HeldContract, today: IsoDate, before: MarketRules, after: MarketRules): readonly string[] {
  const effects: string[] = []
  for (let day = today; day <= expiry; day = addDays(day, 1)) {
    const [old, now] = [hoursText(before, day), hoursText(after, day)]
    if (old !== now) effects.push(`${day}: the exchanges are ${now} instead of ${old}`)
  }
  const [first, ...others] = effects
  return first === undefined || others.length === 0 ? effects : [first, `and on ${others.length} more until its expiry`]
}

function hoursText(rules: MarketRules, day: IsoDate): string {
  const session = rules.sessionOf(day)
  return session ? `open ${timeText(session.open)}–${timeText(session.close)}` : 'closed'
}

function squareOffText(rules: MarketRules, today: IsoDate, expiry: IsoDate): string {
  const session = rules.sessionOf(today)
  if (!session) return 'at no time: the exchanges are closed'
  const [paper, live] = TRADE_MODES.map((mode) => timeText(rules.squareOffAt(session, expiry, mode)))
  return paper === live ? `at ${paper}` : `at ${paper}, live at ${live}`
}

function chargesText({ exchange }: HeldContract, side: 'BUY' | 'SELL', date: IsoDate, rules: MarketRules): string {
  const lines = rules.chargesFor({ side, exchange, value: SAMPLE_VALUE, date })
  return formatRupees(totalCharges(lines))
}

function timeText(at: Instant): string {
  return formatTimeOfDay(istMinuteOfDay(at))
}
