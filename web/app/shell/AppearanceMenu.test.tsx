import { ApolloProvider } from '@apollo/client/react'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, describe, expect, it } from 'vitest'
import { ShellStateProvider } from '../../gql/ShellStateProvider.tsx'
import { QUIET } from '../../gql/testing/quietShell.ts'
import { testClient } from '../../gql/testing/testClient.ts'
import { choosePnlColours, choosePreset, chooseScheme } from '../../theme/chooseTheme.ts'
import { SidebarContent } from './SidebarContent.tsx'

const stored = () => (JSON.parse(localStorage.getItem('theme-storage') ?? 'null') as { state: unknown } | null)?.state
const opener = () => screen.getByRole('button', { name: 'Appearance' })
const choice = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name })

async function openMenu() {
  const { client } = testClient(QUIET)
  render(
    <MemoryRouter>
      <ApolloProvider client={client}>
        <ShellStateProvider>
          <SidebarContent />
        </ShellStateProvider>
      </ApolloProvider>
    </MemoryRouter>,
  )
  opener().focus()
  fireEvent.click(opener())
  return screen.findByRole('dialog', { name: 'Appearance' })
}

describe('Appearance', () => {
  afterEach(() => {
    choosePreset('midnight')
    choosePnlColours('classic')
    chooseScheme('dark')
    localStorage.clear()
  })

  it('is one button, which opens three groups that say their names', async () => {
    const menu = await openMenu()
    const groups = within(menu)
      .getAllByRole('radiogroup')
      .map((group) => [
        group.querySelector('legend')?.textContent,
        within(group)
          .getAllByRole('radio')
          .map((radio) => radio.closest('label')?.textContent),
      ])
    expect(groups).toEqual([
      ['Scheme', ['Dark', 'Light', 'System']],
      ['Theme', ['Midnight Professional', 'Dark Forest', 'Charcoal Minimal']],
      ['Profit and loss', ['Classic: green up, red down', 'Colour-blind safe: blue up, orange down', 'Red up, green down']],
    ])
    for (const name of ['Scheme', 'Theme', 'Profit and loss']) expect(within(menu).getByRole('radiogroup', { name })).toBeTruthy()
  })

  it('shows scheme, theme and colours of profit and loss at once, each by itself, and remembers them', async () => {
    await openMenu()
    for (const name of ['Light', 'Dark Forest', 'Colour-blind safe: blue up, orange down']) fireEvent.click(choice(name))
    expect(document.documentElement.dataset).toMatchObject({ theme: 'forest', scheme: 'light', pnl: 'cvd' })
    expect(stored()).toEqual({ preset: 'forest', darkMode: false, pnl: 'cvd' })
    expect(screen.getAllByRole<HTMLInputElement>('radio').flatMap(({ checked, value }) => (checked ? [value] : []))).toEqual([
      'light',
      'forest',
      'cvd',
    ])
  })

  it('begins on what is chosen; Escape closes it, and the focus is on its button again', async () => {
    chooseScheme('light')
    const menu = await openMenu()
    expect(document.activeElement).toBe(choice('Light'))
    fireEvent.keyDown(menu, { key: 'Escape' })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(opener()))
  })
})
