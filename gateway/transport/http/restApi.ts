import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { accountRoutes } from '../../topics/account/routes.ts'
import { adminStrategyRoutes } from '../../topics/adminStrategies/routes.ts'
import { auditRoutes } from '../../topics/audit/routes.ts'
import { authRoutes } from '../../topics/auth/routes.ts'
import { backtestRoutes } from '../../topics/backtests/routes.ts'
import { dashboardRoutes } from '../../topics/dashboard/routes.ts'
import { denialRoutes } from '../../topics/denials/routes.ts'
import { marketRoutes } from '../../topics/market/routes.ts'
import { notificationRoutes } from '../../topics/notifications/routes.ts'
import { ownDataRoutes } from '../../topics/ownData/routes.ts'
import { passwordRoutes } from '../../topics/passwords/routes.ts'
import { profileRoutes } from '../../topics/profile/routes.ts'
import { reportRoutes } from '../../topics/reports/routes.ts'
import { sessionRoutes } from '../../topics/sessions/routes.ts'
import { stopRoutes } from '../../topics/stops/routes.ts'
import { strategyRoutes } from '../../topics/strategies/routes.ts'
import { tradeRoutes } from '../../topics/trades/routes.ts'
import { twoFactorRoutes } from '../../topics/twoFactor/routes.ts'
import type { RouteTools } from '../../kit/RouteTools.ts'
import { DOCS_POLICY } from '../../security/securityHeaders.ts'
import { closedSchema, unknownFields, type FieldSchema } from './unknownFields.ts'

/** The REST face, to be registered under /api, with its OpenAPI document at openapi.json and a page to read it at docs. */
export async function restApi(app: FastifyInstance, tools: RouteTools): Promise<void> {
  // The services check input, once for both faces; the schemas on the routes describe the same checks. Fields they do not have are
  // refused here: GraphQL does that by itself.
  app.setValidatorCompiler<FieldSchema>(({ schema, httpPart }) => (data) => {
    const error = httpPart === 'body' ? unknownFields(schema, data) : null
    return error ? { error } : { value: data }
  })
  app.setSerializerCompiler(() => (data) => JSON.stringify(data))
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })

  await app.register(swagger, {
    transform: ({ schema, url }) => ({
      schema: schema.body ? { ...schema, body: closedSchema(schema.body) } : schema,
      url,
    }),
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Sakha',
        description: 'Your Trading Buddy. Amounts in rupees, times in UTC unless the name ends in IST.',
        version: '1',
      },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
  })
  authRoutes(app, tools)
  passwordRoutes(app, tools)
  profileRoutes(app, tools)
  sessionRoutes(app, tools)
  twoFactorRoutes(app, tools)
  auditRoutes(app, tools)
  ownDataRoutes(app, tools)
  notificationRoutes(app, tools)
  strategyRoutes(app, tools)
  adminStrategyRoutes(app, tools)
  backtestRoutes(app, tools)
  tradeRoutes(app, tools)
  denialRoutes(app, tools)
  stopRoutes(app, tools)
  accountRoutes(app, tools)
  marketRoutes(app, tools)
  dashboardRoutes(app, tools)
  reportRoutes(app, tools)
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger())
  await app.register(swaggerUi, { routePrefix: '/docs', staticCSP: DOCS_POLICY })
}
