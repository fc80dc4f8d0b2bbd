import type { Prisma, Signal } from '../../prisma/generated/client.ts'
import { paise, toRupees } from '../../schema/money.ts'
import { describeCondition } from '../../schema/rules/describeCondition.ts'
import { parseRuleSet } from '../../schema/rules/parseRuleSet.ts'
import { formatTimeOfDay, istMinuteOfDay } from '../../schema/time.ts'

/** What is told of the signal behind a trade. */
export type EntrySignal = Pick<Signal, 'side' | 'symbol' | 'interval' | 'candleTime' | 'pricePaise'>

const INDEX_POINTS = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** Why a trade was opened: "EMA(9) crosses above EMA(21) on the 1min candle of 10:29, NIFTY at 24,512.30." The rule is the strategy's present one. */
export function describeEntry(signal: EntrySignal, rules: Prisma.JsonValue): string {
  const parsed = parseRuleSet(rules)
  const rule = parsed.ok ? parsed.value[signal.side === 'LONG' ? 'long' : 'short'] : null
  const said = rule ? describeCondition(rule) : `The strategy signalled ${signal.side}`
  const time = formatTimeOfDay(istMinuteOfDay(signal.candleTime.getTime()))
  const level = INDEX_POINTS.format(toRupees(paise(Number(signal.pricePaise))))
  return `${said} on the ${signal.interval} candle of ${time}, ${signal.symbol} at ${level}.`
}
