import { it } from 'vitest'
import { LIVE_FAILPOINTS } from '../runtime/failpoint.ts'
import { KilledLiveEngine } from './testing/KilledLiveEngine.ts'

it.each([1, 2])(
  'an engine that trades live, killed at each failpoint of live trading, at passage %i, loses, doubles and oversells nothing, and protects what is open',
  async (passage) => {
    await KilledLiveEngine.during(async (killed) => {
      await killed.expectOutlives(LIVE_FAILPOINTS, passage)
      await killed.expectClosedTrades()
    })
  },
  600_000,
)
