import type { FastifyRequest } from 'fastify'
import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import { PostgresBus } from '../../prisma/bus/PostgresBus.ts'
import { openDatabase, openPool } from '../../prisma/client.ts'
import { CurrentMarketRules } from '../../prisma/CurrentMarketRules.ts'
import { HOUR } from '../../schema/time.ts'
import { AccountService } from '../topics/account/service.ts'
import { AdminStrategyService } from '../topics/adminStrategies/service.ts'
import { AuditReader } from '../topics/audit/AuditReader.ts'
import { AuditService } from '../topics/audit/service.ts'
import { AuthService } from '../topics/auth/service.ts'
import { BacktestService } from '../topics/backtests/service.ts'
import { DashboardService } from '../topics/dashboard/service.ts'
import { DenialService } from '../topics/denials/service.ts'
import { downloadFiles } from '../topics/downloads/downloadFiles.ts'
import { downloadRoutes } from '../topics/downloads/routes.ts'
import { DownloadService } from '../topics/downloads/service.ts'
import { EventWaits } from '../kit/EventWaits.ts'
import { LiveHub } from './LiveHub.ts'
import { openSockets } from '../transport/sockets/openSockets.ts'
import { PriceBoard } from '../topics/market/PriceBoard.ts'
import { Letters } from '../topics/mail/Letters.ts'
import { Mailer, mailSettings } from '../topics/mail/Mailer.ts'
import { MailLimits } from '../topics/mail/MailLimits.ts'
import { EngineStates } from '../topics/market/EngineStates.ts'
import { MarketService } from '../topics/market/service.ts'
import { Couriers } from '../topics/notifications/Couriers.ts'
import { DeliverySlots } from '../topics/notifications/DeliverySlots.ts'
import { EngineWatch } from '../topics/notifications/EngineWatch.ts'
import { NotificationFeed } from '../topics/notifications/NotificationFeed.ts'
import { NotificationNews } from '../topics/notifications/NotificationNews.ts'
import { Outbox } from '../topics/notifications/Outbox.ts'
import { NotificationService } from '../topics/notifications/service.ts'
import { OwnDataService } from '../topics/ownData/service.ts'
import { PasswordService } from '../topics/passwords/service.ts'
import { ProfileService } from '../topics/profile/service.ts'
import { ReportService } from '../topics/reports/service.ts'
import { AccessTokens } from '../security/AccessTokens.ts'
import { Authenticator } from '../security/Authenticator.ts'
import { credentialLimits } from '../security/credentialLimits.ts'
import { sendDeviceCookies } from '../security/deviceCookie.ts'
import { makeKey } from '../security/keyFiles.ts'
import { KnownDevices } from '../security/KnownDevices.ts'
import { RefreshTokens } from '../security/RefreshTokens.ts'
import { Sealer } from '../security/Sealer.ts'
import { SealingKeys } from '../security/SealingKeys.ts'
import { SigningKeys } from '../security/SigningKeys.ts'
import { SessionService } from '../topics/sessions/service.ts'
import { StopService } from '../topics/stops/service.ts'
import { StrategyService } from '../topics/strategies/service.ts'
import { TradeService } from '../topics/trades/service.ts'
import { SecondFactor } from '../topics/twoFactor/SecondFactor.ts'
import { TwoFactorService } from '../topics/twoFactor/service.ts'
import { Background } from '../kit/Background.ts'
import { buildGatewaySchema } from '../transport/graphql/buildGatewaySchema.ts'
import { createHttpServer } from '../transport/http/createHttpServer.ts'
import { Documents } from '../transport/graphql/Documents.ts'
import { Effects } from '../kit/Effects.ts'
import { graphqlApi } from '../transport/graphql/graphqlApi.ts'
import { graphqlLimits } from '../transport/graphql/graphqlLimits.ts'
import { healthRoutes } from './health.ts'
import { limitOperationTime } from '../transport/graphql/limitOperationTime.ts'
import type { GatewayConfig } from './readConfig.ts'
import { restApi } from '../transport/http/restApi.ts'
import type { Services } from './Services.ts'
import { webFiles } from '../transport/http/webFiles.ts'

/** From one address, /api, /graphql and /downloads together. */
const REQUESTS_PER_MINUTE = 600

export interface Gateway {
  readonly port: number
  readonly url: string
  /** Resolves when what no answer waits for, mails among it, is done. */
  idle(): Promise<void>
  /** Closes sockets, finishes the requests under way and lets go of the database. */
  close(): Promise<void>
}

/**
 * Starts the whole backend for the front end. Rejects when the port is busy (EADDRINUSE), the database does not answer or its
 * market tables are damaged (DamagedMarketTables).
 */
