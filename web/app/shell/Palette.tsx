import { useQuery } from '@apollo/client/react'
import { CommandPalette } from '../../features/palette/CommandPalette.tsx'
import type { PaletteEntry } from '../../features/palette/PaletteEntry.ts'
import { AvailableStrategiesDocument, MyStrategiesDocument } from '../../gql/generated/graphql.ts'
import { useAuthStore } from '../../lib/session/useAuthStore.ts'
import { usePageEntries } from './usePageEntries.ts'
import { useActionEntries } from './useActionEntries.ts'

/** The palette with all there is for the signed-in user. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const userId = useAuthStore((state) => state.user?.id ?? '')
  const mine = useQuery(MyStrategiesDocument)
  const available = useQuery(AvailableStrategiesDocument)
  const pages = usePageEntries(mine.data?.myStrategies ?? [], available.data?.availableStrategies ?? [])
  const actions = useActionEntries()
  const entries: readonly PaletteEntry[] = [...pages, ...actions]
  return <CommandPalette entries={entries} notice={noticeOf(mine, available)} userId={userId} onClose={onClose} />
}

interface Loaded {
  readonly data?: unknown
  readonly error?: unknown
}

function noticeOf(...answers: readonly Loaded[]): string | null {
  const missing = answers.filter(({ data }) => data === undefined)
  if (missing.length === 0) return null
  return missing.some(({ error }) => error !== undefined)
    ? 'Strategies could not be loaded, so they are not searched.'
    : 'Loading strategies…'
}
