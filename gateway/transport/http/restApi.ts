import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { DOCS_POLICY } from '../../security/securityHeaders.ts'
import { closedSchema, unknownFields, type FieldSchema } from '../../kit/unknownFields.ts'

/** The REST face, with the paths that `routes` registers; to be registered under /api, with its OpenAPI document at openapi.json and a page to read it at docs. */
export async function restApi(app: FastifyInstance, routes: (app: FastifyInstance) => void): Promise<void> {
  // The services check input, once for both faces; the schemas on the routes describe the same checks. Unknown fields are refused here:
  // GraphQL does that by itself.
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
  routes(app)
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger())
  await app.register(swaggerUi, { routePrefix: '/docs', staticCSP: DOCS_POLICY })
}
