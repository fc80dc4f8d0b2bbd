import { styled } from 'styled-components'
import { PNL_COLOURS, THEME_PRESETS, type PnlColours, type ThemePreset } from '../../theme/presets.ts'
import { useThemeStore } from '../../theme/useThemeStore.ts'

const Group = styled.div`
  display: flex;
  gap: 4px;
  padding: 0 4px;
`

const Swatch = styled.button`
  display: grid;
  place-items: center;
  width: 44px;
  height: 44px;
  border: 0;
  border-radius: var(--radius-sm);
  background: none;
  cursor: pointer;

  span {
    width: 24px;
    height: 24px;
    border: 1px solid var(--line-strong);
    border-radius: 50%;
    background: linear-gradient(135deg, var(--ground) 50%, var(--accent-solid) 50%) border-box;
  }

  &[data-pnl] span {
    background: linear-gradient(135deg, var(--pnl-up) 50%, var(--pnl-down) 50%) border-box;
  }

  &[aria-pressed='true'] span {
    outline: 2px solid var(--accent);
    outline-offset: 2px;
  }
`

const PRESETS: readonly ThemePreset[] = ['midnight', 'forest', 'charcoal']

const PNL_CHOICES: readonly PnlColours[] = ['classic', 'cvd', 'red-up']

/** The three colour presets and the three pairs for profit and loss, each shown by its own colours. */
export function ThemeSwitcher() {
  const { preset, choosePreset, pnl, choosePnlColours } = useThemeStore()
  return (
    <div>
      <Group role="group" aria-label="Theme">
        {PRESETS.map((choice) => (
          <Swatch
            key={choice}
            type="button"
            data-theme={choice}
            aria-label={THEME_PRESETS[choice]}
            title={THEME_PRESETS[choice]}
            aria-pressed={choice === preset}
            onClick={() => choosePreset(choice)}
          >
            <span />
          </Swatch>
        ))}
      </Group>
      <Group role="group" aria-label="Colours of profit and loss">
        {PNL_CHOICES.map((choice) => (
          <Swatch
            key={choice}
            type="button"
            data-pnl={choice}
            aria-label={PNL_COLOURS[choice]}
            title={PNL_COLOURS[choice]}
            aria-pressed={choice === pnl}
            onClick={() => choosePnlColours(choice)}
          >
            <span />
          </Swatch>
        ))}
      </Group>
    </div>
  )
}
