import { SCREENS, type ScreenName } from '../../schema/paths.ts'
import { capitalised } from '../lib/capitalised.ts'

/** What can be seen without a session. */
const PUBLIC: readonly ScreenName[] = ['landing', 'verifyEmail', 'resetPassword']

/** In `web/screens/`, without its ending: named after the screen. A new strategy is made in the editor. */
const fileOf = (name: ScreenName) => `${name === 'newStrategy' ? 'StrategyEditor' : capitalised(name)}Screen`

/** Every screen: its address, its file, and whether only the signed-in see it. The router takes its routes from here, and a page its preloads. */
export const SCREEN_ROUTES = (Object.keys(SCREENS) as readonly ScreenName[]).map((name) => ({
  path: SCREENS[name],
  file: fileOf(name),
  signedIn: !PUBLIC.includes(name),
}))
