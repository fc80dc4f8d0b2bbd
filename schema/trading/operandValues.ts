import { z } from 'zod'

/** What an operand of a rule was when the rule decided: a price or an indicator in rupees, or a time of day, HH:MM in India. */
export interface OperandValue {
  /** As describeCondition.ts calls it. */
  readonly operand: string
  readonly value: number | string
}

/** As stored with a signal. */
export const operandValues: z.ZodType<readonly OperandValue[]> = z.array(
  z.object({ operand: z.string(), value: z.union([z.number(), z.string()]) }),
)
