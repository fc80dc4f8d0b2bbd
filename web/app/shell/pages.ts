import { Activity, Bot, History, LayoutDashboard, Scale, ShieldCheck, SquareTerminal, Store, UserRound } from 'lucide-react'
import { PLAYGROUND, SCREENS } from '../../../schema/paths.ts'

/** The pages of the navigation; `short` where there is little room, `key` after `g` on the keyboard. */
export const PAGES = [
  { to: SCREENS.dashboard, label: 'Dashboard', short: 'Dashboard', key: 'd', icon: LayoutDashboard },
  { to: SCREENS.liveTrades, label: 'Live Trades', short: 'Live Trades', key: 'l', icon: Activity },
  { to: SCREENS.strategies, label: 'Strategies', short: 'Strategies', key: 's', icon: Store },
  { to: SCREENS.researchAgent, label: 'Research Agent', short: 'Agent', key: 'a', icon: Bot },
  { to: SCREENS.history, label: 'Trade History', short: 'History', key: 'h', icon: History },
  { to: SCREENS.profile, label: 'Profile', short: 'Profile', key: 'p', icon: UserRound },
] as const

/** Only for live traders, actual or possible, and for admins (useCompliance.ts). */
export const COMPLIANCE_PAGE = { to: SCREENS.compliance, label: 'Compliance', icon: Scale } as const

/** Only for analysts and admins; not a screen but a page of its own, which needs a full load. */
export const PLAYGROUND_PAGE = { to: PLAYGROUND, label: 'Playground', icon: SquareTerminal } as const

/** Admins' pages, in a section of their own. */
export const ADMIN_PAGES = [{ to: SCREENS.admin, label: 'Admin Panel', icon: ShieldCheck }] as const
