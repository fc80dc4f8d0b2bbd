import type { ListedGroup } from './listEntries.ts'
import type { PaletteEntry } from './PaletteEntry.ts'

interface PaletteListProps {
  /** The list is `${id}-list`, its options `${id}-0`, `${id}-1`, … */
  id: string
  groups: readonly ListedGroup[]
  /** Index, over all groups, of the option Enter would run. */
  active: number
  onChoose: (entry: PaletteEntry) => void
  onPoint: (index: number) => void
}

/** The options below the box, by group. Never focused. */
export function PaletteList({ id, groups, active, onChoose, onPoint }: PaletteListProps) {
  return (
    <div id={`${id}-list`} role="listbox" aria-label="Results">
      {groups.map(({ name, entries }, i) => {
        const first = groups.slice(0, i).reduce((count, group) => count + group.entries.length, 0)
        return (
          <div key={name} role="group" aria-label={name}>
            {/* A list of choices has no headings: screen readers announce the group's name. */}
            <div aria-hidden>{name}</div>
            {entries.map(({ entry, at }, j) => (
              <div
                key={entry.id}
                id={`${id}-${first + j}`}
                role="option"
                aria-selected={first + j === active}
                onPointerMove={() => onPoint(first + j)}
                onClick={() => onChoose(entry)}
              >
                <Title text={entry.title} at={at} />
                {entry.hint === undefined ? null : <small>{entry.hint}</small>}
              </div>
            ))}
          </div>
        )
      })}
    </div>
  )
}

function Title({ text, at }: { text: string; at: readonly number[] }) {
  if (at.length === 0) return <span>{text}</span>
  // Read as one word, not letter by letter.
  return (
    <span>
      <span className="visually-hidden">{text}</span>
      <span aria-hidden>{Array.from(text, (letter, i) => (at.includes(i) ? <mark key={i}>{letter}</mark> : letter))}</span>
    </span>
  )
}
