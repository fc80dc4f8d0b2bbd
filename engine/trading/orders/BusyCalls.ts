import { SECOND, type Instant } from '../../../schema/time.ts'

/** Market milliseconds until a busy broker is called again. */
const WAIT = SECOND

/** Calls that a broker was too busy for, each retried after a second. Time is pushed in. */
export class BusyCalls {
  #waiting: readonly { readonly from: Instant; readonly call: () => void }[] = []
  #now: Instant

  /** `now`: market time. */
  constructor(now: Instant) {
    this.#now = now
  }

  add(call: () => void): void {
    this.#waiting = [...this.#waiting, { from: this.#now + WAIT, call }]
  }

  /** Time advanced. A longer wait than that means the clock was set back since. */
  onTime(now: Instant): void {
    this.#now = now
    if (this.#waiting.length === 0) return
    const isDue = ({ from }: { readonly from: Instant }) => from <= now || from - now > WAIT
    const due = this.#waiting.filter(isDue)
    this.#waiting = this.#waiting.filter((each) => !isDue(each))
    for (const { call } of due) call()
  }
}
