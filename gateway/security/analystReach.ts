import { UserFacingError } from '../../schema/errors.ts'
import { mayTrade } from '../../schema/roles.ts'
import type { Principal } from '../kit/Principal.ts'

/**
 * What analysts may change: their own account, and what takes risk away. Every other mutation is refused to them, also one that is added
 * later; queries and subscriptions are open.
 */
export const ANALYST_MUTATIONS: ReadonlySet<string> = new Set([
  ...['login', 'loginSecondFactor', 'logout', 'reauthenticate', 'refresh', 'signup'],
  ...['changePassword', 'forgotPassword', 'resetPassword', 'resendVerification', 'verifyEmail'],
  ...['beginTwoFactor', 'confirmTwoFactor', 'renewRecoveryCodes', 'turnOffTwoFactor'],
  ...['endOtherSessions', 'endSession', 'createAccessToken', 'revokeAccessToken'],
  ...['deleteMyAccount', 'updateProfile', 'markNotificationsRead'],
  ...['resumeNotificationChannel', 'sendTestNotification', 'updateNotificationSettings'],
  ...['downloadAgentAnalyses', 'downloadComplianceLog', 'downloadReport', 'downloadTradeHistory', 'exportMyData'],
  ...['exportCandles', 'exportDenials', 'exportPerformance', 'exportPerformanceOfAll', 'exportSignals', 'exportTrades'],
  // Files for admins: their services refuse them to others, and say so.
  ...['downloadAuditLog', 'exportAnonymousTrades'],
  // A backtest computes, and trades nothing.
  ...['cancelBacktest', 'runBacktest'],
  // Exits are always possible, and so is what a live exit needs at the broker.
  ...['closeExcess', 'closeTrade', 'disconnectBroker', 'emergencyStop', 'unsubscribeStrategy'],
  ...['autoRefreshBrokerToken', 'checkBroker', 'refreshBrokerToken'],
])

/** The same for REST, by method and path below /api. */
export const ANALYST_ROUTES: ReadonlySet<string> = new Set([
  ...['POST /auth/login', 'POST /auth/logout', 'POST /auth/reauthenticate', 'POST /auth/refresh', 'POST /auth/second-factor'],
  ...['POST /auth/change-password', 'POST /auth/forgot-password', 'POST /auth/reset-password', 'POST /auth/signup'],
  ...['POST /auth/resend-verification', 'POST /auth/verify-email'],
  ...['DELETE /user/two-factor', 'POST /user/two-factor', 'POST /user/two-factor/confirm', 'POST /user/two-factor/recovery-codes'],
  ...['DELETE /user/sessions', 'DELETE /user/sessions/:id', 'DELETE /user/profile', 'PUT /user/profile', 'POST /user/export'],
  ...['POST /notifications/read', 'POST /notifications/resume', 'POST /notifications/test', 'PUT /notifications/settings'],
  ...['DELETE /strategy/run/:id', 'POST /strategy/run', 'POST /broker/live-data'],
  ...['DELETE /strategy/user/:id', 'POST /emergency-stop', 'POST /trades/:id/close'],
  ...['POST /auth/auto-refresh-broker-token', 'POST /auth/refresh-broker-token'],
])

/** Throws FORBIDDEN when an analyst asks for a mutation that is not on the list. */
export function requireMutation({ role }: Pick<Principal, 'role'>, name: string): void {
  if (!mayTrade(role) && !ANALYST_MUTATIONS.has(name)) refuse()
}

/** The same for a route, by its pattern. */
export function requireChange({ role }: Pick<Principal, 'role'>, method: string, path: string): void {
  if (!mayTrade(role) && !SAFE.has(method) && !ANALYST_ROUTES.has(`${method} ${path}`)) refuse()
}
const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

function refuse(): never {
  throw new UserFacingError(
    'FORBIDDEN',
    'Analyst accounts are read-only: they cannot trade or change what trades, so that research never moves money. Closing open trades stays possible. To trade, ask an admin to make this a user account.',
  )
}
