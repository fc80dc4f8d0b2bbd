import type { Location } from 'react-router-dom'

/** The state that a visitor takes along to the landing page: where they wanted to go. */
export const wanting = ({ pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>) => ({
  wanted: pathname + search + hash,
})

/** The page that a location's state names, to go to after signing in: a path of this site and nothing else; null when it names none. */
export function wantedPath(state: unknown): string | null {
  const path: unknown = typeof state === 'object' && state !== null && 'wanted' in state ? state.wanted : null
  // One slash: two begin the name of another site, and so does a backslash after the first.
  return typeof path === 'string' && /^\/(?![/\\])/.test(path) ? path : null
}
