import { createContext, useContext } from 'react'
import type { ShellStateQuery } from './generated/graphql.ts'

/** Filled by ShellStateProvider. */
export const ShellStateContext = createContext<ShellStateQuery | null>(null)

/** The trading mode, the stops in force and the announcements, all of this user; null while unknown. */
export const useShellState = (): ShellStateQuery | null => useContext(ShellStateContext)
