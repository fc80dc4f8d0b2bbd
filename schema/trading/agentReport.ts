import { z } from 'zod'
import { AGENT_REASONS } from './agent.ts'

/** Results as shares of what was paid. */
const netSums = z.object({ count: z.number(), sum: z.number(), sumOfSquares: z.number(), wins: z.number() })

/** What the record of a key says about the model: forecasts against outcomes, and what buying without skill would have made. */
export const agentReport = z.object({
  /** Analyses without a lead, by reason. */
  refusals: z.partialRecord(z.enum(AGENT_REASONS), z.number()),
  /** Moves that are known now, and those inside the 80% interval. */
  outcomes: z.number(),
  covered: z.number(),
  /** Confidences near each other, in twenty bins, each a twentieth wide: how many, their sum, and how many ended above zero. */
  reliability: z.array(z.object({ count: z.number(), said: z.number(), wins: z.number() })),
  /** Sums of the squared errors of the confidence, and of always saying the share so far. */
  brier: z.number(),
  baseBrier: z.number(),
  /** The evidence that the edge of an open key is gone. Reports of earlier releases have none. */
  gate: z.object({ doubt: z.object({ against: z.number() }).nullable() }).default({ doubt: null }),
  shadow: netSums,
  /** Buying both sides at every counted scan: the control line. */
  control: netSums,
})

export type AgentReport = z.output<typeof agentReport>
