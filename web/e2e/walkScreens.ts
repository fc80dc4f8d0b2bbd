import { afterAll, afterEach, beforeAll, describe } from 'vitest'
import { adminActsWalk } from './adminActsWalk.ts'
import { adminLooks } from './adminLooks.ts'
import { adminPagesWalk } from './adminPagesWalk.ts'
import { adminWalk } from './adminWalk.ts'
import { agentRecordWalk } from './agentRecordWalk.ts'
import { agentWalk } from './agentWalk.ts'
import { complianceWalk } from './complianceWalk.ts'
import { dashboardWalk } from './dashboardWalk.ts'
import { figuresWalk } from './figuresWalk.ts'
import { historyWalk } from './historyWalk.ts'
import { keyboardWalk } from './keyboardWalk.ts'
import { landingWalk } from './landingWalk.ts'
import { liveTradesWalk } from './liveTradesWalk.ts'
import { notificationsWalk } from './notificationsWalk.ts'
import { openScreens, VIEWPORTS, type Place, type Screens, type Walk } from './openScreens.ts'
import { paletteWalk } from './paletteWalk.ts'
import { profileWalk } from './profileWalk.ts'
import { reportsWalk } from './reportsWalk.ts'
import { shellWalk } from './shellWalk.ts'
import { strategiesWalk } from './strategiesWalk.ts'
import { strategyEditorWalk } from './strategyEditorWalk.ts'
import { strategyPageWalk } from './strategyPageWalk.ts'

/** Each group has a product of its own, and runs beside the others. */
const WALKS = {
  users: {
    ...{ landingWalk, historyWalk, liveTradesWalk, dashboardWalk, strategiesWalk, strategyPageWalk, strategyEditorWalk, reportsWalk },
    ...{ complianceWalk, agentWalk, profileWalk, notificationsWalk, paletteWalk, shellWalk },
  },
  whole: { keyboardWalk, figuresWalk, agentRecordWalk },
  admins: { adminWalk, adminPagesWalk, adminActsWalk, adminLooks },
}

/** Walks the screens of a group through their states and actions, in a product of their own; `whole`: all screens at once. */
export function walkScreens(place: Place, group: keyof typeof WALKS): void {
  let screens: Screens
  beforeAll(async () => {
    screens = await openScreens()
  })
  afterAll(() => screens?.product.stop())
  afterEach(() => screens?.product.closeProfiles())
  for (const [name, walk] of Object.entries<(walk: Walk) => void>(WALKS[group]))
    describe(name, () => walk({ place, wide: VIEWPORTS[place].width > 1_000, screens: () => screens }))
}
