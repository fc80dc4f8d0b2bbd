import { useAuthStore } from './session/useAuthStore.ts'
import { useDisplaySettings } from './useDisplaySettings.ts'

/** Whether amounts in rupees are hidden: a signed-in user's choice, so visitors always see them. */
export const amountsHidden = (): boolean => useDisplaySettings.getState().hideAmounts && useAuthStore.getState().isAuthenticated

/** The same for components, which follow it. */
export function useAmountsHidden(): boolean {
  const chosen = useDisplaySettings((settings) => settings.hideAmounts)
  const signedIn = useAuthStore((state) => state.isAuthenticated)
  return chosen && signedIn
}
