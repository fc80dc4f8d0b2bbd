import { it } from 'vitest'
import { STOP_FAILPOINTS } from '../runtime/failpoint.ts'
import { TRAILING } from './testing/connectLiveUsers.ts'
import { KilledLiveEngine } from './testing/KilledLiveEngine.ts'

it.each([1, 2])(
  'an engine that trades live, killed amid a change of a stop, before and after its call, at passage %i, keeps one stop for each leg, which goes on to follow',
  async (passage) => {
    await KilledLiveEngine.during((killed) => killed.expectOutlives(STOP_FAILPOINTS, passage), TRAILING)
  },
  600_000,
)
