import { z } from 'zod'

/** What was open of a trade when its owner was told of it: its options and their units, in the order in which they were opened. */
export const openWhenTold = z.array(z.object({ option: z.string(), units: z.int() })).min(1)
export type OpenWhenTold = z.infer<typeof openWhenTold>
