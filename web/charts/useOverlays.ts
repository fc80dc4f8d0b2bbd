import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import { browserStorage } from '../lib/browserStorage.ts'
import { useAuthStore } from '../lib/session/useAuthStore.ts'
import { readOverlays, type Overlay } from './Overlay.ts'

interface OverlayState {
  /** By user and symbol. */
  charts: Readonly<Record<string, readonly Overlay[]>>
}

/** The indicators on charts, kept under `chart-indicators`. */
const useOverlayStore = create<OverlayState>()(
  persist((): OverlayState => ({ charts: {} }), {
    name: 'chart-indicators',
    storage: createJSONStorage(() => browserStorage),
    // Stored data may be of another release, or not ours at all.
    merge: (stored, initial) => ({ charts: { ...initial.charts, ...readCharts(stored) } }),
  }),
)

function readCharts(stored: unknown): OverlayState['charts'] {
  if (typeof stored !== 'object' || stored === null || !('charts' in stored)) return {}
  if (typeof stored.charts !== 'object' || stored.charts === null) return {}
  return Object.fromEntries(Object.entries(stored.charts).map(([key, overlays]) => [key, readOverlays(overlays)]))
}

const NONE: readonly Overlay[] = []

/** This user's indicators on charts of a symbol, and functions that change and store them. */
export function useOverlays(symbol: string): readonly [readonly Overlay[], (overlays: readonly Overlay[]) => void] {
  const user = useAuthStore((state) => state.user?.id ?? '')
  const key = `${user} ${symbol}`
  const overlays = useOverlayStore((state) => state.charts[key] ?? NONE)
  return [overlays, (changed) => useOverlayStore.setState(({ charts }) => ({ charts: { ...charts, [key]: changed } }))]
}
