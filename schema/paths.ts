import type { BrokerLoginOutcome } from './brokerLogin.ts'
import type { TradeMode } from './TradeMode.ts'

/** The web's screens and their addresses, as a router takes them: `:id` stands for the id of what is shown. Every other address is a 404. */
export const SCREENS = {
  landing: '/',
  verifyEmail: '/verify-email',
  resetPassword: '/reset-password',
  dashboard: '/dashboard',
  liveTrades: '/live-trades',
  strategies: '/strategies',
  newStrategy: '/strategies/new',
  strategy: '/strategies/:id',
  strategyEditor: '/strategies/:id/edit',
  researchAgent: '/research-agent',
  history: '/history',
  reports: '/reports',
  compliance: '/compliance',
  profile: '/profile',
  admin: '/admin',
  adminSystem: '/admin/system',
  adminMarket: '/admin/market',
  adminStrategies: '/admin/strategies',
  adminStop: '/admin/stop',
  adminAnnouncements: '/admin/announcements',
  adminUsers: '/admin/users',
  adminUser: '/admin/users/:id',
  adminAudit: '/admin/audit',
} as const

/** The analysts' playground: a page of its own beside the web's, with its own files. */
export const PLAYGROUND = '/playground'
export type ScreenName = keyof typeof SCREENS

/** What the history can begin with: one trade, or the trades of some days (YYYY-MM-DD, both included), of one strategy and of one mode. */
interface HistoryView {
  readonly trade?: string
  readonly from?: string
  readonly to?: string
  readonly strategy?: string
  readonly mode?: TradeMode
}

/** Addresses of screens that show something in particular; of all others, `SCREENS` is the address. */
export const paths = {
  /** The dashboard with the chart of an index. */
  indexChart: (symbol: string): string => `${SCREENS.dashboard}?index=${symbol}`,
  /** A strategy's page. */
  strategy: (id: string): string => SCREENS.strategy.replace(':id', encodeURIComponent(id)),
  /** Where admins change a strategy. */
  strategyEditor: (id: string): string => SCREENS.strategyEditor.replace(':id', encodeURIComponent(id)),
  /** The running trades of a strategy. */
  liveTradesOf: (strategyId: string): string => `${SCREENS.liveTrades}?${new URLSearchParams({ strategy: strategyId })}`,
  /** The signals of the user's strategies that were not traded, and why. */
  notTaken: `${SCREENS.strategies}?tab=mine#not-taken`,
  /** The research agent with one of its analyses open. */
  agentAnalysis: (id: string): string => `${SCREENS.researchAgent}?analysis=${id}`,
  /** An account, for admins. */
  adminUser: (id: string): string => SCREENS.adminUser.replace(':id', encodeURIComponent(id)),
  history: (view: HistoryView): string => `${SCREENS.history}?${new URLSearchParams({ ...view })}`,
  /** A section of the profile. */
  profile: (section: 'activity' | 'broker' | 'limits' | 'notifications' | 'two-factor'): string => `${SCREENS.profile}#${section}`,
  /** The profile, after the broker's login page. */
  brokerOutcome: (outcome: BrokerLoginOutcome): string => `${SCREENS.profile}?broker=${outcome}`,
} as const
