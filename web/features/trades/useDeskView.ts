import { useStoredChoice } from '../../lib/useStoredChoice.ts'

export type DeskView = 'cards' | 'table'

/** How the running trades are shown, stored in this browser. */
export const useDeskView = () => useStoredChoice<DeskView>('live-trades-view', ['cards', 'table'])
