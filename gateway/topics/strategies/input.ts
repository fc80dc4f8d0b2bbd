import { z } from 'zod'
import { UserFacingError } from '../../../schema/errors.ts'
import { LIMITS } from '../../../schema/limits.ts'
import { LIVE_WORD } from '../../../schema/trading/liveGates.ts'
import { isTradingTime } from '../../../schema/trading/isTradingTime.ts'
import { given } from '../../kit/given.ts'
import { amount, clearable, emptyAllowed, id, index, versionNumber, wholeNumber } from '../../kit/inputFields.ts'

export const strategyIdInput = z.object({ strategyId: id('strategyId') })
export const subscriptionIdInput = z.object({ id: id('id') })
export const moveInput = z.object({ version: versionNumber })

const { strategy, subscription } = LIMITS

/** What a user types to confirm live trading; anything but LIVE_WORD confirms nothing. */
const confirmation = emptyAllowed(
  z.string('confirmation must be a text').max(100, 'confirmation must have at most 100 characters'),
).describe(`${LIVE_WORD}, to switch to live or to confirm it again`)
/** The body of a call that switches between paper and live. */
export const modeInput = z.object({ confirmation }).optional()

/** HH:MM of trading hours, by India's clock. */
export const timeOfDay = (name: string) => {
  const { first, last } = subscription.window
  const error = (issue: { readonly input?: unknown }) => `${name} must be a time HH:MM from ${first} to ${last}, got ${given(issue.input)}`
  return (
    z
      .string({ error })
      // For the documentation of the API, which cannot say more.
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error })
      .refine(isTradingTime, { error })
  )
}

/** One of a strategy's instruments. */
export const instrument = index('instruments must be of')

/** Changes to a user's own settings of a strategy: absent fields stay, null (no instruments) resets to the strategy's. */
export const settingsInput = z.object({
  timeWindow: clearable(z.object({ start: clearable(timeOfDay('start')), end: clearable(timeOfDay('end')) })),
  maxTrades: clearable(wholeNumber('maxTrades', strategy.maxTrades.min, strategy.maxTrades.max)),
  riskPerTrade: clearable(amount('riskPerTrade', subscription.riskPerTrade.min, subscription.riskPerTrade.max)),
  stopLoss: clearable(amount('stopLoss', subscription.stopLoss.min, subscription.stopLoss.max)),
  takeProfit: clearable(amount('takeProfit', subscription.takeProfit.min, subscription.takeProfit.max)),
  quantity: clearable(wholeNumber('quantity', strategy.quantity.min, strategy.quantity.max)),
  sizeByRisk: emptyAllowed(z.boolean('sizeByRisk must be true or false')),
  paperTrade: emptyAllowed(z.boolean('paperTrade must be true or false')),
  confirmation: confirmation.describe(`${LIVE_WORD}, to switch to live or to confirm it again, with paperTrade false; refused without it`),
  instruments: clearable(
    z
      .array(instrument, 'instruments must be a list')
      .max(strategy.instruments.max, `instruments must name at most ${strategy.instruments.max}`)
      .transform((instruments) => [...new Set(instruments)]),
  ),
})

/** The body of a REST call that changes them: the settings themselves, or one object of them. */
export const settingsBody = settingsInput.extend({
  customSettings: settingsInput.optional().describe('The settings, when they are not sent beside each other'),
})

/** The settings of such a body, unvalidated. Throws BAD_USER_INPUT when it has both. */
export function settingsOf(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('customSettings' in body)) return body
  const { customSettings, ...others } = body
  const [beside] = Object.keys(others)
  if (beside !== undefined)
    throw new UserFacingError('BAD_USER_INPUT', `Send all settings in customSettings or none: ${beside} is beside it.`, {
      [beside]: 'Send it in customSettings.',
    })
  return customSettings
}
