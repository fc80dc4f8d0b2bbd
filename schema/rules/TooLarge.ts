import { istDate, istInstant, type Instant, type IsoDate } from '../time.ts'

/** Why something is too much to try over a history, which begins with the first day there is. */
export interface TooLarge {
  /** With the numbers, a sentence. */
  readonly reason: string
  /** What else than fewer days would help: "take fewer indicators". */
  readonly advice: string
  /** Minutes of the history, from its first on, over which it would fit. */
  readonly fitting: number
}

/** The one that leaves the fewest minutes; null: nothing is too large. */
export function tightest(mistakes: readonly (TooLarge | null)[]): TooLarge | null {
  return mistakes.reduce((tight, each) => (tight === null || (each !== null && each.fitting < tight.fitting) ? each : tight), null)
}

/** For the user. `lastDay`: up to which it would fit; null: not even the first day does. `from`: the first day asked for; null: the first there is. */
export function describeTooLarge({ reason, advice }: TooLarge, lastDay: IsoDate | null, from: IsoDate | null): string {
  if (lastDay === null || (from !== null && lastDay < from)) {
    const history = from === null ? 'Not even the first day fits' : `Not even ${from} fits, with the days before it that warm up`
    return `${reason} ${history}: ${advice}.`
  }
  return `${reason} The last day can be ${lastDay}; or ${advice}.`
}

/** The last day that is whole within the first `fitting` of a history's minutes; null: not even the first one is. Times ascend. */
export function lastDayWithin(times: ArrayLike<Instant>, fitting: number): IsoDate | null {
  const beyond = times[fitting]
  const end = beyond === undefined ? Infinity : istInstant(istDate(beyond), 0)
  for (let i = Math.min(fitting, times.length) - 1; i >= 0; i--) {
    const time = times[i]!
    if (time < end) return istDate(time)
  }
  return null
}
