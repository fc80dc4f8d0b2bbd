import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Denial } from '../../../schema/graphql/denials.ts'
import { DENIAL_REASONS } from '../../../schema/trading/denials.ts'
import { SIGNAL_SIDES } from '../../../schema/trading/SignalSide.ts'
import { answers, jsonSchema, success } from '../../kit/restEnvelope.ts'
import { BEARER, type RouteTools } from '../../kit/RouteTools.ts'
import { denialsInput } from './input.ts'
import type { DenialService } from './service.ts'

const restDenialSchema = z.object({
  id: z.string(),
  time: z.iso.datetime(),
  strategy: z.string(),
  strategyId: z.string(),
  index: z.string(),
  side: z.enum(SIGNAL_SIDES),
  reason: z.enum(DENIAL_REASONS),
  text: z.string(),
})

export function denialRoutes(app: FastifyInstance, { services, signedIn }: RouteTools<{ readonly denials: DenialService }>): void {
  app.get(
    '/trades/denials',
    {
      schema: {
        tags: ['trades'],
        security: BEARER,
        summary: 'Signals that were not taken and why, latest first',
        querystring: jsonSchema(denialsInput),
        response: answers(z.array(restDenialSchema)),
      },
    },
    async (request) => {
      const { edges } = await services.denials.page((await signedIn(request)).userId, request.query)
      return success(edges.map(({ node }) => restDenial(node)))
    },
  )
}

/** A denial in the REST shape. */
function restDenial(denial: Denial): z.infer<typeof restDenialSchema> {
  return { ...denial, time: denial.time.toISOString() }
}
