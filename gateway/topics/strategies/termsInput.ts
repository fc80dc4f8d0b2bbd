import { z } from 'zod'
import { fromRupees } from '../../../schema/money.ts'
import { LIMITS, RULE_LIMITS } from '../../../schema/limits.ts'
import { parseRuleSet } from '../../../schema/rules/parseRuleSet.ts'
import { printRuleSet } from '../../../schema/rules/printRuleSet.ts'
import { volumeMistake } from '../../../schema/rules/volumeMistake.ts'
import { amount, emptyAllowed, wholeNumber } from '../../kit/inputFields.ts'
import { timeOfDay } from './input.ts'

const { strategy, subscription } = LIMITS

/** A rule set in canonical form. Each complaint has the path of its node, `rules.long.all[1]`. */
export const rulesField = z.unknown().transform((value, context) => {
  const bytes = Buffer.byteLength(JSON.stringify(value) ?? '')
  if (bytes > RULE_LIMITS.bytes) {
    context.addIssue({ code: 'custom', message: `rules must be at most ${RULE_LIMITS.bytes} bytes, got ${bytes}` })
    return z.NEVER
  }
  const parsed = parseRuleSet(value)
  if (parsed.ok) {
    // Every strategy trades indices. Stored versions are not checked again.
    const mistake = volumeMistake(parsed.value)
    if (mistake === null) return printRuleSet(parsed.value)
    context.addIssue({ code: 'custom', message: `The rules: ${mistake}` })
    return z.NEVER
  }
  for (const { path, message } of parsed.error)
    context.addIssue({
      code: 'custom',
      path: path === '' ? [] : [path],
      message: path === '' ? `The rules: ${message}` : `The rules at ${path}: ${message}`,
    })
  return z.NEVER
})

/** A strategy's terms; absent or empty ones get a new strategy's defaults (specification, §9). */
export const termsInput = z.object({
  rules: rulesField,
  timeWindow: emptyAllowed(z.object({ start: emptyAllowed(timeOfDay('start')), end: emptyAllowed(timeOfDay('end')) })),
  maxTrades: emptyAllowed(wholeNumber('maxTrades', strategy.maxTrades.min, strategy.maxTrades.max)),
  riskPerTrade: emptyAllowed(amount('riskPerTrade', strategy.riskPerTrade.min, strategy.riskPerTrade.max)),
  stopLoss: emptyAllowed(amount('stopLoss', strategy.stopLoss.min, strategy.stopLoss.max)),
  takeProfit: emptyAllowed(amount('takeProfit', strategy.takeProfit.min, strategy.takeProfit.max)),
  trailingStop: emptyAllowed(amount('trailingStop', strategy.stopLoss.min, strategy.stopLoss.max)),
  quantity: emptyAllowed(wholeNumber('quantity', strategy.quantity.min, strategy.quantity.max)),
})

/** A window that ends before it starts would never trade. */
export function windowEndsAfterStart({ timeWindow }: Pick<z.output<typeof termsInput>, 'timeWindow'>): boolean {
  const { start, end } = windowOf(timeWindow)
  return start < end
}
export const WINDOW_COMPLAINT = { path: ['timeWindow'], message: 'The trading window must end after its start' }

/** The columns of a version for an input; `Rules`: as stored. */
export function termsOf<Rules>({
  rules,
  timeWindow,
  maxTrades,
  riskPerTrade,
  stopLoss,
  takeProfit,
  trailingStop,
  quantity,
}: Omit<z.output<typeof termsInput>, 'rules'> & { readonly rules: Rules }) {
  const { start, end } = windowOf(timeWindow)
  return {
    rules,
    windowStart: start,
    windowEnd: end,
    maxTrades: maxTrades ?? 5,
    riskPerTradePaise: BigInt(fromRupees(riskPerTrade ?? 1_000)),
    stopLossPercent: stopLoss ?? 50,
    takeProfitPercent: takeProfit ?? 100,
    trailingStopPercent: trailingStop,
    lots: quantity ?? 1,
  }
}

function windowOf(window: z.output<typeof termsInput>['timeWindow']): { readonly start: string; readonly end: string } {
  const { first, last } = subscription.window
  return { start: window?.start ?? first, end: window?.end ?? last }
}
