import 'reflect-metadata'
import { createPubSub } from '@graphql-yoga/subscription'
import type { GraphQLSchema } from 'graphql'
import { buildSchema, getMetadataStorage } from 'type-graphql'
import { AccountResolver } from '../../topics/account/resolver.ts'
import { AdminStrategyResolver } from '../../topics/adminStrategies/resolver.ts'
import { AuditResolver } from '../../topics/audit/resolver.ts'
import { AuthResolver } from '../../topics/auth/resolver.ts'
import { BacktestResolver } from '../../topics/backtests/resolver.ts'
import { DashboardResolver } from '../../topics/dashboard/resolver.ts'
import { DenialResolver } from '../../topics/denials/resolver.ts'
import { DownloadResolver } from '../../topics/downloads/resolver.ts'
import { MarketResolver } from '../../topics/market/resolver.ts'
import { NotificationResolver } from '../../topics/notifications/resolver.ts'
import { OwnDataResolver } from '../../topics/ownData/resolver.ts'
import { PasswordResolver } from '../../topics/passwords/resolver.ts'
import { ProfileResolver } from '../../topics/profile/resolver.ts'
import { ReportResolver } from '../../topics/reports/resolver.ts'
import { SessionResolver } from '../../topics/sessions/resolver.ts'
import { StopResolver } from '../../topics/stops/resolver.ts'
import { StrategyResolver } from '../../topics/strategies/resolver.ts'
import { TradeResolver } from '../../topics/trades/resolver.ts'
import { TwoFactorResolver } from '../../topics/twoFactor/resolver.ts'
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
    // type-graphql insists on one, though every subscription brings its own stream (app/LiveHub.ts).
    pubSub: createPubSub(),
  })
}
