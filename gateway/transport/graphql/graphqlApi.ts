import { ApolloServer, type ApolloServerPlugin } from '@apollo/server'
import { ApolloServerPluginCacheControlDisabled } from '@apollo/server/plugin/disabled'
import { fastifyApolloHandler } from '@as-integrations/fastify'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { getOperationAST, GraphQLError, Kind, OperationTypeNode, type DocumentNode, type GraphQLSchema } from 'graphql'
import type { Registry } from 'prom-client'
import { z } from 'zod'
import { forRequest } from '../../../prisma/requestIds.ts'
import { err, ok, UserFacingError, type Result } from '../../../schema/errors.ts'
import type { Callers } from '../../security/Callers.ts'
import { deviceOf } from '../../security/deviceOf.ts'
import type { UserLimits } from '../../security/UserLimits.ts'
import type { CountAttempt } from '../../kit/CountAttempt.ts'
import type { Documents } from './Documents.ts'
import { formatGraphQLError } from './formatGraphQLError.ts'
import { guardOperations } from './guardOperations.ts'
import { idempotencyKeyOf } from '../../kit/idempotencyHeader.ts'
import { limitCost } from './limitCost.ts'
import { limitVariables } from './limitVariables.ts'
import { OPERATION_MS } from './limitOperationTime.ts'
import { measureOperations } from './measureOperations.ts'
import { parseInput } from '../../kit/parseInput.ts'
import { publicError } from '../../kit/publicError.ts'
import { publicAnswers } from './publicAnswers.ts'
import type { HttpContext } from '../../kit/RequestContext.ts'

export interface GraphQLTools {
  readonly schema: GraphQLSchema
  readonly documents: Documents
  readonly callers: Callers
  readonly userLimits: UserLimits
  readonly countAttempt: CountAttempt
  readonly metrics: Registry
}

/** One operation per request: a list of them (batching) does not fit. The own web sends an id in place of the text. */
const requestBody = z.object({
  query: z.string('query must be the text of a GraphQL document').optional(),
  extensions: z.record(z.string(), z.unknown(), 'extensions must be an object').nullish(),
  variables: z.record(z.string(), z.unknown(), 'variables must be an object').nullish(),
  operationName: z.string('operationName must be text').nullish(),
})

type Asked = z.output<typeof requestBody> & { readonly query: string }

/** What may be executed, and what it takes beside its answer (schema/graphql/size.ts). */
interface Allowed {
  readonly document: DocumentNode
  /** Whether it changes nothing. */
  readonly reads: boolean
  readonly work: number
}

const MB = 1_000_000
/** Characters of a query's answer: a backtest of three years with fifty trades a day has nearly as many. What a mutation has done is told at any length. */
const MAX_ANSWER = 16 * MB

