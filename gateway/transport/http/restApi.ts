import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { once } from 'node:events'
import { forRequest } from '../../../prisma/requestIds.ts'
import { DOCS_POLICY } from '../../security/securityHeaders.ts'
import { entityTags } from './entityTags.ts'
import { closedSchema, unknownFields, type FieldSchema } from '../../kit/unknownFields.ts'

const ABOUT = `Your Trading Buddy. Amounts in rupees, times in UTC unless the name ends in IST.

Pages: a list with \`first\` and \`after\` gives at most \`first\` entries. Its answer's \`next\` is the \`after\` of the following page, and null on the last one; where a list stands alone, its last entry's id is. Pages stay in place: what is new while you read is on none of them. \`first\` beyond its maximum is refused.

Unchanged answers: a JSON answer to a GET has an \`ETag\`. Send it as \`If-None-Match\`, and an answer that is still the same comes as 304 without a body. It counts as a request. Answers are private (\`Cache-Control: no-store\`): keep them in your program, and in no cache that others share.

Too often: 429 and 503 say in \`Retry-After\` after how many seconds to go on.`

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

  // Once the body is read: the socket reports it, outside an earlier hook's context.
  app.addHook('preValidation', (request, { raw }, done) => {
    void forRequest(request.id, async () => {
      done()
      await once(raw, 'close')
    })
  })
  entityTags(app)

  await app.register(swagger, {
    transform: ({ schema, url, route }) => ({
      schema: {
        ...schema,
        ...(schema.body ? { body: closedSchema(schema.body) } : {}),
        ...(route.method === 'GET' ? { response: withTags(schema.response) } : {}),
      },
      url,
    }),
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Sakha',
        description: ABOUT,
        version: '1',
      },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
  })
  routes(app)
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger())
  await app.register(swaggerUi, { routePrefix: '/docs', staticCSP: DOCS_POLICY })
}

/** The answers to a GET, as entityTags() completes them. Files have no tags. */
function withTags(response: unknown): unknown {
  const { 200: ok, ...others } = (response ?? {}) as Record<string, object | undefined>
  if (!ok || 'content' in ok) return response
  return {
    200: { ...ok, headers: { ETag: { type: 'string', description: 'Names this very answer' } } },
    304: { type: 'null', description: 'What If-None-Match names is still the answer' },
    ...others,
  }
}
