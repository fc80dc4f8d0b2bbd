import type { FastifyBaseLogger } from 'fastify'
import { getOperationAST, GraphQLError, OperationTypeNode } from 'graphql'
import type { ExecutionArgs, GraphQLFormattedError, GraphQLSchema } from 'graphql'
import { handleProtocols, makeServer, type Context, type SubscribePayload } from 'graphql-ws'
import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import { Counter, Gauge, type Registry } from 'prom-client'
import { WebSocketServer, type WebSocket } from 'ws'
import { UserFacingError } from '../../../schema/errors.ts'
import { MINUTE, SECOND } from '../../../schema/time.ts'
import type { Authenticator } from '../../security/Authenticator.ts'
import type { TokenLimits } from '../../security/personalTokens/TokenLimits.ts'
import type { UserLimits } from '../../security/UserLimits.ts'
import type { Principal } from '../../kit/Principal.ts'
import type { Documents } from '../graphql/Documents.ts'
import { formatGraphQLError, isInternal } from '../graphql/formatGraphQLError.ts'
import { limitCost } from '../graphql/limitCost.ts'
import { MAX_VARIABLE_ERRORS } from '../graphql/limitVariables.ts'
import { requireReach } from '../graphql/requireReach.ts'
import type { SocketContext } from '../../kit/RequestContext.ts'
import type { Streams } from '../../kit/Topic.ts'
import { answerUpgrades } from './answerUpgrades.ts'
import type { Stranger } from './NewSockets.ts'

const MAX_MESSAGE_BYTES = 64 * 1_024
const MAX_MESSAGES_PER_MINUTE = 300
/** Unsent bytes at which a reader is too slow to be served. */
const MAX_UNSENT_BYTES = 1_024 * 1_024
const MAX_SOCKETS_PER_USER = 10
const MAX_SUBSCRIPTIONS_PER_SOCKET = 50
/** By personal access tokens, beside those of sessions: a script takes no place from its owner's browser. */
const MAX_TOKEN_SOCKETS_PER_USER = 3
const MAX_SUBSCRIPTIONS_PER_TOKEN_SOCKET = 10
const INIT_MS = 3 * SECOND
const PING_MS = 30 * SECOND
/** How long a client has to answer a close before it is cut off. */
const CLOSE_MS = 2 * SECOND

const CLOSE = { goingAway: 1001, policy: 1008, failure: 1011, restart: 1012, tryLater: 1013, forbidden: 4403 } as const

export interface SocketTools {
  readonly server: Server
  readonly schema: GraphQLSchema
  readonly documents: Documents
  readonly streams: Streams
  readonly authenticator: Authenticator
  readonly tokenLimits: TokenLimits
  readonly userLimits: UserLimits
  /** Other origins that may connect, beside this host's. */
  readonly allowedOrigins: readonly string[]
  /** Whether a Host header names this server. */
  readonly isOwnHost: (host: string | undefined) => boolean
  /** Trusted proxies in front, for the client's address. */
  readonly trustedProxies: number
  readonly log: FastifyBaseLogger
  readonly metrics: Registry
}

export interface Sockets {
  /** Closes every socket, so that the clients reconnect and refetch what they may have missed. */
  restart(): void
  /** Closes the sockets of an ended session. */
  endSession(sessionId: string): void
  close(): Promise<void>
}

interface Connection {
  readonly socket: WebSocket
  readonly stranger: Stranger
  /** Null until the client has shown a valid token … */
  principal: Principal | null
  /** … and what it subscribes to, by its own ids. */
  subscriptions: Readonly<Record<string, unknown>>
  /** Closes the socket when the token expires. */
  expiry: NodeJS.Timeout | null
}

type ConnectionContext = Context<Record<string, unknown> | undefined, Connection>

