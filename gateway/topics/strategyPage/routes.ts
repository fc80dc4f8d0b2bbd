import type { FastifyInstance } from 'fastify'
import { answers, jsonSchema, success } from '../../kit/restEnvelope.ts'
import { BEARER, type RouteTools } from '../../kit/RouteTools.ts'
import { subscriptionIdInput } from '../strategies/input.ts'
import { restPage, restPageSchema } from './restPage.ts'
import type { StrategyPageService } from './service.ts'

export function strategyPageRoutes(
  app: FastifyInstance,
  { services, signedIn }: RouteTools<{ readonly strategyPage: StrategyPageService }>,
): void {
  app.get(
    '/strategy/page/:id',
    {
      schema: {
        tags: ['strategies'],
        security: BEARER,
        summary: 'Everything about one strategy: rules, versions and record',
        params: jsonSchema(subscriptionIdInput),
        response: answers(restPageSchema),
      },
    },
    async (request) => success(restPage(await services.strategyPage.page(await signedIn(request), request.params))),
  )
}
