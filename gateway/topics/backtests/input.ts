import { z } from 'zod'
import { LIMITS } from '../../../schema/limits.ts'
import { sweptParameterMistake } from '../../../schema/rules/sweptSettings.ts'
import { amount, date, id, indexSymbol, wholeNumber } from '../../kit/inputFields.ts'
import { draftInput, placeholdersIn, readRules } from './draftInput.ts'

const { variants, parameters, foldDays, slippage } = LIMITS.backtests

const value = z.number({ error: (issue) => `values must be numbers, got ${String(issue.input)}` })
const parameter = z.object({
  name: z.string().regex(/^[a-z]\w{0,31}$/i, { error: (issue) => `name must be letters and digits like fast, got ${String(issue.input)}` }),
  values: z.array(value).min(1, 'values must have a number at least').max(variants, `values may have at most ${variants} numbers`),
})
const sweep = z
  .array(parameter)
  .min(1, 'sweep must name a parameter at least')
  .max(parameters, `sweep may name at most ${parameters} parameters`)
const walkForward = z.object({
  train: wholeNumber('train', foldDays.min, foldDays.max),
  validate: wholeNumber('validate', foldDays.min, foldDays.max),
})

export const runBacktestInput = z
  .object({
    strategyId: id('strategyId').nullish(),
    draft: draftInput.nullish(),
    symbol: indexSymbol.nullish(),
    from: date('from').nullish(),
    to: date('to').nullish(),
    sweep: sweep.nullish(),
    walkForward: walkForward.nullish(),
    slippage: amount('slippage', slippage.min, slippage.max).nullish(),
  })
  .refine(({ from, to }) => !from || !to || from <= to, { path: ['to'], message: 'to must not be before from' })
  .refine(({ strategyId, draft }) => (strategyId == null) !== (draft == null), {
    path: ['strategyId'],
    message: 'Name either a strategyId or a draft, not both',
  })
  .transform((order, context) => {
    const asked = order.sweep ?? null
    const mistake = asked && sweepMistake(asked, placeholdersIn(order.draft?.rules))
    if (mistake !== null) context.addIssue({ code: 'custom', path: ['sweep'], message: mistake })
    if (mistake !== null) return z.NEVER
    if (!order.draft) return { ...order, draft: null }
    const rules = readRules(order.draft.rules, asked, context)
    return rules ? { ...order, draft: { ...order.draft, rules } } : z.NEVER
  })

/** Among the trades of a result; no result has as many. */
const LAST_PLACE = 1_000_000_000

export const backtestDaysInput = z.object({ symbol: indexSymbol })

export const backtestIdInput = z.object({ id: id('id') })

export const backtestTradesPage = z.object({
  first: wholeNumber('first', 1, LIMITS.backtests.trades.max).nullish(),
  after: wholeNumber('after', 0, LAST_PLACE).nullish().describe('Cursor of the last trade of the page before'),
})
export const backtestTradesInput = backtestTradesPage.extend({ id: id('id') })

/** What is wrong with a sweep's parameters, for the user; null when nothing is. */
function sweepMistake(asked: z.output<typeof sweep>, placeholders: readonly string[]): string | null {
  const names = asked.map(({ name }) => name)
  const twice = names.find((name, i) => names.indexOf(name) !== i)
  if (twice !== undefined) return `sweep names ${twice} twice`
  const repeated = asked.find(({ values }) => new Set(values).size < values.length)
  if (repeated) return `sweep has a value of ${repeated.name} twice`
  const count = asked.reduce((product, { values }) => product * values.length, 1)
  if (count > variants) return `sweep asks for ${count.toLocaleString('en-US')} variants, at most ${variants} fit`
  for (const { name, values } of asked) {
    const mistake = sweptParameterMistake(name, values, placeholders)
    if (mistake !== null) return mistake
  }
  return null
}
