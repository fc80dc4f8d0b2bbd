import { SCREENS, type ScreenName } from '../../schema/paths.ts'

interface ScreenFile {
  /** In `web/screens/`, without its ending. */
  readonly file: `${string}Screen`
  /** Whether only the signed-in see it. */
  readonly signedIn: boolean
}

const FILES: Readonly<Record<ScreenName, ScreenFile>> = {
  landing: { file: 'LandingScreen', signedIn: false },
  verifyEmail: { file: 'VerifyEmailScreen', signedIn: false },
  resetPassword: { file: 'ResetPasswordScreen', signedIn: false },
  dashboard: { file: 'DashboardScreen', signedIn: true },
  liveTrades: { file: 'LiveTradesScreen', signedIn: true },
  strategies: { file: 'StrategiesScreen', signedIn: true },
  newStrategy: { file: 'StrategyEditorScreen', signedIn: true },
  strategy: { file: 'StrategyScreen', signedIn: true },
  strategyEditor: { file: 'StrategyEditorScreen', signedIn: true },
  researchAgent: { file: 'ResearchAgentScreen', signedIn: true },
  history: { file: 'HistoryScreen', signedIn: true },
  reports: { file: 'ReportsScreen', signedIn: true },
  compliance: { file: 'ComplianceScreen', signedIn: true },
  profile: { file: 'ProfileScreen', signedIn: true },
  admin: { file: 'AdminScreen', signedIn: true },
  adminSystem: { file: 'AdminSystemScreen', signedIn: true },
  adminMarket: { file: 'AdminMarketScreen', signedIn: true },
  adminStrategies: { file: 'AdminStrategiesScreen', signedIn: true },
  adminStop: { file: 'AdminStopScreen', signedIn: true },
  adminAnnouncements: { file: 'AdminAnnouncementsScreen', signedIn: true },
  adminUsers: { file: 'AdminUsersScreen', signedIn: true },
  adminUser: { file: 'AdminUserScreen', signedIn: true },
  adminAudit: { file: 'AdminAuditScreen', signedIn: true },
}

/** Every screen: its address and its file. The router takes its routes from here, and a page its preloads. */
export const SCREEN_ROUTES = (Object.keys(SCREENS) as readonly ScreenName[]).map((name) => ({ path: SCREENS[name], ...FILES[name] }))
