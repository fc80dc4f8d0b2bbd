import { useState } from 'react'
import { browserStorage } from '../../lib/browserStorage.ts'

/** Columns of the table of running trades that can be left out, by their place in it. */
export const OPTIONAL_COLUMNS = {
  strategy: 'Strategy',
  side: 'Side',
  lots: 'Lots',
  gross: 'Before charges',
  levels: 'Stop – target',
  time: 'Entered',
} as const
export type OptionalColumn = keyof typeof OPTIONAL_COLUMNS

const KEY = 'live-trades-hidden-columns'
const COLUMNS = Object.keys(OPTIONAL_COLUMNS) as readonly OptionalColumn[]

/** The columns that are left out, stored in this browser, and the way to leave one out or show it again. */
export function useHiddenColumns(): readonly [readonly OptionalColumn[], (column: OptionalColumn, isShown: boolean) => void] {
  const [hidden, setHidden] = useState(() => {
    const stored = browserStorage.getItem(KEY)?.split(' ') ?? []
    return COLUMNS.filter((column) => stored.includes(column))
  })
  return [
    hidden,
    (column, isShown) => {
      const after = COLUMNS.filter((each) => (each === column ? !isShown : hidden.includes(each)))
      browserStorage.setItem(KEY, after.join(' '))
      setHidden(after)
    },
  ]
}
