import { useNavigate } from 'react-router-dom'
import { INDEX_SYMBOLS, INDICES } from '../../../schema/market/indices.ts'
import { paths, SCREENS } from '../../../schema/paths.ts'
import { mayAnalyse } from '../../../schema/roles.ts'
import type { PaletteEntry } from '../../features/palette/PaletteEntry.ts'
import { useAuthStore } from '../../lib/session/useAuthStore.ts'
import { ADMIN_PAGES, COMPLIANCE_PAGE, PAGES, PLAYGROUND_PAGE } from './pages.ts'
import { useCompliance } from './useCompliance.ts'

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
  const isAnalyst = useAuthStore(({ user }) => user !== null && mayAnalyse(user.role))
  const hasCompliance = useCompliance()
  const go = (to: string) => () => void navigate(to)
  const page = (to: string, title: string): PaletteEntry => ({ id: `page ${to}`, group: 'Pages', title, run: go(to) })
  const owned = new Set(mine.map(({ strategyId }) => strategyId))
  return [
    ...PAGES.map(({ to, label, key }) => ({ ...page(to, label), hint: `g ${key}` })),
    page(SCREENS.reports, 'Reports'),
    ...(hasCompliance ? [page(COMPLIANCE_PAGE.to, COMPLIANCE_PAGE.label)] : []),
    ...(isAnalyst ? [{ ...page(PLAYGROUND_PAGE.to, PLAYGROUND_PAGE.label), run: () => window.location.assign(PLAYGROUND_PAGE.to) }] : []),
    ...(isAdmin ? [page(SCREENS.newStrategy, 'Create Strategy'), ...ADMIN_PAGES.map(({ to, label }) => page(to, label))] : []),
    ...mine.map(({ strategyId, name, isActive }) => ({
      id: `strategy ${strategyId}`,
      group: 'Strategies' as const,
      title: name,
      hint: isActive ? 'Yours, active' : 'Yours, inactive',
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