/** Queries and mutations at POST /graphql. Failures outside GraphQL have its shape, too. */
export async function graphqlApi(
  app: FastifyInstance,
  { schema, documents, callers, userLimits, countAttempt, metrics }: GraphQLTools,
): Promise<void> {
  const apollo = new ApolloServer<HttpContext>({
    schema,
    documentStore: null,
    plugins: [
      ApolloServerPluginCacheControlDisabled(),
      readBefore(documents),
      subscriptionsElsewhere,
      guardOperations,
      limitVariables(schema),
      publicAnswers(schema),
      // After those that make the answer.
      measureOperations(metrics),
    ],
    // guardOperations decides it per request.
    introspection: true,
    csrfPrevention: true,
    allowBatchedHttpRequests: false,
    stopOnTerminationSignals: false,
    includeStacktraceInErrorResponses: false,
    logger: app.log,
  })
  await apollo.start()
  app.addHook('onClose', () => apollo.stop())

  app.setErrorHandler((error, request, reply) => {
    const { code, message, status, fieldErrors, retryAfterSeconds } = publicError(error)
    // Apollo Client reads the code of a refusal from no other type.
    if (code === 'UNKNOWN_DOCUMENT') reply.type('application/graphql-response+json; charset=utf-8')
    if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
    if (status >= 500) request.log.error({ err: error }, 'a GraphQL request failed')
    return reply
      .code(status)
      .send({ errors: [{ message, extensions: { code, requestId: request.id, ...(fieldErrors ? { fieldErrors } : {}) } }] })
  })

  const handle = fastifyApolloHandler(apollo, {
    context: async (request): Promise<HttpContext> => {
      // Apollo would answer a failure here in its own words: it is thrown when the caller is needed.
      const caller = await callers.of(request).catch((error: unknown) => ({ ok: false as const, error }))
      const signedIn = () => {
        if (caller.ok) return caller.value
        throw caller.error
      }
      return {
        requestId: request.id,
        log: request.log,
        device: deviceOf(request),
        deadline: Date.now() + OPERATION_MS,
        signedIn,
        known: caller.ok ? caller.value : null,
        caller: () => (request.headers.authorization === undefined ? null : signedIn()),
        idempotencyKey: () => idempotencyKeyOf(request),
        countAttempt: (action) => countAttempt(action, request),
      }
    },
  })
  /** What is wrong with what a request asks for, or what it costs. */
  const ask = ({ query, operationName, variables }: Asked): Result<Allowed, readonly GraphQLError[]> => {
    const document = documents.read(query)
    if (!document.ok) return document
    const asked = { document: document.value, operationName: operationName ?? null }
    const cost = limitCost(schema, { ...asked, variables: variables ?? {} })
    const reads = getOperationAST(asked.document, asked.operationName)?.operation === OperationTypeNode.QUERY
    return cost.ok ? ok({ document: asked.document, reads, work: cost.value.work }) : err([cost.error])
  }
  app.post('/graphql', { schema: { hide: true } }, async (request, reply) => {
    // One that is over or asks too often learns so, whatever it asks for.
    await callers.tokenOf(request)
    // A failure is thrown when the caller is needed.
    const known = await callers.of(request).catch(() => null)
    const caller = known?.ok ? known.value : null
    if (caller) await userLimits.request(caller)
    const body = parseInput(requestBody, request.body)
    reply.header('cache-control', 'no-store')
    const query = documents.textOf(body.query, body.extensions?.['documentId'])
    request.body = { ...body, query }
    const asked = ask({ ...body, query })
    if (!asked.ok) return reply.code(400).send({ errors: asked.error.map((fault) => formatGraphQLError(fault, request.id, caller)) })
    if (caller) await userLimits.work(caller, asked.value.work)
    const answer = async () => {
      const text = await handle.call(app, request, reply)
      if (typeof text !== 'string') return text
      if (caller) await userLimits.answered(caller, text.length)
      return text.length > MAX_ANSWER && asked.value.reads ? tooLarge(reply, text.length) : text
    }
    return mayWrite(asked.value.document) ? forRequest(request.id, answer) : answer()
  })
}

/** Refuses an answer of so many characters, whole. */
function tooLarge(reply: FastifyReply, length: number): never {
  reply.removeHeader('content-length')
  const inMB = (characters: number) => (characters / MB).toFixed(1)
  throw new UserFacingError(
    'BAD_USER_INPUT',
    `The answer would have ${inMB(length)} MB, and ${inMB(MAX_ANSWER)} are allowed: ask for fewer rows or fields.`,
  )
}

/** Whether a document has a mutation. */
function mayWrite({ definitions }: DocumentNode): boolean {
  return definitions.some((each) => each.kind === Kind.OPERATION_DEFINITION && each.operation === OperationTypeNode.MUTATION)
}

/** Passes Apollo the document as parsed here, valid and within the limits: it does not parse or validate it again. */
function readBefore(documents: Documents): ApolloServerPlugin<HttpContext> {
  return {
    async requestDidStart() {
      return {
        async didResolveSource(request) {
          const document = documents.read(request.source)
          if (document.ok) Object.assign(request, { document: document.value })
        },
      }
    },
  }
}

/** Apollo does not execute them. */
const subscriptionsElsewhere: ApolloServerPlugin<HttpContext> = {
  async requestDidStart() {
    return {
      async didResolveOperation({ operation }) {
        if (operation?.operation !== OperationTypeNode.SUBSCRIPTION) return
        const refusal = new UserFacingError('BAD_USER_INPUT', 'Subscriptions are served over a WebSocket at /graphql.')
        throw new GraphQLError(refusal.message, { originalError: refusal, extensions: { http: { status: 400 } } })
      },
    }
  },
}
