import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { useThemeStore } from '../../theme/useThemeStore.ts'
import { ThemeSwitcher } from './ThemeSwitcher.tsx'

const stored = () => (JSON.parse(localStorage.getItem('theme-storage') ?? 'null') as { state: unknown } | null)?.state
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

describe('ThemeSwitcher', () => {
  afterEach(() => {
    useThemeStore.setState({ preset: 'midnight', pnl: 'classic' })
    localStorage.clear()
  })

  it('shows theme and colours of profit and loss at once, each by itself, and remembers both', () => {
    render(<ThemeSwitcher />)
    press('Dark Forest')
    press('Colour-blind safe: blue up, orange down')
    expect(document.documentElement.dataset).toMatchObject({ theme: 'forest', pnl: 'cvd' })
    expect(stored()).toEqual({ preset: 'forest', darkMode: true, pnl: 'cvd' })
    expect(screen.getAllByRole('button', { pressed: true }).map((button) => button.title)).toEqual([
      'Dark Forest',
      'Colour-blind safe: blue up, orange down',
    ])
  })

  it('takes what was stored before there was a choice of colours', async () => {
    localStorage.setItem('theme-storage', JSON.stringify({ state: { preset: 'charcoal' }, version: 0 }))
    await useThemeStore.persist.rehydrate()
    expect(useThemeStore.getState()).toMatchObject({ preset: 'charcoal', darkMode: true, pnl: 'classic' })
  })
})
