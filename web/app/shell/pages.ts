import { Activity, History, LayoutDashboard, Store, UserRound } from 'lucide-react'
import { SCREENS } from '../../../schema/paths.ts'

/** The pages of the navigation; `short` where there is little room, `key` after `g` on the keyboard. */
export const PAGES = [
  { to: SCREENS.dashboard, label: 'Dashboard', short: 'Dashboard', key: 'd', icon: LayoutDashboard },
  { to: SCREENS.liveTrades, label: 'Live Trades', short: 'Live Trades', key: 'l', icon: Activity },
  { to: SCREENS.strategies, label: 'Strategies', short: 'Strategies', key: 's', icon: Store },
  { to: SCREENS.history, label: 'Trade History', short: 'History', key: 'h', icon: History },
  { to: SCREENS.profile, label: 'Profile', short: 'Profile', key: 'p', icon: UserRound },
] as const
