import { Search } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useFocusReturn } from '../../ui/useFocusReturn.ts'
import { listEntries } from './listEntries.ts'
import { PaletteList } from './PaletteList.tsx'
import type { PaletteEntry } from './PaletteEntry.ts'
import { Content, Entry, Overlay } from './PaletteFrame.ts'
import { recentEntries, rememberEntry } from './recentEntries.ts'

interface CommandPaletteProps {
  entries: readonly PaletteEntry[]
  /** What is still loading, or failed: "Loading strategies…". */
  notice: string | null
  /** The user whose recent choices come first. */
  userId: string
  onClose: () => void
}

/** Everything there is to open and to do, by typing a few of its letters. The focus stays in the box; ↑ ↓ choose, Enter runs. */
export function CommandPalette({ entries, notice, userId, onClose }: CommandPaletteProps) {
  const id = useId()
  const returnFocus = useFocusReturn()
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState(0)
  const [recent] = useState(() => recentEntries(userId))
  const list = useRef<HTMLDivElement>(null)
  const groups = listEntries(entries, recent, typed)
  const listed = groups.flatMap((group) => group.entries)
  const active = Math.min(chosen, listed.length - 1)

  useLayoutEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [active, typed])

  function run(entry: PaletteEntry) {
    rememberEntry(userId, entry.id)
    onClose()
    entry.run()
  }

  function onKeyDown(event: KeyboardEvent) {
    // The Enter that ends an input-method composition chooses nothing.
    if (event.nativeEvent.isComposing) return
    const entry = listed[active]?.entry
    if (event.key === 'Enter' && entry) {
      event.preventDefault()
      run(entry)
    }
    const last = listed.length - 1
    const target = { ArrowDown: active === last ? 0 : active + 1, ArrowUp: active <= 0 ? last : active - 1, PageDown: last, PageUp: 0 }[
      event.key
    ]
    if (target === undefined) return
    event.preventDefault()
    setChosen(target)
  }

  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Overlay />
        <Content aria-describedby={undefined} onCloseAutoFocus={returnFocus}>
          <Dialog.Title className="visually-hidden">Command palette</Dialog.Title>
          <Entry>
            <Search size={18} aria-hidden />
            <input
              type="text"
              role="combobox"
              aria-label="Search pages, actions, strategies and indices"
              aria-expanded="true"
              aria-controls={`${id}-list`}
              aria-autocomplete="list"
              aria-activedescendant={listed.length === 0 ? undefined : `${id}-${active}`}
              placeholder="Search or run a command…"
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              enterKeyHint="go"
              value={typed}
              onChange={({ target }) => {
                setTyped(target.value)
                setChosen(0)
              }}
              onKeyDown={onKeyDown}
            />
            <Dialog.Close type="button">Close</Dialog.Close>
          </Entry>
          <div ref={list}>
            <PaletteList id={id} groups={groups} active={active} onChoose={run} onPoint={setChosen} />
            {listed.length === 0 ? <p>No results for “{typed.trim()}”. Try fewer letters.</p> : null}
            {notice === null ? null : <p role="status">{notice}</p>}
          </div>
          <p className="visually-hidden" role="status">
            {listed.length === 1 ? '1 result' : `${listed.length} results`}
          </p>
        </Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
