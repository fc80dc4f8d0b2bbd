/** Every audited action on an account, worded for its owner. */
export const AUDIT_ACTIONS = {
  SIGNED_UP: 'Account made',
  SIGNED_IN: 'Signed in',
  SIGN_IN_FAILED: 'Sign-in with a wrong password',
  SECOND_FACTOR_FAILED: 'Wrong code of the authenticator or recovery code',
  RECOVERY_CODE_USED: 'Recovery code used',
  SIGNED_OUT: 'Signed out',
  SESSION_REVOKED: 'Session ended',
  OTHER_SESSIONS_REVOKED: 'All other sessions ended',
  SESSION_TOKEN_REUSED: 'Session ended: its token was used by two devices',
  SURPLUS_SESSION_ENDED: 'Session ended: too many were open, and this one was unused for longest',
  PASSWORD_CONFIRMED: 'Password confirmed',
  PASSWORD_CHANGED: 'Password changed',
  PASSWORD_RESET_REQUESTED: 'Link to reset the password sent',
  PASSWORD_RESET: 'Password reset by a link',
  EMAIL_VERIFIED: 'E-mail address confirmed',
  EMAIL_CHANGE_REQUESTED: 'Change of e-mail address requested',
  EMAIL_CHANGED: 'E-mail address changed',
  PROFILE_CHANGED: 'Profile changed',
  TWO_FACTOR_ON: 'Two-factor sign-in turned on',
  TWO_FACTOR_OFF: 'Two-factor sign-in turned off',
  RECOVERY_CODES_RENEWED: 'New recovery codes made',
  NOTIFICATIONS_CHANGED: 'Notification settings changed',
  CHANNEL_CHANGED: 'Webhook or Telegram bot set up',
  CHANNELS_SUSPENDED: 'Webhook and Telegram bot paused: the password was reset',
  CHANNEL_RESUMED: 'Paused webhook or Telegram bot confirmed',
  LIMITS_CHANGED: 'Limits of the paper account changed',
  STRATEGY_CREATED: 'Strategy made',
  STRATEGY_CHANGED: 'Strategy changed',
  STRATEGY_DELETED: 'Strategy deleted',
  DATA_EXPORTED: 'Data exported',
  ROLE_CHANGED: 'Role changed',
  ACCOUNT_DISABLED: 'Account disabled',
  ACCOUNT_ENABLED: 'Account enabled',
  ACCOUNT_DELETED: 'Account deleted',
  JOB_RETRIED: 'Something that could not be sent was tried again',
} as const
export type AuditAction = keyof typeof AUDIT_ACTIONS

export function isAuditAction(text: string): text is AuditAction {
  return Object.hasOwn(AUDIT_ACTIONS, text)
}
