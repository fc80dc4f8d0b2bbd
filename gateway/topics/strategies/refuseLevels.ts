import type { z } from 'zod'
import { UserFacingError } from '../../../schema/errors.ts'
import type { RuleSet } from '../../../schema/rules/RuleSet.ts'
import type { settingsInput } from './input.ts'

const REASON = 'stops and targets are set per leg.'

/**
 * Refuses settings that have no effect on a position of several legs; resets to the strategy's are always allowed. Throws BAD_USER_INPUT.
 */
export function refuseLevels({ position }: RuleSet, { stopLoss, takeProfit, sizeByRisk }: z.output<typeof settingsInput>): void {
  if (!position) return
  const fields: Record<string, string> = {}
  if (stopLoss != null) fields['stopLoss'] = `This strategy takes no stop loss: ${REASON}`
  if (takeProfit != null) fields['takeProfit'] = `This strategy takes no take profit: ${REASON}`
  if (sizeByRisk === true) fields['sizeByRisk'] = `This strategy does not choose its lots by risk: ${REASON}`
  const [message] = Object.values(fields)
  if (message !== undefined) throw new UserFacingError('BAD_USER_INPUT', message, fields)
}
