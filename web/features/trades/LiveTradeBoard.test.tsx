import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { GraphQLError } from 'graphql'
import { toast } from 'sonner'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { formatPrice } from '../../lib/formatMoney.ts'
import { pressable } from '../../testing/pressable.ts'
import { testPosition, testTrade } from './testing/testTrade.ts'
import { watchBoard } from './testing/watchBoard.tsx'

const PUT = testTrade({
  opened: 'RSI(14) crosses below 70 on the 5min candle of 10:25, NIFTY at 24,512.30.',
  trailingStopPercent: 5,
  ltp: 124,
})
const CALL = testTrade({
  ...{ id: '2', option: 'SENSEX26NOV80000CE', index: 'SENSEX', strike: 80_000, optionType: 'CE', signal: 'LONG' },
  ...{ strategy: 'MACD', entryPrice: 300, quantity: 20, ltp: 290 },
})

// Not by role: to find a role in jsdom, the styles of the whole page are computed.
// A card that fades out is still there, hidden.
const cards = () =>
  [...document.querySelectorAll('article')].filter((card) => !card.closest('[inert]')).map((card) => card.getAttribute('aria-label'))
const put = () => within(screen.getByLabelText('Nifty 50 · 24,500 PE, RSI Reversal'))
const filter = (value: string) => fireEvent.change(screen.getByLabelText('Filter trades'), { target: { value } })
const search = (value: string) => fireEvent.change(screen.getByPlaceholderText('Search trades...'), { target: { value } })

