import { render, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { LegView } from './LegList.tsx'
import { PositionCard, type PositionCardView } from './PositionCard.tsx'

const call: LegView = {
  ...{ id: 'ce', side: 'SELL', lots: 1, contract: 'NIFTY 24,500 CE', expiry: null, symbol: 'NIFTY24NOV2624500CE' },
  ...{ entry: 120, last: 110.5, target: 60, stopLoss: 150, pnl: 712.5, net: 660.2, closed: null },
}
const put: LegView = {
  ...{ id: 'pe', side: 'BUY', lots: 2, contract: 'NIFTY 24,500 PE', expiry: null, symbol: 'NIFTY24NOV2624500PE' },
  ...{ entry: 110, last: 137.5, target: null, stopLoss: null, pnl: -2_062.5, net: -2_117.21 },
  closed: { at: '2026-11-20T05:32:00.000Z', reason: 'the premium reached the stop loss' },
}
const straddle: PositionCardView = {
  ...{ strategy: 'Short Straddle', index: 'Nifty 50', expiry: '24 Nov expiry', mode: 'PAPER', signal: 'NEUTRAL', status: 'ACTIVE' },
  ...{
    pnl: -1_350,
    net: -1_480.2,
    entryTime: '2026-11-20T05:02:00.000Z',
    exitTime: null,
    legCount: '2 legs',
    legs: [call, put],
    margin: 182_450,
    kept: null,
  },
}

describe('PositionCard', () => {
  it('is called as its strategy, and shows mode, signal, result and margin of the whole', () => {
    render(<PositionCard trade={straddle} />)
    const text = screen.getByRole('article', { name: 'Short Straddle, Nifty 50' }).textContent
    for (const part of [
      '24 Nov expiry',
      '2 legs',
      'Neutral',
      'PAPER',
      'ACTIVE',
      '▼ −₹1,480.20',
      'Estimated margin₹1,82,450.00',
      'Entered 10:32 IST',
    ])
      expect(text).toContain(part)
    expect(text).not.toContain('Locked profit')
  })

  it('lists its legs with premiums, levels and profit; a closed one says when and why', () => {
    render(<PositionCard trade={straddle} />)
    const legs = within(screen.getByRole('list', { name: 'Legs' })).getAllByRole('listitem')
    expect(legs.map(({ textContent }) => textContent)).toEqual([
      'Sell 1 lot NIFTY 24,500 CE▲ +₹660.20Entry 120.00 → , last price 110.50 · stop 150.00 · target 60.00 · +₹712.50 before ₹52.30 charges',
      'Buy 2 lots NIFTY 24,500 PE▼ −₹2,117.21Entry 110.00 → , exit 137.50 · closed 11:02, the premium reached the stop loss · −₹2,062.50 before ₹54.71 charges',
    ])
  })

  it('shows the profit that is locked', () => {
    render(<PositionCard trade={{ ...straddle, kept: 2_500 }} />)
    expect(screen.getByText('Locked profit').parentElement?.textContent).toBe('Locked profit₹2,500.00')
  })

  it('calls it a premium where nothing was sold', () => {
    render(<PositionCard trade={{ ...straddle, legs: [put] }} />)
    expect(screen.getByText('Premium paid')).toBeTruthy()
    expect(screen.queryByText('Estimated margin')).toBeNull()
  })

  it('shows what is not known as a dash', () => {
    render(<PositionCard trade={{ ...straddle, pnl: null, net: null, legs: [{ ...call, last: null, pnl: null, net: null }] }} />)
    expect(screen.getByLabelText('Net profit or loss').textContent).toBe('—')
    expect(screen.getByRole('listitem').textContent).toContain('—Entry 120.00 → , last price —')
  })
})
