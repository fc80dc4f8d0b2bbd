import type { FastifyRequest } from 'fastify'
import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import { Registry } from 'prom-client'
import { pruneAnalyses } from '../../prisma/agent/pruneAnalyses.ts'
import { PostgresBus } from '../../prisma/bus/PostgresBus.ts'
import { openDatabase, openPool } from '../../prisma/client.ts'
import { JobWorkers } from '../../prisma/jobs/JobWorkers.ts'
import { CurrentMarketRules } from '../../prisma/CurrentMarketRules.ts'
import { appliedMigrations, knownMigrations, schemaMismatch } from '../../prisma/schemaVersion.ts'
import { ownHosts } from '../../schema/ownHosts.ts'
import { SchemaMismatch } from '../../schema/SchemaMismatch.ts'
import { HOUR } from '../../schema/time.ts'
import { Background } from '../kit/Background.ts'
import { Effects } from '../kit/Effects.ts'
import { EventWaits } from '../kit/EventWaits.ts'
import { AccessTokens } from '../security/AccessTokens.ts'
import { requireChange } from '../security/analystReach.ts'
import { Authenticator } from '../security/Authenticator.ts'
import { Callers, showsToken } from '../security/Callers.ts'
import { credentialLimits, pruneCredentialAttempts } from '../security/credentialLimits.ts'
import { sendDeviceCookies } from '../security/deviceCookie.ts'
import { pruneAttempts } from '../security/failedAttempts.ts'
import { makeKey } from '../security/keyFiles.ts'
import { KnownDevices } from '../security/KnownDevices.ts'
import { pruneOneTimeTokens } from '../security/oneTimeTokens.ts'
import { PersonalTokens } from '../security/personalTokens/PersonalTokens.ts'
import { TokenLimits } from '../security/personalTokens/TokenLimits.ts'
import { requireRoute } from '../security/personalTokens/tokenReach.ts'
import { RefreshTokens } from '../security/RefreshTokens.ts'
import { Sealer } from '../security/Sealer.ts'
import { SentFiles } from '../security/SentFiles.ts'
import { SealingKeys } from '../security/SealingKeys.ts'
import { SigningKeys } from '../security/SigningKeys.ts'
import { UserLimits } from '../security/UserLimits.ts'
import { buildGatewaySchema } from '../transport/graphql/buildGatewaySchema.ts'
import { Documents } from '../transport/graphql/Documents.ts'
import { graphqlApi } from '../transport/graphql/graphqlApi.ts'
import { graphqlLimits } from '../transport/graphql/graphqlLimits.ts'
import { limitOperationTime } from '../transport/graphql/limitOperationTime.ts'
import { readOwnDocuments } from '../transport/graphql/readOwnDocuments.ts'
import { createHttpServer } from '../transport/http/createHttpServer.ts'
import { restApi } from '../transport/http/restApi.ts'
import { webFiles } from '../transport/http/webFiles.ts'
import { openSockets } from '../transport/sockets/openSockets.ts'
import { healthRoutes } from './health.ts'
import { pruningCrew } from './pruningCrew.ts'
import type { GatewayConfig } from './readConfig.ts'
import { serveMetrics, type MetricsServer } from './serveMetrics.ts'
import { TOPICS } from './topics.ts'

/** From one address, /api, /graphql and /downloads together. */
const REQUESTS_PER_MINUTE = 600

export interface Gateway {
  readonly port: number
  readonly url: string
  /** Of /metrics; null where there is none. */
  readonly metricsPort: number | null
  /** Resolves when what no answer waits for is done, but for jobs. */
  idle(): Promise<void>
  /** Closes sockets, finishes the requests under way and lets go of the database. */
  close(): Promise<void>
}

/**
 * Starts the whole backend for the front end, with the topics of `composition`. Rejects when the port is busy (EADDRINUSE), the database does not answer or its
 * market tables are damaged (DamagedMarketTables) or not of this version (SchemaMismatch).
 */
