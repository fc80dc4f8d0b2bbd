import { describeVolatility } from '../../../schema/trading/describeVolatility.ts'
import { POSITION_ASSUMPTIONS } from '../../../schema/trading/positionAssumptions.ts'
import type { Assumptions } from './readReport.ts'

/** A result's assumptions: "Volatility of the model: 10.5 to 12.1% on 2 days, from India VIX at the close before. Fills pay …". */
export function assumedText({ volatility, slippage, latencyMs, positions }: Assumptions): string {
  const times = slippage === 1 ? '' : `${slippage} times `
  const paid = `Fills pay ${times}half a spread; a stop slips ${times}what the premium moves in ${latencyMs} ms.`
  const fills = positions === true ? `${paid} ${POSITION_ASSUMPTIONS}` : paid
  return volatility.length === 0 ? fills : `Volatility of the model: ${volatility.map(describeVolatility).join('; ')}. ${fills}`
}
