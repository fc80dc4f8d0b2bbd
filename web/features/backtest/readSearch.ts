import * as z from 'zod/mini'
import { err, ok, type Result } from '../../../schema/errors.ts'
import { fromRupees, toRupees } from '../../../schema/money.ts'
import { thinnedEquity } from '../../../schema/trading/equityOf.ts'
import type { EquityPoint } from '../../charts/equityGeometry.ts'
import { assumptions, instant, range } from './readReport.ts'

const known = z.nullable(z.number())
const metrics = z.object({
  ...{ trades: z.number(), net: z.number(), winRate: known, expectancy: known, profitFactor: known, sharpe: known },
  ...{ charges: z.number(), maxDrawdown: z.number(), maxDrawdownShare: z.number() },
})
const scope = {
  ...{ from: z.string(), to: z.string(), days: z.number(), funds: z.number(), lots: z.number(), traded: z.string() },
  // Older results have none of these, nor of the ranges below.
  uncoveredYears: z._default(z.array(z.number()), []),
  assumptions: z.optional(assumptions),
}
const ofBefore = z._default(z.nullable(range), null)
const rankedBy = z.enum(['net', 'deflatedSharpe'])
const span = z.tuple([z.string(), z.string()])

const sweep = z.object({
  ...scope,
  rankedBy,
  ranged: z._default(z.number(), 0),
  variants: z.array(
    z.object({
      ...{ name: z.string(), metrics, range: ofBefore, deflatedSharpe: known, standsAlone: z.boolean() },
      neighbours: z.nullable(z.object({ count: z.number(), median: known })),
    }),
  ),
})
const walkForward = z.object({
  ...scope,
  rankedBy,
  variants: z.number(),
  folds: z.array(z.object({ train: span, validate: span, variant: z.string(), trained: metrics, validated: metrics, range: ofBefore })),
  outOfSample: z.object({
    ...{ metrics, range: ofBefore, verdict: z.string() },
    equity: z.array(z.object({ at: instant, equity: z.number(), drawdown: z.number() })),
  }),
})

/** The variants of a sweep, the best first. Amounts in rupees, shares fractions. */
export type Sweep = z.infer<typeof sweep>
/** The folds of a walk-forward, and the equity of the days that nothing was chosen by as it is drawn. */
export interface WalkForward extends Omit<z.infer<typeof walkForward>, 'outOfSample'> {
  readonly outOfSample: Omit<z.infer<typeof walkForward>['outOfSample'], 'equity'> & { readonly equity: readonly EquityPoint[] }
}
export type Search = ({ readonly kind: 'SWEEP' } & Sweep) | ({ readonly kind: 'WALK_FORWARD' } & WalkForward)

/** Parses the result of a sweep or a walk-forward; null: it is of one strategy (readReport). The error names what is malformed. */
export function readSearch(result: unknown): Result<Search, string> | null {
  if (typeof result !== 'object' || result === null || !('rankedBy' in result)) return null
  if (!('folds' in result)) {
    const read = z.safeParse(sweep, result)
    return read.success ? ok({ kind: 'SWEEP', ...read.data }) : err(z.prettifyError(read.error))
  }
  const read = z.safeParse(walkForward, result)
  if (!read.success) return err(z.prettifyError(read.error))
  const { outOfSample, ...found } = read.data
  const points = outOfSample.equity.map(({ at, equity, drawdown }) => ({ at, equity: fromRupees(equity), drawdown: fromRupees(drawdown) }))
  const drawn = thinnedEquity(points).map(({ at, equity, drawdown }) => ({
    ...{ time: at, equity: toRupees(equity), drawdown: toRupees(drawdown) },
  }))
  const [first] = drawn
  const equity = first
    ? [{ time: Date.parse(`${found.folds[0]!.validate[0]}T09:15:00+05:30`), equity: found.funds, drawdown: 0 }, ...drawn]
    : []
  return ok({ kind: 'WALK_FORWARD', ...found, outOfSample: { ...outOfSample, equity } })
}
