/**
 * Runs what will replace the stored tokens while no other part or tab of this browser does: a rotating refresh token may be
 * presented once only.
 */
export function holdTokens<Outcome>(replace: () => Promise<Outcome>): Promise<Outcome> {
  // Web Locks exist in secure contexts only; over plain http on a LAN each tab is on its own.
  return 'locks' in navigator ? navigator.locks.request('sakha-refresh', replace) : replace()
}
