import { render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { progressPercent, TradeCard, type TradeCardView } from './TradeCard.tsx'
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
      '+₹750.00',
      'net +₹683.20 if closed now',
    ])
      expect(card.textContent).toContain(text)
    expect(card.textContent).toContain('Entered 10:32 IST')
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('20')
  })

  it('shows a loss by sign and arrow, not by colour alone', () => {
    render(<TradeCard trade={{ ...running, pnl: -1875, ltp: 75 }} />)
    expect(screen.getByLabelText('Profit or loss').textContent).toBe('▼ \u2212₹1,875.00')
  })

  it('shows a closed trade with its exit and without a live price', () => {
    render(<TradeCard trade={{ ...running, status: 'TARGET HIT', exit: 150, exitTime: '2026-11-20T06:00:00.000Z' }} />)
    expect(screen.queryByRole('progressbar')).toBeNull()
    expect(screen.getByRole('article').textContent).toContain('exited 11:30 IST')
  })

  it('shows an unknown profit as a dash', () => {
    render(<TradeCard trade={{ ...running, pnl: null, ltp: null }} />)
    expect(screen.getByLabelText('Profit or loss').textContent).toBe('—')
  })
})

it('says of a bought put that it was bought, and beside it which way the signal went', () => {
  render(<TradeCard trade={{ ...running, contract: 'Nifty 50 · 24,500 PE', optionType: 'PE', signal: 'SHORT' }} />)
  const text = screen.getByRole('article').textContent
  expect(text).toContain('BUY PESHORT')
  expect(text).not.toContain('SELL')
})

it('is coloured by its status, a completed trade by its result, and any other status as a cooldown', () => {
  const tones = (status: string, pnl: number | null = null) => statusTone({ status, pnl })
  expect([tones('ACTIVE'), tones('TARGET HIT'), tones('STOP LOSS'), tones('STOPPED')]).toEqual(['up', 'up', 'down', 'warning'])
  expect([tones('COMPLETED', 1), tones('COMPLETED', -1), tones('COMPLETED', 0)]).toEqual(['up', 'down', 'down'])
  expect(tones('COOLDOWN', 500)).toBe('neutral')
})

describe('progressPercent', () => {
  it('is the part of the way from entry to target, in either direction, at most 100', () => {
    expect(progressPercent({ entry: 100, target: 150, ltp: 125 })).toBe(50)
    expect(progressPercent({ entry: 100, target: 150, ltp: 75 })).toBe(50)
    expect(progressPercent({ entry: 100, target: 150, ltp: 400 })).toBe(100)
    expect(progressPercent({ entry: 100, target: 150, ltp: null })).toBe(0)
  })
})
