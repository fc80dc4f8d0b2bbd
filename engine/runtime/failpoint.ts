/** Places at which a test may end the engine, as a power cut would. */
export const FAILPOINTS = [
  ...(['before-intent-commit', 'after-intent-commit', 'before-booking', 'mid-booking', 'after-booking'] as const),
  ...(['after-exit-intent', 'mid-square-off', 'mid-reconciliation', 'mid-day-roll'] as const),
]
export type Failpoint = (typeof FAILPOINTS)[number]

/** `FAILPOINT=name[:count]`: the process ends at the count-th passage of that place. Not set, as always outside of tests: none does. */
const [armed, count = '1'] = process.env['FAILPOINT']?.split(':') ?? []
let left = Number(count)

/** Passes the place; where it is the armed one and its count is full, the process ends here and now, with nothing closed or flushed. */
export function failpoint(place: Failpoint): void {
  if (place === armed && --left === 0) process.kill(process.pid, 'SIGKILL')
}