/** Subscriptions over graphql-ws at /graphql: `connectionParams.token` is an access token, and the socket lives no longer than the token. */
export function openSockets({
  server,
  schema,
  documents,
  streams,
  authenticator,
  tokenLimits,
  userLimits,
  allowedOrigins,
  isOwnHost,
  trustedProxies,
  log,
  metrics,
}: SocketTools): Sockets {
  const connections = new Set<Connection>()
  let sent = 0
  measure(metrics, { connections, sent: () => sent })

  const graphql = makeServer<Record<string, unknown> | undefined, Connection>({
    connectionInitWaitTimeout: INIT_MS,

    async onConnect({ connectionParams, extra: connection, subscriptions }) {
      const token = connectionParams?.['token']
      const caller = typeof token === 'string' ? await authenticator.token(token) : null
      // It may be gone now: nothing would clean up what is started for it.
      if (!caller?.ok || connection.socket.readyState !== connection.socket.OPEN) return false
      const { userId, scopes } = caller.value
      const alike = ({ principal }: Connection) => principal?.userId === userId && (principal.scopes === null) === (scopes === null)
      if ([...connections].filter(alike).length >= (scopes === null ? MAX_SOCKETS_PER_USER : MAX_TOKEN_SOCKETS_PER_USER)) {
        connection.socket.close(CLOSE.tryLater, 'Too many connections')
        return false
      }
      connection.stranger.leave()
      connection.principal = caller.value
      connection.subscriptions = subscriptions
      connection.expiry = setTimeout(() => connection.socket.close(CLOSE.forbidden, 'Token expired'), caller.value.expiresAt - Date.now())
      // From here on its revocation closes the socket; one that came before this found nothing to close.
      return authenticator.stillLives(caller.value)
    },

    onSubscribe: (context, _id, payload) => admit(context, payload),
    onNext: ({ extra }, _id, _payload, _args, { errors, data = null }) =>
      errors ? { data, errors: publicErrors(extra, errors) } : undefined,
    onError: ({ extra }, _id, _payload, errors) => publicErrors(extra, errors),
  })

  async function admit(context: ConnectionContext, payload: SubscribePayload): Promise<ExecutionArgs | GraphQLError[]> {
    try {
      return await prepare(context, payload)
    } catch (error) {
      if (error instanceof UserFacingError) return [refusal(error)]
      throw error
    }
  }

  /** Throws what the client is refused with. */
  async function prepare({ extra: { principal }, subscriptions }: ConnectionContext, payload: SubscribePayload) {
    const byToken = principal !== null && principal.scopes !== null
    const most = byToken ? MAX_SUBSCRIPTIONS_PER_TOKEN_SOCKET : MAX_SUBSCRIPTIONS_PER_SOCKET
    if (Object.keys(subscriptions).length > most)
      throw new UserFacingError('RATE_LIMITED', `At most ${most} subscriptions fit on one connection.`)
    const document = documents.read(documents.textOf(payload.query, payload.extensions?.['documentId']))
    if (!document.ok) return [...document.error]
    const operation = getOperationAST(document.value, payload.operationName)
    if (operation?.operation !== OperationTypeNode.SUBSCRIPTION)
      throw new UserFacingError('BAD_USER_INPUT', 'Only subscriptions are served here; send queries and mutations by POST.')
    const cost = limitCost(schema, {
      ...{ document: document.value, operationName: payload.operationName ?? null, variables: payload.variables ?? {} },
    })
    if (!cost.ok) return [cost.error]
    if (principal) {
      await userLimits.request(principal)
      await userLimits.work(principal, cost.value.work)
    }
    if (byToken) {
      requireReach(principal, document.value, operation)
      const counted = await tokenLimits.count(principal.userId)
      if (!counted.ok) throw counted.error
    }
    const contextValue: SocketContext = {
      streams,
      requestId: randomUUID(),
      log,
      signedIn: () => {
        if (principal) return principal
        throw new UserFacingError('UNAUTHENTICATED', 'Please sign in to continue')
      },
    }
    return {
      schema,
      document: document.value,
      contextValue,
      options: { maxCoercionErrors: MAX_VARIABLE_ERRORS },
      ...(payload.operationName == null ? {} : { operationName: payload.operationName }),
      ...(payload.variables == null ? {} : { variableValues: payload.variables }),
    }
  }

  function publicErrors({ principal }: Connection, errors: readonly GraphQLError[]): GraphQLFormattedError[] {
    const requestId = randomUUID()
    for (const error of errors) if (isInternal(error)) log.error({ err: error.originalError ?? error, requestId }, 'a subscription failed')
    return errors.map((error) => formatGraphQLError(error, requestId, principal))
  }

  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES, perMessageDeflate: false, handleProtocols })
  const stopAnswering = answerUpgrades({ server, sockets, allowedOrigins, isOwnHost, trustedProxies }, (socket, stranger) => {
    const connection: Connection = { socket, stranger, principal: null, subscriptions: {}, expiry: null }
    connections.add(connection)
    const withinRate = messageRate()
    const closed = graphql.opened(
      {
        protocol: socket.protocol,
        send: (data) => {
          if (socket.readyState !== socket.OPEN) return
          if (socket.bufferedAmount > MAX_UNSENT_BYTES) socket.close(CLOSE.tryLater, 'Reading too slowly')
          else {
            sent++
            socket.send(data)
          }
        },
        close: (code, reason) => socket.close(code, reason),
        onMessage: (handle) => {
          socket.on('message', (data) => {
            if (!withinRate()) return socket.close(CLOSE.policy, 'Too many messages')
            handle(String(data)).catch((error: unknown) => {
              log.error({ err: error }, 'a socket message could not be handled')
              socket.close(CLOSE.failure, 'Internal server error')
            })
          })
        },
      },
      connection,
    )
    socket.on('error', (error) => log.warn({ err: error }, 'a socket failed'))
    const stopPinging = pingUntilSilent(socket)
    socket.once('close', (code, reason) => {
      stopPinging()
      if (connection.expiry) clearTimeout(connection.expiry)
      connections.delete(connection)
      closed(code, String(reason)).catch((error: unknown) => log.error({ err: error }, 'a closed socket could not be tidied up'))
    })
  })

  return {
    restart() {
      for (const { socket } of connections) socket.close(CLOSE.restart, 'Please reconnect')
    },
    endSession(sessionId) {
      for (const { socket, principal } of connections) if (principal?.sessionId === sessionId) socket.close(CLOSE.forbidden, 'Signed out')
    },
    async close() {
      stopAnswering()
      for (const { socket } of connections) socket.close(CLOSE.goingAway, 'Going away')
      const cutOff = setTimeout(() => connections.forEach(({ socket }) => socket.terminate()), CLOSE_MS)
      await new Promise<void>((resolve) => sockets.close(() => resolve()))
      clearTimeout(cutOff)
    },
  }
}

