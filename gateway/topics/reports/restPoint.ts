import { z } from 'zod'
import type { EquityPoint } from '../../../schema/graphql/EquityPoint.ts'

export const restPointSchema = z.object({ at: z.iso.datetime(), equity: z.number(), drawdown: z.number() })

/** A point of an equity curve in the REST shape. */
export function restPoint({ at, equity, drawdown }: EquityPoint): z.infer<typeof restPointSchema> {
  return { at: at.toISOString(), equity, drawdown }
}
