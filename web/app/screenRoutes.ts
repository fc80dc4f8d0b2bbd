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
  history: { file: 'HistoryScreen', signedIn: true },
  reports: { file: 'ReportsScreen', signedIn: true },
  profile: { file: 'ProfileScreen', signedIn: true },
}

/** Every screen: its address and its file. The router takes its routes from here, and a page its preloads. */
export const SCREEN_ROUTES = (Object.keys(SCREENS) as readonly ScreenName[]).map((name) => ({ path: SCREENS[name], ...FILES[name] }))
