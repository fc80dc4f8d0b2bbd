import { useApolloClient } from '@apollo/client/react'
import { useNavigate } from 'react-router-dom'
import { SCREENS } from '../../../schema/paths.ts'
import { useStartAll } from '../../features/dashboard/useStartAll.ts'
import type { PaletteEntry } from '../../features/palette/PaletteEntry.ts'
import { modesOf, useTradingMode } from '../../gql/useTradingMode.ts'
import { signOut } from '../../lib/session/signOut.ts'
import { toggleAmounts, useDisplaySettings } from '../../lib/useDisplaySettings.ts'
import { keysOf, PNL_COLOURS, SCHEMES, THEME_PRESETS } from '../../theme/presets.ts'
import { choosePnlColours, choosePreset, chooseScheme, useScheme } from '../../theme/chooseTheme.ts'
import { useThemeStore } from '../../theme/useThemeStore.ts'
import { toast } from '../../ui/toast.ts'
import { toastFailure } from '../../ui/toastFailure.ts'
import { showOverlay } from './useOverlay.ts'

/** The palette's actions. Those that start or stop trading ask for confirmation. */
export function useActionEntries(): readonly PaletteEntry[] {
  const client = useApolloClient()
  const navigate = useNavigate()
  const hidden = useDisplaySettings((settings) => settings.hideAmounts)
  const { preset, pnl } = useThemeStore()
  const scheme = useScheme()
  const { held } = useStartAll()
  const asks = `${modesOf(useTradingMode())} · asks first`
  const action = (id: string, title: string, hint: string, run: () => void): PaletteEntry => ({
    id: `action ${id}`,
    group: 'Actions',
    title,
    hint,
    run,
  })
  return [
    action('refresh', 'Refresh', 'Reload everything on screen', () => {
      client.refetchQueries({ include: 'active' }).catch((error: unknown) => toastFailure('Failed to refresh', error))
    }),
    action('start-all', 'Start All Strategies', held ?? asks, () => (held === null ? showOverlay('start-all') : void toast.info(held))),
    action('emergency-stop', 'Emergency Stop', asks, () => showOverlay('emergency-stop')),
    action('amounts', hidden ? 'Show amounts' : 'Hide amounts', '.', toggleAmounts),
    ...keysOf(SCHEMES)
      .filter((choice) => choice !== scheme)
      .map((choice) => action(`scheme-${choice}`, `Scheme: ${SCHEMES[choice]}`, 'Appearance', () => chooseScheme(choice))),
    ...keysOf(THEME_PRESETS)
      .filter((choice) => choice !== preset)
      .map((choice) => action(`theme-${choice}`, `Theme: ${THEME_PRESETS[choice]}`, 'Appearance', () => choosePreset(choice))),
    ...keysOf(PNL_COLOURS)
      .filter((choice) => choice !== pnl)
      .map((choice) => action(`pnl-${choice}`, PNL_COLOURS[choice], 'Profit and loss', () => choosePnlColours(choice))),
    action('shortcuts', 'Keyboard shortcuts', '?', () => showOverlay('shortcuts')),
    action('sign-out', 'Log out', 'On this browser', () => {
      signOut()
      void navigate(SCREENS.landing)
    }),
  ]
}