describe('LiveTradeBoard', () => {
  const failed = vi.spyOn(toast, 'error')
  beforeEach(() => failed.mockClear())

  it('finds by option and strategy, whatever the case', async () => {
    await watchBoard([PUT, CALL])
    expect(cards()).toHaveLength(2)
    for (const [typed, found] of [
      ['rsi', 'Nifty 50 · 24,500 PE, RSI Reversal'],
      ['sensex26nov', 'Sensex · 80,000 CE, MACD'],
    ] as const) {
      search(typed)
      expect(cards()).toEqual([found])
    }
    search('nothing like it')
    expect(screen.getByText('No trades match your current filters.')).toBeTruthy()
    fireEvent.click(screen.getByText('Clear filters'))
    expect(cards()).toHaveLength(2)
  })

  it('keeps gains after charges apart from losses, as the prices have it now', async () => {
    const { deliver } = await watchBoard([PUT, CALL])
    filter('profitable')
    expect(cards()).toEqual(['Nifty 50 · 24,500 PE, RSI Reversal'])
    filter('losing')
    expect(cards()).toEqual(['Sensex · 80,000 CE, MACD'])
    // A gain before charges.
    deliver(PUT.option, 121, 1)
    await waitFor(() => expect(cards()).toHaveLength(2))
  })

  it('says that there is nothing to watch', async () => {
    await watchBoard([])
    expect(screen.getByText('No Live Trades')).toBeTruthy()
    expect(screen.getByText("You don't have any active trades at the moment.")).toBeTruthy()
  })

  it('says why a trade was opened and how its stop follows', async () => {
    await watchBoard([PUT])
    expect(put().getByText(/RSI\(14\) crosses below 70/)).toBeTruthy()
    expect(put().getByText(/follows 5% below the highest premium/)).toBeTruthy()
  })

  it('leads from the name on a card to why it was traded, and back', async () => {
    await watchBoard([PUT, CALL], {
      trade: ({ id }) => ({ ...PUT, id, analysisId: null, failedLegs: [], why: null }),
      candles: () => [],
    })
    fireEvent.click(put().getByRole('button', { name: 'Why Nifty 50 · 24,500 PE was traded' }))
    const dialog = await screen.findByRole('dialog', { name: 'Nifty 50 · 24,500 PE' })
    expect(await within(dialog).findByText(/RSI\(14\) crosses below 70/)).toBeTruthy()
    fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('shows the trades of one strategy, chosen here or by the address', async () => {
    const macd = { ...CALL, strategyId: 's2' }
    await watchBoard([PUT, macd], {}, '/live-trades?strategy=s2')
    expect(cards()).toEqual(['Sensex · 80,000 CE, MACD'])
    const strategy = screen.getByLabelText<HTMLSelectElement>('Strategy')
    expect([...strategy.options].map(({ text }) => text)).toEqual(['All strategies', 'MACD', 'RSI Reversal'])
    fireEvent.change(strategy, { target: { value: 's1' } })
    expect(cards()).toEqual(['Nifty 50 · 24,500 PE, RSI Reversal'])
    fireEvent.change(strategy, { target: { value: '' } })
    expect(cards()).toHaveLength(2)
  })

  it('offers no choice of strategy where there is only one, and says that the chosen one has nothing open', async () => {
    const { unmount } = await watchBoard([PUT])
    expect(screen.queryByLabelText('Strategy')).toBeNull()
    unmount()
    await watchBoard([PUT], {}, '/live-trades?strategy=gone')
    expect(screen.getByText('No trades match your current filters.')).toBeTruthy()
    fireEvent.click(screen.getByText('Clear filters'))
    expect(cards()).toHaveLength(1)
  })

  it('asks the owner to close a trade that could not be sold, and lets them', async () => {
    await watchBoard([testTrade({ ...PUT, handedOver: true }), CALL])
    expect(put().getByRole('alert').textContent).toMatch(/^Please close this position yourself/)
    expect(put().getByRole('button', { name: /^Close trade/ })).toBeTruthy()
    expect(screen.getAllByRole('alert')).toHaveLength(1)
  })

  it('says that a trade is its owner’s who has cancelled its stop in the broker’s app, and still closes it', async () => {
    await watchBoard([testTrade({ ...PUT, mode: 'LIVE', letGo: true }), CALL])
    expect(put().getByRole('alert').textContent).toMatch(/^Yours: you cancelled its protective stop .* no closing order for it/)
    expect(put().getByText('YOURS')).toBeTruthy()
    expect(put().queryByText('ACTIVE')).toBeNull()
    expect(put().queryByText(/below the highest premium/)).toBeNull()
    for (const level of ['Target', 'Stop Loss']) expect(put().getByText(level).nextElementSibling?.textContent).toBe(formatPrice(null))
    expect(put().queryByLabelText('Progress from entry to target')).toBeNull()
    expect(put().getByRole('button', { name: /^Close trade/ })).toBeTruthy()
    expect(screen.getAllByRole('alert')).toHaveLength(1)
  })

  it('says on the card of a live trade that a stop of it does not rest at the exchange, and on no other', async () => {
    const incident = {
      kind: 'STOP_WATCHED',
      id: 'STOP_WATCHED:1',
      text: 'The stop of 75 units is watched.',
      since: '2026-11-20T05:12:00.000Z',
      ...{ option: 'NIFTY26NOV24500CE', units: 65, closing: null },
    }
    const liveOrders = { unresolved: 0, unresolvedSince: null, firstOrders: [], incidents: [{ ...incident, tradeId: PUT.id }] }
    await watchBoard([testTrade({ ...PUT, mode: 'LIVE' }), testTrade({ ...CALL, mode: 'LIVE' })], { liveOrders: () => liveOrders })
    expect((await put().findByRole('note')).textContent).toBe('The stop of 75 units is watched.')
    expect(screen.getAllByRole('note')).toHaveLength(1)
  })

  it('says on the card of a trade that is closing which of its units are not closed yet, and since when', async () => {
    const incident = {
      ...{ kind: 'EXIT_OPEN', id: 'EXIT_OPEN:1', text: '75 units are to be closed.', since: '2026-11-20T05:12:00.000Z', tradeId: PUT.id },
      ...{ option: 'NIFTY26NOV24500PE', units: 75, closing: null },
    }
    const liveOrders = { unresolved: 0, unresolvedSince: null, firstOrders: [], incidents: [incident] }
    await watchBoard([testTrade({ ...PUT, mode: 'LIVE', closing: true })], { liveOrders: () => liveOrders })
    const note = await put().findByRole('note')
    expect(note.textContent).toMatch(/^75 units are to be closed\. Since .+ IST\.$/)
    expect(note.nextElementSibling?.textContent).toBe('Closing...')
  })

  it('says on the card of a live trade what its owner must know of its orders', async () => {
    const warnings = ['Your order sold 75 × NIFTY26NOV24500PE at ₹99, more than this trade had left to close.', 'Another one.']
    await watchBoard([testTrade({ ...PUT, mode: 'LIVE', warnings }), CALL])
    expect(
      put()
        .getAllByRole('alert')
        .map(({ textContent }) => textContent),
    ).toEqual(warnings)
  })

  it('closes a trade by hand after a question, and shows that it is being closed', async () => {
    const { asked } = await watchBoard([PUT], { closeTrade: () => ({ ...PUT, closing: true }) })
    const isAsked = () => asked.some(({ operation, variables }) => operation === 'CloseTrade' && variables['id'] === PUT.id)
    fireEvent.click(put().getByRole('button', { name: /^Close trade/ }))
    const question = within(await screen.findByRole('alertdialog', { name: 'Close Nifty 50 · 24,500 PE?' }))
    expect(question.getByText(/^PAPER: 75 units are sold at the market/)).toBeTruthy()
    fireEvent.click(question.getByRole('button', { name: 'Cancel' }))
    expect(isAsked()).toBe(false)
    fireEvent.click(put().getByRole('button', { name: /^Close trade/ }))
    fireEvent.click(await pressable(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Close trade' })))
    await waitFor(() => expect(isAsked()).toBe(true))
    expect(await put().findByRole('button', { name: /^Closing/ })).toHaveProperty('ariaDisabled', 'true')
  })

  it('asks in plain words where no price has come yet', async () => {
    await watchBoard([testTrade({ option: 'NIFTY26NOV24600PE', ltp: null })])
    fireEvent.click(put().getByRole('button', { name: /^Close trade/ }))
    const question = within(await screen.findByRole('alertdialog'))
    expect(question.getByText(/at the market\. There is no price yet, so the P&L is unknown\.$/)).toBeTruthy()
  })

  it('shows several legs as one trade, moving with each of their prices, and closes all of them at once', async () => {
    const position = testPosition()
    const { deliver } = await watchBoard([position], { closeTrade: () => ({ ...position, closing: true }) })
    const card = within(screen.getByLabelText('Short Straddle, Nifty 50'))
    const legs = within(card.getByLabelText('Legs')).getAllByRole('listitem')
    expect(legs).toHaveLength(3)
    // 75 × 9.50 gained, 2,062.50 lost, 75 × 2 lost; 24.10 for closing each, 54.71 were charged.
    expect(card.getByLabelText('Net profit or loss').textContent).toMatch(/^▼ −₹1,6\d\d/)
    expect(card.getByText('−₹1,500.00')).toBeTruthy()
    deliver('NIFTY24NOV2624500CE', 80, 1)
    await waitFor(() => expect(card.getByText('+₹787.50')).toBeTruthy())
    deliver('NIFTY24NOV2624500PE', 100, 2)
    await waitFor(() => expect(card.getByText('+₹1,687.50')).toBeTruthy())
    expect(card.getByLabelText('Net profit or loss').textContent).toMatch(/^▲ \+₹1,5\d\d/)
    expect(card.getAllByRole('button').map(({ ariaLabel }) => ariaLabel)).toEqual([
      'Why Short Straddle was traded',
      'Stop & target of Short Straddle',
      'Close trade Short Straddle',
    ])
    fireEvent.click(card.getByRole('button', { name: 'Close trade Short Straddle' }))
    const question = await screen.findByRole('alertdialog', { name: 'Close Short Straddle?' })
    expect(question.textContent).toMatch(
      /PAPER: all 2 open legs are closed at the market\. P&L now: [+−]₹[\d,.]+ net of charges on both sides, \+₹1,687\.50 before charges\./,
    )
  })

  it('says why a trade could not be closed', async () => {
    await watchBoard([PUT], { closeTrade: () => new GraphQLError('This trade is already closed.') })
    fireEvent.click(put().getByRole('button', { name: /^Close trade/ }))
    fireEvent.click(await pressable(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Close trade' })))
    await waitFor(() => expect(failed).toHaveBeenCalledWith('This trade is already closed.'))
    expect(put().getByRole('button', { name: /^Close trade/ })).toHaveProperty('ariaDisabled', null)
  })
})
