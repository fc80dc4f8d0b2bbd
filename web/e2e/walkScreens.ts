import { afterAll, beforeAll, describe } from 'vitest'
import { dashboardWalk } from './dashboardWalk.ts'
import { figuresWalk } from './figuresWalk.ts'
import { historyWalk } from './historyWalk.ts'
import { keyboardWalk } from './keyboardWalk.ts'
import { landingWalk } from './landingWalk.ts'
import { liveTradesWalk } from './liveTradesWalk.ts'
import { notificationsWalk } from './notificationsWalk.ts'
import { openScreens, VIEWPORTS, type Place, type Screens } from './openScreens.ts'
import { paletteWalk } from './paletteWalk.ts'
import { profileWalk } from './profileWalk.ts'
import { reportsWalk } from './reportsWalk.ts'
import { strategiesWalk } from './strategiesWalk.ts'
import { strategyEditorWalk } from './strategyEditorWalk.ts'
import { strategyPageWalk } from './strategyPageWalk.ts'

const WALKS = {
  landingWalk,
  historyWalk,
  liveTradesWalk,
  dashboardWalk,
  strategiesWalk,
  strategyPageWalk,
  strategyEditorWalk,
  reportsWalk,
  profileWalk,
  notificationsWalk,
  paletteWalk,
  keyboardWalk,
  figuresWalk,
}

/** Walks every screen through its states and actions, in a product of its own. */
export function walkScreens(place: Place): void {
  let screens: Screens
  beforeAll(async () => {
    screens = await openScreens()
  })
  afterAll(() => screens?.product.stop())
  for (const [name, walk] of Object.entries(WALKS))
    describe(name, () => walk({ place, wide: VIEWPORTS[place].width > 1_000, screens: () => screens }))
}
