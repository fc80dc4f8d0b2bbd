import type { MarketRules } from '../../../schema/market/MarketRules.ts'
import type { Instant } from '../../../schema/time.ts'
import type { SmartApiBroker } from '../../broker/smartapi/SmartApiBroker.ts'
import { ClockWatch } from '../../schedule/ClockWatch.ts'
import { EngineClock } from '../../schedule/EngineClock.ts'
import { CLOCK_BEAT_MS } from '../beginBeats.ts'
import { definePart } from '../Part.ts'
import type { Wait } from '../Platform.ts'

interface Needs {
  readonly broker: SmartApiBroker
  readonly rules: () => MarketRules
  readonly wait: Wait
  readonly now: () => Instant
  readonly monotonic: () => number
}

/** What time it is in the market, and whether somebody sets this machine's clock. */
export const timePart = definePart({
  open: async ({ broker, rules, wait, now, monotonic }: Needs) => {
    const clockWatch = new ClockWatch({ wall: now, monotonic })
    const clock = await wait('the market clock', () => broker.clock())
    return { clockWatch, time: new EngineClock(clock, rules, now) }
  },
  run: ({ clockWatch }) => ({
    // Between two looks only a jump is larger than the limit.
    beats: [{ everyMs: CLOCK_BEAT_MS, do: () => void clockWatch.steppedMsAgo() }],
  }),
})
