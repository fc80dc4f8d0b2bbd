import 'reflect-metadata'
import { createPubSub } from '@graphql-yoga/subscription'
import type { GraphQLSchema } from 'graphql'
import { buildSchema, getMetadataStorage } from 'type-graphql'
import { AccountResolver } from '../account/resolver.ts'
import { AdminStrategyResolver } from '../adminStrategies/resolver.ts'
import { AuditResolver } from '../audit/resolver.ts'
import { AuthResolver } from '../auth/resolver.ts'
import { BacktestResolver } from '../backtests/resolver.ts'
import { DashboardResolver } from '../dashboard/resolver.ts'
import { DenialResolver } from '../denials/resolver.ts'
import { DownloadResolver } from '../downloads/resolver.ts'
import { MarketResolver } from '../market/resolver.ts'
import { NotificationResolver } from '../notifications/resolver.ts'
import { OwnDataResolver } from '../ownData/resolver.ts'
import { PasswordResolver } from '../passwords/resolver.ts'
import { ProfileResolver } from '../profile/resolver.ts'
import { ReportResolver } from '../reports/resolver.ts'
import { SessionResolver } from '../sessions/resolver.ts'
import { StopResolver } from '../stops/resolver.ts'
import { StrategyResolver } from '../strategies/resolver.ts'
import { TradeResolver } from '../trades/resolver.ts'
import { TwoFactorResolver } from '../twoFactor/resolver.ts'
import { dateTime } from './dateTime.ts'

/** The API's schema with its resolvers. Input is checked by the services, once for both faces. */
export function buildGatewaySchema(): Promise<GraphQLSchema> {
  // Their fields are plain properties, which need no resolver: without one each, answers are several times as fast (createExecutor.ts).
  for (const type of getMetadataStorage().objectTypes) type.simpleResolvers = true
  return buildSchema({
    resolvers: [
      ...([AccountResolver, AuthResolver, BacktestResolver, DashboardResolver, DenialResolver, MarketResolver] as const),
      ...([AdminStrategyResolver, ProfileResolver, ReportResolver, StopResolver, StrategyResolver, TradeResolver] as const),
      DownloadResolver,
      ...([AuditResolver, NotificationResolver, OwnDataResolver, PasswordResolver, SessionResolver, TwoFactorResolver] as const),
    ],
    validate: false,
    scalarsMap: [{ type: Date, scalar: dateTime }],
    // type-graphql insists on one, though every subscription brings its own stream (live/LiveHub.ts).
    pubSub: createPubSub(),
  })
}
