/** Places at which a test may end the engine, as a power cut would: those that an engine passes every day that it trades. */
export const TRADING_FAILPOINTS = [
  ...(['before-intent-commit', 'after-intent-commit', 'before-booking', 'mid-booking', 'after-booking'] as const),
  ...(['after-exit-intent', 'mid-square-off', 'mid-reconciliation'] as const),
]
/** Those that only live trading passes. */
export const LIVE_FAILPOINTS = ['after-order-call', 'before-taken-saved', 'before-stop-sent', 'after-stop-taken'] as const
/** That of a press which closes a short position. */
export const CLOSING_FAILPOINT = 'after-closing-committed'
/** Those of a change of a protective stop. */
export const STOP_FAILPOINTS = ['before-stop-changed', 'after-stop-changed'] as const
export type Failpoint =
  | (typeof TRADING_FAILPOINTS)[number]
  | (typeof LIVE_FAILPOINTS)[number]
  | (typeof STOP_FAILPOINTS)[number]
  | typeof CLOSING_FAILPOINT
  | 'mid-day-roll'
  | 'mid-agent-scan'

/** `FAILPOINT=name[:count]`: the process ends at the count-th passage of that place. Not set, as always outside of tests: none does. */
const [armed, count = '1'] = process.env['FAILPOINT']?.split(':') ?? []
let left = Number(count)

/** Passes the place; where it is the armed one and its count is full, the process ends here and now, with nothing closed or flushed. */
export function failpoint(place: Failpoint): void {
  if (place === armed && --left === 0) process.kill(process.pid, 'SIGKILL')
}
