import { useNavigate } from 'react-router-dom'
import { INDEX_SYMBOLS, INDICES } from '../../../schema/market/indices.ts'
import { paths, SCREENS } from '../../../schema/paths.ts'
import type { PaletteEntry } from '../../features/palette/PaletteEntry.ts'
import { useAuthStore } from '../../lib/session/useAuthStore.ts'
import { PAGES } from './pages.ts'

interface Mine {
  readonly strategyId: string
  readonly name: string
  readonly isActive: boolean
}

interface Available {
  readonly id: string
  readonly name: string
  readonly subscribed: boolean
}

/** What the palette can open: pages, strategies and the chart of an index. */
export function usePageEntries(mine: readonly Mine[], available: readonly Available[]): readonly PaletteEntry[] {
  const navigate = useNavigate()
  const isAdmin = useAuthStore(({ user }) => user?.role === 'admin')
  const go = (to: string) => () => void navigate(to)
  const page = (to: string, title: string): PaletteEntry => ({ id: `page ${to}`, group: 'Pages', title, run: go(to) })
  const owned = new Set(mine.map(({ strategyId }) => strategyId))
  return [
    ...PAGES.map(({ to, label, key }) => ({ ...page(to, label), hint: `g ${key}` })),
    page(SCREENS.reports, 'Reports'),
    ...(isAdmin ? [page(SCREENS.newStrategy, 'Create Strategy')] : []),
    ...mine.map(({ strategyId, name, isActive }) => ({
      id: `strategy ${strategyId}`,
      group: 'Strategies' as const,
      title: name,
      hint: isActive ? 'Yours, active' : 'Yours, not active',
      run: go(paths.strategy(strategyId)),
    })),
    ...available
      .filter(({ id, subscribed }) => !subscribed && !owned.has(id))
      .map(({ id, name }) => ({
        id: `strategy ${id}`,
        group: 'Strategies' as const,
        title: name,
        hint: 'Available',
        run: go(paths.strategy(id)),
      })),
    ...INDEX_SYMBOLS.map((symbol) => ({
      id: `index ${symbol}`,
      group: 'Indices' as const,
      title: INDICES[symbol].label,
      hint: 'Live price chart',
      run: go(paths.indexChart(symbol)),
    })),
  ]
}
