import 'reflect-metadata'
import { accessTokensTopic } from '../topics/accessTokens/topic.ts'
import { accountTopic } from '../topics/account/topic.ts'
import { adminBrokerTopic } from '../topics/adminBroker/topic.ts'
import { adminMarketTopic } from '../topics/adminMarket/topic.ts'
import { adminStrategiesTopic } from '../topics/adminStrategies/topic.ts'
import { adminUsersTopic } from '../topics/adminUsers/topic.ts'
import { agentTopic } from '../topics/agent/topic.ts'
import { announcementsTopic } from '../topics/announcements/topic.ts'
import { anonymousTradesTopic } from '../topics/anonymousTrades/topic.ts'
import { auditTopic } from '../topics/audit/topic.ts'
import { authTopic } from '../topics/auth/topic.ts'
import { backtestsTopic } from '../topics/backtests/topic.ts'
import { brokerTopic } from '../topics/broker/topic.ts'
import { complianceTopic } from '../topics/compliance/topic.ts'
import { dashboardTopic } from '../topics/dashboard/topic.ts'
import { denialsTopic } from '../topics/denials/topic.ts'
import { downloadsTopic } from '../topics/downloads/topic.ts'
import { exportsTopic } from '../topics/exports/topic.ts'
import { indicatorsTopic } from '../topics/indicators/topic.ts'
import { liveOrdersTopic } from '../topics/liveOrders/topic.ts'
import { liveTradingTopic } from '../topics/liveTrading/topic.ts'
import { lotPreviewsTopic } from '../topics/lotPreviews/topic.ts'
import { mailTopic } from '../topics/mail/topic.ts'
import { marketTopic } from '../topics/market/topic.ts'
import { notificationsTopic } from '../topics/notifications/topic.ts'
import { ownDataTopic } from '../topics/ownData/topic.ts'
import { passwordsTopic } from '../topics/passwords/topic.ts'
import { performanceTopic } from '../topics/performance/topic.ts'
import { performanceSchedulerTopic } from '../topics/performanceScheduler/topic.ts'
import { profileTopic } from '../topics/profile/topic.ts'
import { reportsTopic } from '../topics/reports/topic.ts'
import { sessionsTopic } from '../topics/sessions/topic.ts'
import { signalsTopic } from '../topics/signals/topic.ts'
import { stopsTopic } from '../topics/stops/topic.ts'
import { strategiesTopic } from '../topics/strategies/topic.ts'
import { strategyPageTopic } from '../topics/strategyPage/topic.ts'
import { strategySightTopic } from '../topics/strategySight/topic.ts'
import { systemTopic } from '../topics/system/topic.ts'
import { tradesTopic } from '../topics/trades/topic.ts'
import { twoFactorTopic } from '../topics/twoFactor/topic.ts'
import { Composition } from './Composition.ts'
import type { Platform } from './Platform.ts'

/** All topics of the gateway, one a line. Each comes after those whose services it needs: the compiler says so where one does not. */
export const TOPICS = Composition.of<Platform>()
  .with(auditTopic)
  .with(mailTopic)
  .with(marketTopic)
  .with(indicatorsTopic)
  .with(tradesTopic)
  .with(signalsTopic)
  .with(denialsTopic)
  .with(reportsTopic)
  .with(performanceTopic)
  .with(anonymousTradesTopic)
  .with(agentTopic)
  .with(complianceTopic)
  .with(downloadsTopic)
  .with(exportsTopic)
  .with(dashboardTopic)
  .with(accountTopic)
  .with(stopsTopic)
  .with(liveTradingTopic)
  .with(liveOrdersTopic)
  .with(strategiesTopic)
  .with(lotPreviewsTopic)
  .with(strategySightTopic)
  .with(backtestsTopic)
  .with(strategyPageTopic)
  .with(adminStrategiesTopic)
  .with(brokerTopic)
  .with(adminBrokerTopic)
  .with(adminMarketTopic)
  .with(announcementsTopic)
  .with(performanceSchedulerTopic)
  .with(systemTopic)
  .with(twoFactorTopic)
  .with(authTopic)
  .with(sessionsTopic)
  .with(accessTokensTopic)
  .with(notificationsTopic)
  .with(profileTopic)
  .with(adminUsersTopic)
  .with(passwordsTopic)
  .with(ownDataTopic)
