import { useNavigate } from 'react-router-dom'
import { INDEX_SYMBOLS, INDICES } from '../../../schema/market/indices.ts'
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
  const owned = new Set(mine.map(({ strategyId }) => strategyId))
  return [
    ...PAGES.map(({ to, label, key }) => ({ id: `page ${to}`, group: 'Pages' as const, title: label, hint: `g ${key}`, run: go(to) })),
    { id: 'page /reports', group: 'Pages', title: 'Reports', run: go('/reports') },
    ...(isAdmin ? [{ id: 'page /strategies/new', group: 'Pages' as const, title: 'Create Strategy', run: go('/strategies/new') }] : []),
    ...mine.map(({ strategyId, name, isActive }) => ({
      id: `strategy ${strategyId}`,
      group: 'Strategies' as const,
      title: name,
      hint: isActive ? 'Yours, active' : 'Yours, not active',
      run: go(`/strategies/${strategyId}`),
    })),
    ...available
      .filter(({ id, subscribed }) => !subscribed && !owned.has(id))
      .map(({ id, name }) => ({
        id: `strategy ${id}`,
        group: 'Strategies' as const,
        title: name,
        hint: 'Available',
        run: go(`/strategies/${id}`),
      })),
    ...INDEX_SYMBOLS.map((symbol) => ({
      id: `index ${symbol}`,
      group: 'Indices' as const,
      title: INDICES[symbol].label,
      hint: 'Live price chart',
      run: go(`/dashboard?index=${symbol}`),
    })),
  ]
}
