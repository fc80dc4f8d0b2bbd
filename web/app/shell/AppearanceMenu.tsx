import { Monitor, Moon, Sun, X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { useId, useRef, type ReactNode } from 'react'
import { keyframes, styled } from 'styled-components'
import { media } from '../../theme/media.ts'
import { keysOf, PNL_COLOURS, SCHEMES, THEME_PRESETS, type Scheme } from '../../theme/presets.ts'
import { choosePnlColours, choosePreset, chooseScheme, useScheme } from '../../theme/chooseTheme.ts'
import { useThemeStore } from '../../theme/useThemeStore.ts'
import { Button } from '../../ui/Button.ts'
import { DialogActions } from '../../ui/DialogActions.ts'
import { IconButton } from '../../ui/IconButton.ts'
import { useFocusReturn } from '../../ui/useFocusReturn.ts'

/** Clear on desks: what is chosen shows at once. */
const Overlay = styled(Dialog.Overlay)`
  position: fixed;
  inset: 0;
  z-index: 40;
`

const appear = keyframes`
  from { opacity: 0; }
`

/** Beside its button on desks, at the lower end of the screen elsewhere. */
const Panel = styled(Dialog.Content)`
  position: fixed;
  inset: auto 0 0;
  z-index: 40;
  max-height: calc(100dvh - 16px);
  padding: 16px 16px calc(16px + env(safe-area-inset-bottom));
  overflow-y: auto;
  border: 1px solid var(--line-strong);
  border-radius: var(--radius-lg) var(--radius-lg) 0 0;
  background: var(--surface);
  box-shadow: 0 12px 40px var(--shadow);
  animation: ${appear} var(--fast);

  h2 {
    font-size: var(--text-lg);
  }

  ${media.desk} {
    inset: auto auto 16px calc(var(--sidebar) + 8px);
    width: 23rem;
    border-radius: var(--radius);
  }
`

const Group = styled.fieldset`
  margin: 16px 0 0;
  padding: 0;
  border: 0;

  legend {
    padding: 0;
    color: var(--muted);
    font-size: var(--text-xs);
    font-weight: 600;
  }

  label {
    display: flex;
    align-items: center;
    gap: 12px;
    min-height: 44px;
    padding: 0 8px;
    border-radius: var(--radius-sm);
    font-size: var(--text-sm);
    cursor: pointer;
  }

  label:hover {
    background: var(--raised);
  }

  label > :last-child {
    flex: none;
    margin-left: auto;
  }

  label > svg {
    color: var(--muted);
  }

  input {
    flex: none;
    width: 18px;
    height: 18px;
    margin: 0;
    accent-color: var(--accent-solid);
  }

  ${media.desk} {
    label {
      min-height: 36px;
    }
  }
`

/** Two colours of what would be chosen. */
const Swatch = styled.span`
  width: 22px;
  height: 22px;
  border: 1px solid var(--line-strong);
  border-radius: 50%;
  background: linear-gradient(135deg, var(--ground) 50%, var(--accent-solid) 50%) border-box;

  &[data-pnl] {
    background: linear-gradient(135deg, var(--pnl-up) 50%, var(--pnl-down) 50%) border-box;
  }
`

const Close = styled(IconButton)`
  position: absolute;
  top: 8px;
  right: 8px;
`

const SCHEME_ICONS = { dark: Moon, light: Sun, system: Monitor } as const satisfies Record<Scheme, typeof Moon>

/** How the product looks in this browser, over the page while it is rendered: dark or light, the theme, the colours of profit and loss. */
export default function AppearanceMenu({ onClose }: { onClose: () => void }) {
  const { preset, darkMode, pnl } = useThemeStore()
  const scheme = useScheme()
  const returnFocus = useFocusReturn()
  const panel = useRef<HTMLDivElement>(null)
  const shown = darkMode ? 'dark' : 'light'
  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Overlay />
        <Panel
          ref={panel}
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            panel.current?.querySelector<HTMLInputElement>('input:checked')?.focus()
          }}
          onCloseAutoFocus={returnFocus}
        >
          <Dialog.Title>Appearance</Dialog.Title>
          <Dialog.Close asChild>
            <Close type="button" aria-label="Close appearance">
              <X size={20} aria-hidden />
            </Close>
          </Dialog.Close>
          <Choices
            title="Scheme"
            choices={SCHEMES}
            chosen={scheme}
            onChoose={chooseScheme}
            picture={(choice) => {
              const Icon = SCHEME_ICONS[choice]
              return <Icon size={18} aria-hidden />
            }}
          />
          <Choices
            title="Theme"
            choices={THEME_PRESETS}
            chosen={preset}
            onChoose={choosePreset}
            picture={(theme) => <Swatch data-theme={theme} data-scheme={shown} />}
          />
          <Choices
            title="Profit and loss"
            choices={PNL_COLOURS}
            chosen={pnl}
            onChoose={choosePnlColours}
            picture={(colours) => <Swatch data-pnl={colours} data-scheme={shown} />}
          />
          <DialogActions style={{ marginTop: 16 }}>
            <Button $look="quiet" type="button" onClick={onClose}>
              Done
            </Button>
          </DialogActions>
        </Panel>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

interface ChoicesProps<Key extends string> {
  title: string
  choices: Readonly<Record<Key, string>>
  chosen: Key
  onChoose: (choice: Key) => void
  picture: (choice: Key) => ReactNode
}

function Choices<Key extends string>({ title, choices, chosen, onChoose, picture }: ChoicesProps<Key>) {
  const name = useId()
  return (
    <Group role="radiogroup">
      <legend>{title}</legend>
      {keysOf(choices).map((choice) => (
        <label key={choice}>
          <input type="radio" name={name} value={choice} checked={choice === chosen} onChange={() => onChoose(choice)} />
          {choices[choice]}
          {picture(choice)}
        </label>
      ))}
    </Group>
  )
}
