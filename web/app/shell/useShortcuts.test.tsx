import { fireEvent, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, describe, expect, it } from 'vitest'
import { useDisplaySettings } from '../../lib/useDisplaySettings.ts'
import { closeOverlay, useOverlay } from './useOverlay.ts'
import { useShortcuts } from './useShortcuts.ts'

function Screen() {
  useShortcuts()
  return <input aria-label="Search" />
}

function show() {
  const router = createMemoryRouter([{ path: '*', element: <Screen /> }], { initialEntries: ['/profile'] })
  render(<RouterProvider router={router} />)
  return () => router.state.location.pathname
}
const press = (key: string, init: KeyboardEventInit = {}) => fireEvent.keyDown(document.body, { key, ...init })
const opened = () => useOverlay.getState().open
const hidden = () => useDisplaySettings.getState().hideAmounts

describe('shortcuts', () => {
  afterEach(() => {
    closeOverlay()
    useDisplaySettings.setState({ hideAmounts: false, singleKeys: true })
  })

  it('open and close the palette with Ctrl or ⌘ and K, in a field too', () => {
    show()
    fireEvent.keyDown(screen.getByLabelText('Search'), { key: 'k', ctrlKey: true })
    expect(opened()).toBe('palette')
    press('k', { metaKey: true })
    expect(opened()).toBeNull()
  })

  it.each([
    ['d', '/dashboard'],
    ['l', '/live-trades'],
    ['s', '/strategies'],
    ['h', '/history'],
    ['p', '/profile'],
  ])('go with g and %s to %s', (key, path) => {
    const at = show()
    press('g')
    press(key)
    expect(at()).toBe(path)
  })

  it('go nowhere by the letter alone, nor by a letter after another key', () => {
    const at = show()
    press('d')
    press('g')
    press('x')
    press('d')
    expect(at()).toBe('/profile')
  })

  it('show the list with ? and hide amounts with a full stop', () => {
    show()
    press('.')
    expect(hidden()).toBe(true)
    press('.')
    expect(hidden()).toBe(false)
    press('?', { shiftKey: true })
    expect(opened()).toBe('shortcuts')
  })

  it('leave single keys alone in a field, with a modifier, over a dialog and when turned off', () => {
    const at = show()
    fireEvent.keyDown(screen.getByLabelText('Search'), { key: '.' })
    press('.', { ctrlKey: true })
    const dialog = document.createElement('div')
    dialog.setAttribute('role', 'dialog')
    document.body.append(dialog)
    press('.')
    dialog.remove()
    useDisplaySettings.setState({ singleKeys: false })
    press('.')
    press('?')
    press('g')
    press('d')
    expect(hidden()).toBe(false)
    expect(opened()).toBeNull()
    expect(at()).toBe('/profile')
    press('k', { ctrlKey: true })
    expect(opened()).toBe('palette')
  })
})