export async function startGateway(config: GatewayConfig, log: Logger, composition = TOPICS): Promise<Gateway> {
  const { home } = config
  const signingKeys = await SigningKeys.load(home)
  const [refreshKey, deviceKey, sealingKeys] = await Promise.all([
    makeKey(home, 'refresh'),
    makeKey(home, 'devices'),
    SealingKeys.load(home),
  ])
  const accessTokens = new AccessTokens(signingKeys)
  const pool = openPool(config.databaseUrl, 'gateway')
  const db = openDatabase(pool)
  const letGoOfDatabase = async () => {
    await db.$disconnect()
    await pool.end()
  }
  const tokenLimits = new TokenLimits(pool)
  const userLimits = new UserLimits()
  const authenticator = new Authenticator(pool, accessTokens, new PersonalTokens(pool, tokenLimits))
  const background = new Background(log)
  const sentFiles = new SentFiles(authenticator, background)
  const waits = new EventWaits()
  const metrics = new Registry()
  const effects = new Effects(db)
  const refreshTokens = new RefreshTokens(db, refreshKey.key)
  const open = async () => {
    const mismatch = schemaMismatch(knownMigrations(), await appliedMigrations(pool))
    if (mismatch !== null) throw new SchemaMismatch(mismatch)
    const rules = await CurrentMarketRules.load(db)
    return composition.open({
      ...{ config, log, metrics, db, pool, rules, background, waits, accessTokens, effects, refreshTokens, sentFiles },
      sealer: new Sealer(sealingKeys),
      knownDevices: new KnownDevices(deviceKey.key),
    })
  }
  const topics = await open().catch(async (error: unknown) => {
    await letGoOfDatabase()
    throw error
  })
  const schema = await buildGatewaySchema(composition.resolvers, topics.resolvers)
  limitOperationTime(schema, composition.patient)
  const own = await readOwnDocuments(config.webRoot)
  const documents = new Documents(schema, { limits: graphqlLimits(composition.oncePerRequest), own })

  const rotateKeys = () => background.run('the signing keys could not be rotated', () => signingKeys.rotateWhenDue(Date.now()))
  rotateKeys()
  const keyRotation = setInterval(rotateKeys, HOUR)

  const isOwnHost = ownHosts(config.host, [new URL(config.publicUrl).hostname])
  const app = await createHttpServer(log, metrics, { ...config, isOwnHost })
  sendDeviceCookies(app, { secure: config.publicUrl.startsWith('https:') })
  const countAttempt = credentialLimits(pool)
  const callers = new Callers(authenticator)
  const signedIn = async (request: FastifyRequest) => {
    const caller = await callers.of(request)
    if (caller.ok) return caller.value
    throw caller.error
  }
  const callerOf = async (request: FastifyRequest) => (request.headers.authorization === undefined ? null : await signedIn(request))
  const perAddress = app.rateLimit({
    ...{ max: REQUESTS_PER_MINUTE, timeWindow: 60_000 },
    // A script with a token does not use up what its owner's browser has.
    keyGenerator: (request) => (showsToken(request) ? `token ${request.ip}` : request.ip),
  })
  await app.register(
    async (api) => {
      api.addHook('onRequest', perAddress)
      api.addHook('onRequest', async (request) => {
        const path = request.routeOptions.url?.replace(/^\/api/, '') ?? ''
        const token = await callers.tokenOf(request)
        if (token) requireRoute(token, request.method, path)
        const caller = request.headers.authorization === undefined ? null : await callers.of(request)
        if (!caller?.ok) return
        requireChange(caller.value, request.method, path)
        await userLimits.request(caller.value)
      })
      await restApi(api, (paths) => topics.routes(paths, { signedIn, callerOf, countAttempt }))
    },
    { prefix: '/api' },
  )
  await app.register(async (api) => {
    api.addHook('onRequest', perAddress)
    await graphqlApi(api, { schema, documents, callers, userLimits, countAttempt, metrics })
  })
  await app.register(async (files) => {
    files.addHook('onRequest', perAddress)
    topics.pages(files)
  })
  healthRoutes(app, db, topics.services.engine)
  await webFiles(app, config.webRoot)

  const sockets = openSockets({
    server: app.server,
    schema,
    documents,
    streams: topics.streams,
    authenticator,
    tokenLimits,
    userLimits,
    allowedOrigins: config.allowedOrigins,
    isOwnHost,
    trustedProxies: config.trustedProxies,
    log,
    metrics,
  })
  const bus = new PostgresBus(config.databaseUrl)
  let workers: JobWorkers | null = null
  let metricsServer: MetricsServer | null = null
  const letGo = async () => {
    await metricsServer?.close()
    waits.close()
    await sockets.close()
    await app.close()
    clearInterval(keyRotation)
    await workers?.close()
    await topics.close()
    await Promise.all([letGoOfDatabase(), bus.close()])
  }
  try {
    const events = await bus.listen({
      onEvent: (event) => {
        if (event.type === 'session.ended') {
          sentFiles.endSession(event.sessionId)
          return sockets.endSession(event.sessionId)
        }
        waits.handle(event)
        topics.handle(event)
      },
      onReconnect: () => {
        topics.missed()
        sentFiles.missed()
        sockets.restart()
      },
    })
    app.addHook('onClose', () => events.close())
    const moves = await bus.listenPrices((moved) => topics.handle(moved))
    app.addHook('onClose', () => moves.close())
    // A change between the first reading and this moment was not heard.
    await topics.services.rules.refresh()
    if (config.metricsPort !== null)
      metricsServer = await serveMetrics(metrics, {
        ...{ port: config.metricsPort, host: config.metricsHost, pool, db, rules: topics.services.rules },
        lastNumber: () => events.lastNumber,
      })
    await app.listen({ port: config.port, host: config.host })
    const pruning = pruningCrew([
      ...[() => effects.prune(), () => refreshTokens.prune()],
      ...[pruneOneTimeTokens, pruneAttempts, pruneCredentialAttempts, pruneAnalyses].map((prune) => () => prune(db)),
      ...topics.prunes,
    ])
    workers = new JobWorkers(config.databaseUrl, [...topics.jobs, pruning], log)
    topics.serving()
  } catch (error) {
    await letGo()
    throw error
  }
  const { port } = app.server.address() as AddressInfo
  const metricsPort = metricsServer?.port ?? null
  return { port, url: `http://${config.host}:${port}`, metricsPort, idle: () => background.idle(), close: letGo }
}
