import { styled } from 'styled-components'
import { toggleSingleKeys, useDisplaySettings } from '../../lib/useDisplaySettings.ts'
import { Modal } from '../../ui/Modal.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { PAGES } from './pages.ts'

const List = styled.dl`
  display: grid;
  grid-template-columns: 1fr auto;
  gap: 8px 16px;
  margin: 20px 0 12px;
  font-size: var(--text-sm);

  dd {
    display: flex;
    gap: 4px;
    justify-content: flex-end;
    color: var(--muted);
  }

  kbd {
    min-width: 24px;
    padding: 1px 6px;
    border: 1px solid var(--line-strong);
    border-radius: 4px;
    background: var(--raised);
    color: var(--text);
    font: inherit;
    font-size: var(--text-xs);
    line-height: 20px;
    text-align: center;
  }

  [data-off='true'] {
    opacity: 0.55;
  }
`

/** What the keys do, by name; those that are single keys can be turned off. */
const SHORTCUTS = [
  { does: 'Search and run commands', keys: ['Ctrl or ⌘', 'K'], single: false },
  { does: 'Show this list', keys: ['?'], single: true },
  { does: 'Hide or show amounts', keys: ['.'], single: true },
  ...PAGES.map(({ label, key }) => ({ does: `Go to ${label}`, keys: ['g', key], single: true })),
] as const

/** All shortcuts that hold everywhere, and the switch for those a finger or a voice may hit by mistake. */
export default function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const singleKeys = useDisplaySettings((settings) => settings.singleKeys)
  return (
    <Modal title="Keyboard shortcuts" description="Single keys do nothing while you type in a field." onClose={onClose}>
      <List>
        {SHORTCUTS.map(({ does, keys, single }) => (
          <Shortcut key={does} does={does} keys={keys} off={single && !singleKeys} />
        ))}
      </List>
      <Switch
        label="Single-key shortcuts"
        note={singleKeys ? 'On: single keys work as shortcuts.' : 'Off: only shortcuts with Ctrl or ⌘ work.'}
        checked={singleKeys}
        busy={false}
        onToggle={toggleSingleKeys}
      />
    </Modal>
  )
}

function Shortcut({ does, keys, off }: { does: string; keys: readonly string[]; off: boolean }) {
  return (
    <>
      <dt data-off={off}>{does}</dt>
      <dd data-off={off}>
        {keys.map((key, i) => (
          <kbd key={i}>{key}</kbd>
        ))}
      </dd>
    </>
  )
}
