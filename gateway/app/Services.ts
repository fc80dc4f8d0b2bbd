import type { AccountService } from '../topics/account/service.ts'
import type { AdminStrategyService } from '../topics/adminStrategies/service.ts'
import type { AuditService } from '../topics/audit/service.ts'
import type { AuthService } from '../topics/auth/service.ts'
import type { BacktestService } from '../topics/backtests/service.ts'
import type { DashboardService } from '../topics/dashboard/service.ts'
import type { DenialService } from '../topics/denials/service.ts'
import type { DownloadService } from '../topics/downloads/service.ts'
import type { LiveHub } from './LiveHub.ts'
import type { MarketService } from '../topics/market/service.ts'
import type { NotificationService } from '../topics/notifications/service.ts'
import type { OwnDataService } from '../topics/ownData/service.ts'
import type { PasswordService } from '../topics/passwords/service.ts'
import type { ProfileService } from '../topics/profile/service.ts'
import type { ReportService } from '../topics/reports/service.ts'
import type { SessionService } from '../topics/sessions/service.ts'
import type { StopService } from '../topics/stops/service.ts'
import type { StrategyService } from '../topics/strategies/service.ts'
import type { TradeService } from '../topics/trades/service.ts'
import type { TwoFactorService } from '../topics/twoFactor/service.ts'

/** The use cases, one service a topic; GraphQL and REST are faces of them. */
export interface Services {
  readonly auth: AuthService
  readonly passwords: PasswordService
  readonly profile: ProfileService
  readonly sessions: SessionService
  readonly twoFactor: TwoFactorService
  readonly audit: AuditService
  readonly ownData: OwnDataService
  readonly strategies: StrategyService
  readonly adminStrategies: AdminStrategyService
  readonly trades: TradeService
  readonly denials: DenialService
  readonly account: AccountService
  readonly stops: StopService
  readonly backtests: BacktestService
  readonly market: MarketService
  readonly dashboard: DashboardService
  readonly reports: ReportService
  readonly downloads: DownloadService
  readonly notifications: NotificationService
  readonly live: LiveHub
}
