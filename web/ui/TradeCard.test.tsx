import { render, screen } from '@testing-library/react'
import { describe, expect, it, onTestFinished } from 'vitest'
import { useAuthStore } from '../lib/session/useAuthStore.ts'
import { useDisplaySettings } from '../lib/useDisplaySettings.ts'
import { TradeCard, type TradeCardView } from './TradeCard.tsx'
import { statusTone } from './TradeCardFrame.tsx'

const running: TradeCardView = {
  contract: 'Nifty 50 · 24,500 CE',
  expiry: '2026-11-26',
  symbol: 'NIFTY26NOV24500CE',
  strategy: 'EMA Crossover',
  mode: 'PAPER',
  optionType: 'CE',
  signal: 'LONG',
  status: 'ACTIVE',
  entry: 100,
  target: 150,
  stopLoss: 75,
  quantity: 75,
  pnl: 750,
  net: 683.2,
  entryTime: '2026-11-20T05:02:00.000Z',
  exitTime: null,
  exit: null,
  ltp: 110,
}

describe('TradeCard', () => {
  it('shows a running trade with its last price, its mode in words and its entry in Indian time', () => {
    render(<TradeCard trade={running} />)
    const card = screen.getByRole('article', { name: 'Nifty 50 · 24,500 CE, EMA Crossover' })
    for (const text of [
      '26 Nov expiry',
      'NIFTY26NOV24500CE',
      'PAPER',
      'BUY CE',
      'LONG',
      'ACTIVE',
      '₹110.00',
      '▲ +₹683.20',
      '+₹750.00 before charges',
      'Net of ₹66.80 charges, if closed now',
    ])
      expect(card.textContent).toContain(text)
    expect(card.textContent).toContain('Entered 10:32 IST')
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('20')
  })

  it('shows a loss by sign and arrow, not by colour alone', () => {
    render(<TradeCard trade={{ ...running, pnl: -1875, net: -1941.2, ltp: 75 }} />)
    expect(screen.getByLabelText('Net profit or loss').textContent).toBe('▼ \u2212₹1,941.20')
  })

  it('shows a closed trade with its exit and without a live price', () => {
    render(<TradeCard trade={{ ...running, status: 'TARGET HIT', exit: 150, exitTime: '2026-11-20T06:00:00.000Z' }} />)
    expect(screen.queryByRole('progressbar')).toBeNull()
    expect(screen.getByRole('article').textContent).toContain('exited 11:30 IST')
  })

  it('shows an unknown profit as a dash', () => {
    render(<TradeCard trade={{ ...running, pnl: null, net: null, ltp: null }} />)
    expect(screen.getByLabelText('Net profit or loss').textContent).toBe('—')
  })
})

it('says of a bought put that it was bought, and beside it which way the signal went', () => {
  render(<TradeCard trade={{ ...running, contract: 'Nifty 50 · 24,500 PE', optionType: 'PE', signal: 'SHORT' }} />)
  const text = screen.getByRole('article').textContent
  expect(text).toContain('BUY PESHORT')
  expect(text).not.toContain('SELL')
})

it('is coloured by its status, a completed trade by its result, and any other status as a cooldown', () => {
  const tones = (status: string, net: number | null = null) => statusTone({ status, net })
  expect([tones('ACTIVE'), tones('TARGET HIT'), tones('STOP LOSS'), tones('STOPPED')]).toEqual(['up', 'up', 'down', 'warning'])
  expect([tones('COMPLETED', 1), tones('COMPLETED', -1), tones('COMPLETED', 0)]).toEqual(['up', 'down', 'down'])
  expect(tones('COOLDOWN', 500)).toBe('neutral')
})

it('hides with the amounts what would give them away: entry, levels, quantity and the ruler', () => {
  useAuthStore.setState({ isAuthenticated: true })
  useDisplaySettings.setState({ hideAmounts: true })
  onTestFinished(() => {
    useAuthStore.setState({ isAuthenticated: false })
    useDisplaySettings.setState({ hideAmounts: false })
    localStorage.clear()
  })
  render(<TradeCard trade={{ ...running, quantity: 195 }} />)
  const text = screen.getByRole('article').textContent
  for (const own of ['100.00', '150.00', '75.00', '195']) expect(text).not.toContain(own)
  expect(screen.queryByRole('progressbar')).toBeNull()
})