function measure(metrics: Registry, counts: { readonly connections: ReadonlySet<Connection>; readonly sent: () => number }): void {
  const registers = [metrics]
  new Gauge({
    ...{ name: 'sakha_sockets_open', help: 'WebSockets that are open.', registers },
    collect() {
      this.set(counts.connections.size)
    },
  })
  new Gauge({
    ...{ name: 'sakha_subscriptions_open', help: 'Subscriptions on them.', registers },
    collect() {
      this.set([...counts.connections].reduce((sum, { subscriptions }) => sum + Object.keys(subscriptions).length, 0))
    },
  })
  new Counter({
    ...{ name: 'sakha_socket_messages_sent_total', help: 'Messages that were sent on them.', registers },
    collect() {
      this.reset()
      this.inc(counts.sent())
    },
  })
}

/** Terminates a socket whose peer no longer answers. */
function pingUntilSilent(socket: WebSocket): () => void {
  let answered = true
  socket.on('pong', () => (answered = true))
  const timer = setInterval(() => {
    if (!answered) return socket.terminate()
    answered = false
    socket.ping()
  }, PING_MS)
  return () => clearInterval(timer)
}

/** Returns, for each message, whether it is within the rate. */
function messageRate(): () => boolean {
  let windowStart = Date.now()
  let count = 0
  return () => {
    const now = Date.now()
    if (now - windowStart >= MINUTE) [windowStart, count] = [now, 0]
    return ++count <= MAX_MESSAGES_PER_MINUTE
  }
}

function refusal(error: UserFacingError): GraphQLError {
  return new GraphQLError(error.message, { originalError: error })
}
