import { styled } from 'styled-components'
import { THEME_PRESETS, type ThemePreset } from '../../theme/presets.ts'
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

  &[aria-pressed='true'] span {
    outline: 2px solid var(--accent);
    outline-offset: 2px;
  }
`

const PRESETS: readonly ThemePreset[] = ['midnight', 'forest', 'charcoal']

/** The three colour presets, each shown by its own colours. */
export function ThemeSwitcher() {
  const { preset, choosePreset } = useThemeStore()
  return (
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
  )
}
