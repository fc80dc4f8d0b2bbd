import { describeVolatility } from '../../../schema/trading/describeVolatility.ts'
import { POSITION_ASSUMPTIONS } from '../../../schema/trading/positionAssumptions.ts'
import type { Assumptions } from './readReport.ts'

/** A result's assumptions: "Model volatility: 10.5 to 12.1% on 2 days, from India VIX at the previous close. Fills pay …". */
export function assumedText({ volatility, slippage, latencyMs, positions }: Assumptions): string {
  const times = slippage === 1 ? '' : `${slippage} times `
  const paid = `Fills cost ${times}half a spread; stops slip by ${times}the premium's move in ${latencyMs} ms.`
  const fills = positions === true ? `${paid} ${POSITION_ASSUMPTIONS}` : paid
  return volatility.length === 0 ? fills : `Model volatility: ${volatility.map(describeVolatility).join('; ')}. ${fills}`
}
