import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { MINUTE } from '../../schema/time.ts'
import { CandleChart } from './CandleChart.tsx'
import type { ChartCandle } from './ChartCandle.ts'
import { markerOfTrade } from './markerOfTrade.ts'

const OPEN = Date.parse('2026-11-20T03:45:00Z')
const candles = Array.from({ length: 250 }, (_, i): ChartCandle => ({
  ...{ time: OPEN + i * MINUTE, open: 24_000 + i, high: 24_002 + i, low: 23_999 + i, close: 24_001 + i, volume: i === 249 ? 0 : 1_250 },
}))
const trade = markerOfTrade({
  ...{
    id: '1',
    strike: 24_000,
    optionType: 'CE',
    strategy: 'EMA Crossover',
    signal: 'LONG',
    mode: 'PAPER',
    profitLossRs: 790,
    netProfitLossRs: 731.25,
  },
  ...{ entryPrice: 120.35, exitPrice: 130.1, entryTime: '2026-11-20T07:45:05.000Z', exitTime: '2026-11-20T07:50:09.000Z', legs: [] },
})

function watch() {
  render(<CandleChart symbol="NIFTY" minutes={1} candles={candles} height={420} markers={[trade]} />)
  // Not by role: to find a role in jsdom, the styles of the whole page are computed.
  const plot = document.querySelector('[role=application]')!
  const legend = () => document.querySelector('[aria-atomic]')!.textContent
  return { plot, legend, press: (key: string) => fireEvent.keyDown(plot, { key }) }
}

describe('CandleChart', () => {
  beforeEach(() => localStorage.clear())

  it('says in a sentence what it shows', () => {
    const { plot } = watch()
    expect(plot.getAttribute('aria-label')).toContain(
      'NIFTY, 1 minute candles from Fri, 20 Nov 09:15 to Fri, 20 Nov 13:24 IST: opened at 24,000.00, last 24,250.00, low 23,999.00, high 24,251.00.',
    )
  })

  it('shows the numbers of the last bar, of the one a key chooses, and an unknown volume as a dash', () => {
    const { legend, press } = watch()
    expect(legend()).toBe('Fri, 20 Nov, 13:24 ISTO 24,249.00H 24,251.00L 24,248.00C 24,250.00V —0.00%')
    press('ArrowLeft')
    expect(legend()).toContain('13:23 ISTO 24,248.00')
    expect(legend()).toContain('V 1,250')
    press('Escape')
    expect(legend()).toContain('13:24')
  })

  it('tells of a trade by key: premiums, times, profit', () => {
    const { press, legend } = watch()
    press('ArrowUp')
    expect(legend()).toContain('13:15 IST')
    expect(document.querySelector('[role=status]')!.textContent).toBe(
      'PAPER · 24,000 CE · EMA Crossover▲ +₹731.25Bought at ₹120.35, 13:15:05 ISTSold at ₹130.10, 13:20:09 IST+₹790.00 before charges',
    )
  })

  it('adds an indicator, shows its value, edits, hides, removes and remembers it', async () => {
    const { unmount } = render(<CandleChart symbol="SENSEX" minutes={1} candles={candles} height={420} />)
    const add = (period: string) => {
      fireEvent.change(screen.getByLabelText('Period'), { target: { value: period } })
      fireEvent.submit(screen.getByLabelText('Period').closest('form')!)
    }
    fireEvent.click(screen.getByLabelText('Add an indicator'))
    fireEvent.change(await screen.findByLabelText('Indicator'), { target: { value: 'sma' } })
    add('0')
    expect(screen.getByText('A whole number from 1 to 500.')).toBeTruthy()
    add('2')
    fireEvent.click(screen.getByText('Indicators 1'))
    expect(screen.queryByText('SMA 2')).toBeNull()
    fireEvent.click(screen.getByText('Indicators 1'))
    expect(screen.getByText('SMA 2').parentElement!.textContent).toContain('24,249.50')
    fireEvent.click(screen.getByLabelText('Edit SMA 2'))
    add('4')
    expect(screen.getByText('SMA 4').parentElement!.textContent).toContain('24,248.50')
    fireEvent.click(screen.getByLabelText('Hide SMA 4'))
    expect(screen.getByText('SMA 4').parentElement!.textContent).not.toContain('24,248.50')
    unmount()
    render(<CandleChart symbol="SENSEX" minutes={1} candles={candles} height={420} />)
    fireEvent.click(screen.getByLabelText('Show SMA 4'))
    fireEvent.click(screen.getByLabelText('Remove SMA 4'))
    expect(screen.queryByText(/^Indicators \d/)).toBeNull()
  })

  it('moves an indicator up and down, keeps the focus on the button and remembers the order', async () => {
    const { unmount } = render(<CandleChart symbol="MIDCPNIFTY" minutes={1} candles={candles} height={420} />)
    for (const period of ['5', '9', '21']) {
      fireEvent.click(screen.getByLabelText('Add an indicator'))
      fireEvent.change(await screen.findByLabelText('Period'), { target: { value: period } })
      fireEvent.submit(screen.getByLabelText('Period').closest('form')!)
    }
    const order = () => screen.getAllByText(/^EMA \d+$/).map(({ textContent }) => textContent)
    const press = (label: string) => {
      const button = screen.getByLabelText(label)
      button.focus()
      fireEvent.click(button)
      expect(document.activeElement).toBe(screen.getByLabelText(label))
    }
    press('Move EMA 5 down')
    press('Move EMA 21 up')
    expect(order()).toEqual(['EMA 9', 'EMA 21', 'EMA 5'])
    press('Move EMA 9 up')
    press('Move EMA 5 down')
    expect(order()).toEqual(['EMA 9', 'EMA 21', 'EMA 5'])
    unmount()
    render(<CandleChart symbol="MIDCPNIFTY" minutes={1} candles={candles} height={420} />)
    expect(order()).toEqual(['EMA 9', 'EMA 21', 'EMA 5'])
  })

  it('fills the screen and comes back with the same view, the focus on its button', async () => {
    const { press, legend } = watch()
    press('ArrowLeft')
    fireEvent.click(screen.getByLabelText('Full screen'))
    const full = await screen.findByRole('dialog', { name: 'NIFTY' })
    expect([full.contains(document.querySelector('[role=application]')), document.querySelectorAll('[role=application]').length]).toEqual([
      true,
      1,
    ])
    expect(legend()).toContain('13:23 IST')
    fireEvent.keyDown(document.querySelector('[role=application]')!, { key: 'ArrowLeft' })
    fireEvent.click(screen.getByLabelText('Leave full screen'))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(legend()).toContain('13:22 IST')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Full screen')))
  })

  it('is there as a table, newest first, with the trades in their bars', () => {
    watch()
    fireEvent.click(screen.getByLabelText('View as table'))
    const rows = [...document.querySelectorAll('tbody tr')]
    expect(rows).toHaveLength(200)
    expect(rows[0]!.textContent).toBe('20 Nov 2026 13:2424,249.0024,251.0024,248.0024,250.00—')
    expect(rows[9]!.textContent).toContain('Entry: PAPER · 24,000 CE · EMA Crossover')
    expect(rows[4]!.textContent).toContain('Exit: PAPER · 24,000 CE · EMA Crossover, +₹731.25')
    fireEvent.click(within(screen.getByLabelText('NIFTY, 1 minute candles, table')).getByText('Show 50 earlier candles'))
    expect(document.querySelectorAll('tbody tr')).toHaveLength(250)
  })
})
