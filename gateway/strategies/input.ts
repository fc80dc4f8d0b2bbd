import { z } from 'zod'
import { LIMITS } from '../../schema/limits.ts'
import { IndexSymbol } from '../../schema/market/indices.ts'
import { amount, emptyAllowed, id, versionNumber, wholeNumber } from '../server/inputFields.ts'

export const strategyIdInput = z.object({ strategyId: id('strategyId') })
export const subscriptionIdInput = z.object({ id: id('id') })
export const moveInput = z.object({ version: versionNumber })

const { strategy, subscription } = LIMITS
/** The instruments a user may choose, by the names people use. */
const INSTRUMENTS = { ...IndexSymbol, MIDCAP: 'MIDCPNIFTY' } as const

/** HH:MM of trading hours, by India's clock. */
export const timeOfDay = (name: string) => {
  const { first, last } = subscription.window
  const error = (issue: { readonly input?: unknown }) => `${name} must be a time HH:MM from ${first} to ${last}, got ${String(issue.input)}`
  // Times of two digits each compare as texts do.
  return z
    .string({ error })
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error })
    .refine((time) => time >= first && time <= last, { error })
}

/** An index by the names people use. */
export const instrument = z
  .enum(Object.keys(INSTRUMENTS) as (keyof typeof INSTRUMENTS)[], {
    error: (issue) => `instruments must be of NIFTY, SENSEX, BANKNIFTY and MIDCAP, got ${String(issue.input)}`,
  })
  .transform((name) => INSTRUMENTS[name])

/** All of a user's own settings of a strategy; null (no instruments): the strategy's. */
export const settingsInput = z.object({
  timeWindow: emptyAllowed(z.object({ start: emptyAllowed(timeOfDay('start')), end: emptyAllowed(timeOfDay('end')) })),
  maxTrades: emptyAllowed(wholeNumber('maxTrades', strategy.maxTrades.min, strategy.maxTrades.max)),
  riskPerTrade: emptyAllowed(amount('riskPerTrade', subscription.riskPerTrade.min, subscription.riskPerTrade.max)),
  stopLoss: emptyAllowed(amount('stopLoss', subscription.stopLoss.min, subscription.stopLoss.max)),
  takeProfit: emptyAllowed(amount('takeProfit', subscription.takeProfit.min, subscription.takeProfit.max)),
  quantity: emptyAllowed(wholeNumber('quantity', strategy.quantity.min, strategy.quantity.max)),
  paperTrade: emptyAllowed(z.boolean('paperTrade must be true or false')),
  instruments: emptyAllowed(
    z
      .array(instrument, 'instruments must be a list')
      .max(strategy.instruments.max, `instruments must name at most ${strategy.instruments.max}`),
  ).transform((instruments) => [...new Set(instruments ?? [])]),
})
