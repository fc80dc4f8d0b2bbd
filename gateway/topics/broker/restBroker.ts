import { z } from 'zod'
import type { BrokerCredentials, BrokerStatus, LastPrice } from '../../../schema/graphql/broker.ts'

export const brokerCredentialsSchema = z.object({
  isConnected: z.boolean(),
  lastRefreshed: z.iso.datetime().nullable(),
  brokerName: z.string(),
})

export const brokerStatusSchema = brokerCredentialsSchema.extend({
  clientCodeEnding: z.string().nullable().describe('The last two characters'),
  validUntil: z.iso.datetime().nullable(),
  refreshRecommended: z.boolean(),
  signsInByItself: z.boolean(),
  problem: z.string().nullable(),
})

export const lastPriceSchema = z.object({ token: z.string(), symbol: z.string(), ltp: z.number(), at: z.iso.datetime() })

export function restBrokerCredentials({
  isConnected,
  lastRefreshed,
  brokerName,
}: BrokerCredentials): z.infer<typeof brokerCredentialsSchema> {
  return { isConnected, lastRefreshed: lastRefreshed?.toISOString() ?? null, brokerName }
}

export function restBrokerStatus(status: BrokerStatus): z.infer<typeof brokerStatusSchema> {
  const { clientCodeEnding, refreshRecommended, signsInByItself, problem } = status
  const validUntil = status.validUntil?.toISOString() ?? null
  return { ...restBrokerCredentials(status), clientCodeEnding, validUntil, refreshRecommended, signsInByItself, problem }
}

export function restLastPrice(price: LastPrice): z.infer<typeof lastPriceSchema> {
  return { ...price, at: price.at.toISOString() }
}
