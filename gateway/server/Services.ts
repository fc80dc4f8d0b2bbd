import type { AccountService } from '../account/service.ts'
import type { AdminStrategyService } from '../adminStrategies/service.ts'
import type { AuditService } from '../audit/service.ts'
import type { AuthService } from '../auth/service.ts'
import type { BacktestService } from '../backtests/service.ts'
import type { DashboardService } from '../dashboard/service.ts'
import type { DenialService } from '../denials/service.ts'
import type { DownloadService } from '../downloads/service.ts'
import type { LiveHub } from '../live/LiveHub.ts'
import type { MarketService } from '../market/service.ts'
import type { NotificationService } from '../notifications/service.ts'
import type { OwnDataService } from '../ownData/service.ts'
import type { PasswordService } from '../passwords/service.ts'
import type { ProfileService } from '../profile/service.ts'
import type { ReportService } from '../reports/service.ts'
import type { SessionService } from '../sessions/service.ts'
import type { StopService } from '../stops/service.ts'
import type { StrategyService } from '../strategies/service.ts'
import type { TradeService } from '../trades/service.ts'
import type { TwoFactorService } from '../twoFactor/service.ts'

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
