import { afterAll, beforeAll, describe } from 'vitest'
import { historyWalk } from './historyWalk.ts'
import { openScreens, VIEWPORTS, type Place, type Screens } from './openScreens.ts'

let screens: Screens
beforeAll(async () => {
  screens = await openScreens()
})
afterAll(() => screens?.product.stop())

const PLACES: readonly Place[] = ['a desk', 'a phone']

describe.each(PLACES)('on %s', (place) => {
  const walk = { place, wide: VIEWPORTS[place].width > 1_000, screens: () => screens }
  describe('history', () => historyWalk(walk))
})
