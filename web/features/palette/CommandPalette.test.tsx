import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CommandPalette } from './CommandPalette.tsx'
import type { PaletteEntry } from './PaletteEntry.ts'

const entry = (id: string, group: PaletteEntry['group'], title: string) => ({ id, group, title, run: vi.fn() })

function open(userId = 'u1') {
  const entries = [
    entry('p1', 'Pages', 'Live Trades'),
    entry('p2', 'Pages', 'Trade History'),
    entry('a1', 'Actions', 'Emergency Stop'),
    entry('s1', 'Strategies', 'EMA Crossover'),
  ] as const
  const onClose = vi.fn()
  const view = render(<CommandPalette entries={entries} notice={null} userId={userId} onClose={onClose} />)
  return { entries, onClose, ...view }
}
const box = () => screen.getByRole('combobox')
const type = (value: string) => fireEvent.change(box(), { target: { value } })
const press = (key: string) => fireEvent.keyDown(box(), { key })
const options = () => screen.queryAllByRole('option').map((option) => option.textContent)
const chosen = () => screen.getByRole('option', { selected: true })

describe('CommandPalette', () => {
  beforeEach(() => {
    // jsdom lays nothing out, so there is nothing to scroll to.
    Element.prototype.scrollIntoView = vi.fn()
  })
  afterEach(() => {
    Reflect.deleteProperty(Element.prototype, 'scrollIntoView')
    localStorage.clear()
  })

  it('has the focus in its box, which names the option that Enter would run', () => {
    open()
    expect(document.activeElement).toBe(box())
    expect(box().getAttribute('aria-activedescendant')).toBe(chosen().id)
    expect(box().getAttribute('aria-controls')).toBe(screen.getByRole('listbox').id)
    press('ArrowDown')
    expect(box().getAttribute('aria-activedescendant')).toBe(chosen().id)
    expect(chosen().textContent).toBe('Trade History')
    press('ArrowUp')
    press('ArrowUp')
    expect(chosen().textContent).toBe('EMA Crossover')
    press('ArrowDown')
    expect(chosen().textContent).toBe('Live Trades')
  })

  it('narrows down by letters, marks them, closes and runs the first on Enter', () => {
    const { entries, onClose } = open()
    type('es')
    expect(screen.getAllByRole('option')[0]?.textContent).toContain('Emergency Stop')
    expect([...document.querySelectorAll('[aria-selected="true"] mark')].map((mark) => mark.textContent)).toEqual(['E', 'S'])
    press('Enter')
    expect(entries[2].run).toHaveBeenCalledTimes(1)
    expect(onClose).toHaveBeenCalledTimes(1)
  })

  it('says so when nothing fits, and Enter then does nothing', () => {
    const { entries, onClose } = open()
    type('zzz')
    expect(options()).toEqual([])
    expect(screen.getByText('No results for “zzz”. Try fewer letters.')).toBeTruthy()
    press('Enter')
    expect(onClose).not.toHaveBeenCalled()
    for (const { run } of entries) expect(run).not.toHaveBeenCalled()
  })

  it('lists what this user chose last first, and not what another did', () => {
    const first = open()
    fireEvent.click(screen.getByText('EMA Crossover'))
    first.unmount()
    open('u1').unmount()
    const again = open('u1')
    expect(options()[0]).toBe('EMA Crossover')
    expect(options()).toHaveLength(4)
    expect(screen.getByRole('group', { name: 'Recent' })).toBeTruthy()
    again.unmount()
    open('u2')
    expect(screen.queryByRole('group', { name: 'Recent' })).toBeNull()
  })

  it('takes a broken memory for none', () => {
    localStorage.setItem('palette-recent-u1', '{not json')
    open()
    expect(options()[0]).toBe('Live Trades')
  })

  it('closes on Escape without running anything', () => {
    const { entries, onClose } = open()
    press('Escape')
    expect(onClose).toHaveBeenCalledTimes(1)
    for (const { run } of entries) expect(run).not.toHaveBeenCalled()
  })
})
