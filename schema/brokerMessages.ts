/** What the product says about a broker connection: the specification's words. What a server or the broker says itself goes before them. */
export const BROKER_MESSAGES = {
  refreshFailed: 'Token refresh failed',
  refreshUnreachable: 'Network error during token refresh',
  autoRefreshFailed: 'Auto refresh failed',
  statusFailed: 'Status check failed',
  statusMalformed: 'Malformed broker status payload',
  noConnection: 'No broker connection found',
  notConnected: 'Broker not connected. Please connect your broker account.',
  manualRefreshFailed: 'Manual refresh failed',
  unreachable: 'Network error',
  refreshed: 'Broker tokens refreshed successfully!',
  openFailed: 'Failed to open broker connection. Please try again.',
} as const

/** The same of the installation's account. */
export const ADMIN_BROKER_MESSAGES = {
  loggedIn: 'Admin broker login successful!',
  loginFailed: 'Admin broker login failed',
  configured: 'Admin broker credentials configured successfully!',
  configureFailed: 'Failed to configure admin broker credentials',
  removed: 'Admin broker credentials removed successfully!',
  removeFailed: 'Failed to remove admin broker credentials',
} as const

/** What a user agrees to by having PIN and TOTP secret kept: the text of BROKER_CONSENT_VERSION. */
export const BROKER_CONSENT_TEXT =
  'Sakha keeps my PIN and my TOTP secret, sealed so that only its trading engine can open them, and signs in at my broker with them before the market opens. ' +
  'Whoever has both can sign in as I do: keeping them here gives up the protection of a second factor that only I hold. ' +
  'Disconnecting the broker deletes them.'
