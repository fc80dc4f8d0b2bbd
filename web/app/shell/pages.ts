import { Activity, History, LayoutDashboard, Store, UserRound } from 'lucide-react'

/** The pages of the navigation; `short` where there is little room, `key` after `g` on the keyboard. */
export const PAGES = [
  { to: '/dashboard', label: 'Dashboard', short: 'Dashboard', key: 'd', icon: LayoutDashboard },
  { to: '/live-trades', label: 'Live Trades', short: 'Live Trades', key: 'l', icon: Activity },
  { to: '/strategies', label: 'Strategies', short: 'Strategies', key: 's', icon: Store },
  { to: '/history', label: 'Trade History', short: 'History', key: 'h', icon: History },
  { to: '/profile', label: 'Profile', short: 'Profile', key: 'p', icon: UserRound },
] as const
