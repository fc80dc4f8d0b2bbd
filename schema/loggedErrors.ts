/** From pino's level of an error on. */
const ERROR_LEVEL = 50

let logged = 0

/** Errors that this process has logged since it began. */
export const loggedErrors = (): number => logged

/** A hook for pino's `logMethod`: counts errors, and logs them as usual. */
export function countAndLog<Log, Args extends unknown[]>(
  this: Log,
  args: Args,
  log: (this: Log, ...args: Args) => void,
  level: number,
): void {
  if (level >= ERROR_LEVEL) logged++
  log.apply(this, args)
}
