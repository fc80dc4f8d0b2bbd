import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Candle } from '../../../schema/graphql/market.ts'
import { answers, jsonSchema, success } from '../../kit/restEnvelope.ts'
import { BEARER, type RouteTools } from '../../kit/RouteTools.ts'
import { candlesInput } from './input.ts'
import type { MarketService } from './service.ts'

export const restCandleSchema = z.object({
  time: z.iso.datetime(),
  open: z.number(),
  high: z.number(),
  low: z.number(),
  close: z.number(),
  volume: z.number(),
})

export function marketRoutes(app: FastifyInstance, { services, signedIn }: RouteTools<{ readonly market: MarketService }>): void {
  app.get(
    '/candles/latest',
    {
      schema: {
        tags: ['market'],
        summary: 'The latest candles of an index, oldest first',
        security: BEARER,
        querystring: jsonSchema(candlesInput),
        response: answers(z.array(restCandleSchema)),
      },
    },
    async (request) => {
      await signedIn(request)
      return success((await services.market.candles(request.query)).map(restCandle))
    },
  )
}

/** A candle in the REST shape. */
export function restCandle(candle: Candle): z.infer<typeof restCandleSchema> {
  return { ...candle, time: candle.time.toISOString() }
}
