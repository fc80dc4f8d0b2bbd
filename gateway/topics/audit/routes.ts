import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { answers, jsonSchema, success } from '../../kit/restEnvelope.ts'
import { BEARER, type RouteTools } from '../../kit/RouteTools.ts'
import { auditInput } from './input.ts'
import type { AuditService } from './service.ts'

const entry = z.object({
  sequence: z.int(),
  at: z.iso.datetime(),
  action: z.string(),
  text: z.string(),
  actor: z.string(),
  address: z.string().nullable(),
  userAgent: z.string().nullable(),
  sessionId: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
})

export function auditRoutes(app: FastifyInstance, { services, signedIn }: RouteTools<{ readonly audit: AuditService }>): void {
  app.get(
    '/user/audit-log',
    {
      schema: {
        tags: ['profile'],
        summary: 'What happened to the account, the latest first; `next` is the `before` of the following page',
        querystring: jsonSchema(auditInput),
        security: BEARER,
        response: answers(z.object({ entries: z.array(entry), next: z.int().nullable() })),
      },
    },
    async (request) => success(await services.audit.mine((await signedIn(request)).userId, request.query)),
  )
}
