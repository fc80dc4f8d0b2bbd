/**
 * Runs a job that replaces the stored tokens, under a lock across parts and tabs of this browser: a rotating refresh token may be presented
 * once only.
 */
export function holdTokens<Outcome>(replace: () => Promise<Outcome>): Promise<Outcome> {
  // Web Locks exist in secure contexts only; over plain http on a LAN each tab is on its own.
  return 'locks' in navigator ? navigator.locks.request('sakha-refresh', replace) : replace()
}