export async function startGateway(config: GatewayConfig, log: Logger): Promise<Gateway> {
  const { home } = config
  const signingKeys = await SigningKeys.load(home)
  const [refreshKey, deviceKey, sealingKeys] = await Promise.all([
    makeKey(home, 'refresh'),
    makeKey(home, 'devices'),
    SealingKeys.load(home),
  ])
  const accessTokens = new AccessTokens(signingKeys)
  const schema = await buildGatewaySchema()
  limitOperationTime(schema)
  const documents = new Documents(schema, { limits: graphqlLimits() })
  const pool = openPool(config.databaseUrl)
  const db = openDatabase(pool)
  const authenticator = new Authenticator(pool, accessTokens)
  const engine = new EngineStates(db, config.engineStaleMs)
  const sealer = new Sealer(sealingKeys)
  const [rules, audit] = await Promise.all([CurrentMarketRules.load(db), AuditReader.open(db, sealer, log)]).catch(
    async (error: unknown) => {
      await db.$disconnect()
      await pool.end()
      throw error
    },
  )
  const prices = new PriceBoard()
  const effects = new Effects(db)
  const waits = new EventWaits()
  const trades = new TradeService(db, pool, effects, prices)
  const denials = new DenialService(db)
  const market = new MarketService(db, engine, prices, rules)
  const live = new LiveHub(trades, denials, market, engine, prices, rules, log)
  const background = new Background(log)
  const mailer = new Mailer(mailSettings(config), background, log)
  const letters = new Letters(config.publicUrl)
  const secondFactor = new SecondFactor(sealer)
  const refreshTokens = new RefreshTokens(db, refreshKey.key)
  const mailLimits = new MailLimits(db)
  const knownDevices = new KnownDevices(deviceKey.key)
  const auth = new AuthService(db, { accessTokens, refreshTokens, secondFactor, knownDevices, mailLimits, background, mailer, letters })
  const { telegramApi, privateWebhooks, publicUrl } = config
  const couriers = new Couriers({ sealer, mailer, letters, telegramApi, privateWebhooks, publicUrl, log })
  const slots = new DeliverySlots()
  const outbox = new Outbox(db, { audit, couriers, slots, log })
  const feed = new NotificationFeed(db, audit)
  const news = new NotificationNews(db, { feed, outbox, watch: new EngineWatch(db, engine, market), log })
  const reports = new ReportService(db, rules)
  const services: Services = {
    auth,
    passwords: new PasswordService(db, auth, { mailer, letters, mailLimits, knownDevices, secondFactor }),
    profile: new ProfileService(db, { auth, mailer, letters, mailLimits, knownDevices }),
    sessions: new SessionService(db),
    twoFactor: new TwoFactorService(db, secondFactor, mailer, letters),
    audit: new AuditService(audit),
    ownData: new OwnDataService(db, audit, { mailer, letters, mailLimits }),
    strategies: new StrategyService(db),
    adminStrategies: new AdminStrategyService(db, effects),
    trades,
    denials,
    account: new AccountService(db, engine),
    stops: new StopService(db, effects, waits),
    backtests: new BacktestService(db, effects, waits),
    market,
    dashboard: new DashboardService(db, engine, trades),
    reports,
    downloads: new DownloadService(db, downloadFiles({ trades, reports })),
    notifications: new NotificationService(db, { audit, feed, outbox, couriers, slots, sealer, mailer, letters, privateWebhooks }),
    live,
  }

  const rotateKeys = () => background.run('the signing keys could not be looked after', () => signingKeys.rotateWhenDue(Date.now()))
  rotateKeys()
  const keyRotation = setInterval(rotateKeys, HOUR)

  const app = await createHttpServer(log, config)
  sendDeviceCookies(app, { secure: config.publicUrl.startsWith('https:') })
  const countAttempt = credentialLimits(app)
  const signedIn = async (request: FastifyRequest) => {
    const caller = await authenticator.header(request.headers.authorization)
    if (caller.ok) return caller.value
    throw caller.error
  }
  const callerOf = async (request: FastifyRequest) => (request.headers.authorization === undefined ? null : await signedIn(request))
  const perAddress = app.rateLimit({ max: REQUESTS_PER_MINUTE, timeWindow: 60_000 })
  await app.register(
    async (api) => {
      api.addHook('onRequest', perAddress)
      await restApi(api, { services, signedIn, callerOf, countAttempt })
    },
    { prefix: '/api' },
  )
  await app.register(async (api) => {
    api.addHook('onRequest', perAddress)
    await graphqlApi(api, { schema, documents, services, authenticator, countAttempt })
  })
  await app.register(async (files) => {
    files.addHook('onRequest', perAddress)
    downloadRoutes(files, services)
  })
  healthRoutes(app, db, engine)
  await webFiles(app, config.webRoot)

  const sockets = openSockets({
    server: app.server,
    schema,
    documents,
    services,
    authenticator,
    allowedOrigins: config.allowedOrigins,
    trustedProxies: config.trustedProxies,
    log,
  })
  const bus = new PostgresBus(config.databaseUrl)
  const letGo = async () => {
    live.close()
    waits.close()
    await sockets.close()
    await app.close()
    clearInterval(keyRotation)
    await news.close()
    await mailer.close()
    await db.$disconnect()
    await Promise.all([pool.end(), bus.close()])
  }
  try {
    const events = await bus.listen({
      onEvent: (event) => {
        if (event.type === 'session.ended') return sockets.endSession(event.sessionId)
        waits.handle(event)
        live.handle(event)
        news.handle(event)
      },
      onReconnect: () => {
        live.refreshRules()
        news.catchUp()
        sockets.restart()
      },
    })
    app.addHook('onClose', () => events.close())
    const moves = await bus.listenPrices((moved) => live.handle(moved))
    app.addHook('onClose', () => moves.close())
    // A change between the first reading and this moment was not heard.
    await rules.refresh()
    await app.listen({ port: config.port, host: config.host })
    mailer.check()
  } catch (error) {
    await letGo()
    throw error
  }
  const { port } = app.server.address() as AddressInfo
  return { port, url: `http://${config.host}:${port}`, idle: () => background.idle(), close: letGo }
}
