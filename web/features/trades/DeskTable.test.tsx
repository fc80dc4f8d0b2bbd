import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { GraphQLError } from 'graphql'
import { toast } from 'sonner'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { TradePartsFragment } from '../../gql/generated/graphql.ts'
import { useSocketStore } from '../../gql/useSocketStore.ts'
import { useAuthStore } from '../../lib/session/useAuthStore.ts'
import { useDisplaySettings } from '../../lib/useDisplaySettings.ts'
import { pressable } from '../../testing/pressable.ts'
import { testPosition, testTrade } from './testing/testTrade.ts'
import { watchBoard } from './testing/watchBoard.tsx'
import { SORT_AGAIN_MS } from './useDeskOrder.ts'

const PUT = testTrade({ ltp: 130 })
const CALL = testTrade({
  ...{ id: '2', option: 'SENSEX26NOV80000CE', index: 'SENSEX', strike: 80_000, optionType: 'CE', signal: 'LONG', lots: 2 },
  ...{ strategy: 'MACD', strategyId: 's2', entryPrice: 300, ltp: 290, entryTime: '2026-11-20T05:12:00.000Z' },
})
const bankAt = (ltp: number | null) =>
  testTrade({
    ...{ id: '3', option: 'BANKNIFTY26NOV52000PE', index: 'BANKNIFTY', strike: 52_000, strategy: 'MACD', strategyId: 's2' },
    ...{ entryPrice: 200, ltp, entryTime: '2026-11-20T05:07:00.000Z' },
  })
const BANK = bankAt(null)
const [NIFTY, SENSEX, BANKNIFTY] = ['Nifty 50 · 24,500 PE', 'Sensex · 80,000 CE', 'Bank Nifty · 52,000 PE'] as const

const rows = () => [...document.querySelectorAll<HTMLElement>('tbody > :first-child')]
const names = () => rows().map((row) => row.querySelector('th button')?.textContent)
const rowOf = (name: string) => rows().find((row) => row.querySelector('th button')?.textContent === name)!
const cell = (name: string, column: string) => rowOf(name).querySelector(`.${column}`)?.textContent
const heading = (title: string) => within(document.querySelector('thead')!).getByText(title, { selector: 'button' })
const choose = (name: string) => fireEvent.click(screen.getByLabelText(`Select ${name}`))
const chooseAll = () => fireEvent.click(screen.getByLabelText('Select all shown trades'))
const selected = () => screen.getByLabelText('Selected trades')

/** Prices change the order only as this clock goes on. */
function stopTheClock() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
}
const sortAgain = () => act(() => void vi.advanceTimersByTime(SORT_AGAIN_MS))

/** Moves the focus as the Tab key does. */
function tabTo(control: HTMLElement) {
  act(() => {
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Tab' })
    control.focus()
    fireEvent.keyUp(control, { key: 'Tab' })
  })
}

async function watchTable(trades: readonly TradePartsFragment[], ...more: [answers?: Parameters<typeof watchBoard>[1], address?: string]) {
  localStorage.setItem('live-trades-view', 'table')
  return watchBoard(trades, ...more)
}

async function confirm(name: string) {
  const question = within(await screen.findByRole('alertdialog'))
  fireEvent.click(await pressable(question.getByRole('button', { name })))
}

describe('the table of running trades', () => {
  const told = { done: vi.spyOn(toast, 'success'), failed: vi.spyOn(toast, 'error') }
  beforeEach(() => {
    told.done.mockClear()
    told.failed.mockClear()
  })

  it('is chosen beside the cards, remembered, and has their net result, which moves with the price', async () => {
    const { deliver, unmount } = await watchBoard([PUT])
    const onCard = () => screen.getByLabelText('Net profit or loss').textContent
    const before = onCard()
    expect(before).toMatch(/^▲ \+₹6\d\d/)
    fireEvent.click(screen.getByText('Table'))
    await waitFor(() => expect(cell(NIFTY, 'net')).toBe(before))
    expect(cell(NIFTY, 'gross')).toBe('+₹723.75')
    expect(['side', 'lots', 'entry', 'ltp', 'time'].map((column) => cell(NIFTY, column))).toEqual(['BUY', '1', '120.35', '130.00', '10:32'])
    expect(rowOf(NIFTY).textContent).toContain('PAPER')
    deliver(PUT.option, 110, 1)
    await waitFor(() => expect(cell(NIFTY, 'net')).toMatch(/^▼ −₹8\d\d/))
    expect(within(rowOf(NIFTY)).getByLabelText('Progress from entry to stop')).toBeTruthy()
    const below = cell(NIFTY, 'net')
    unmount()
    await watchBoard([testTrade({ ltp: 110 })])
    expect(cell(NIFTY, 'net')).toBe(below)
    fireEvent.click(screen.getByText('Cards'))
    await waitFor(() => expect(onCard()).toBe(below))
  })

  it('has the latest entry first, and is sorted by its headings: the same one twice turns it round, what is not known stays last', async () => {
    await watchTable([PUT, CALL, BANK])
    expect(names()).toEqual([SENSEX, BANKNIFTY, NIFTY])
    expect(heading('Entered').closest('th')?.ariaSort).toBe('descending')
    for (const [title, order, sorted] of [
      ['Contract', 'ascending', [BANKNIFTY, NIFTY, SENSEX]],
      ['Net P&L', 'descending', [NIFTY, SENSEX, BANKNIFTY]],
      ['Net P&L', 'ascending', [SENSEX, NIFTY, BANKNIFTY]],
      ['LTP', 'descending', [SENSEX, NIFTY, BANKNIFTY]],
      ['Lots', 'ascending', [NIFTY, BANKNIFTY, SENSEX]],
    ] as const) {
      if (title === 'Lots') fireEvent.click(heading(title))
      fireEvent.click(heading(title))
      expect([title, names()]).toEqual([title, sorted])
      expect(heading(title).closest('th')?.ariaSort).toBe(order)
    }
    expect(document.querySelectorAll('[aria-sort]')).toHaveLength(1)
  })

  it('follows the prices with its order every few seconds, not with each of them', async () => {
    stopTheClock()
    const { deliver } = await watchTable([PUT, CALL])
    fireEvent.click(heading('Net P&L'))
    expect(names()).toEqual([NIFTY, SENSEX])
    deliver(CALL.option, 400, 1)
    await vi.waitFor(() => expect(cell(SENSEX, 'net')).toContain('+'))
    expect(names()).toEqual([NIFTY, SENSEX])
    sortAgain()
    expect(names()).toEqual([SENSEX, NIFTY])
  })

  it('keeps its order under the pointer, where a new trade comes last, and sorts again when it has left', async () => {
    stopTheClock()
    const { deliver, change } = await watchTable([PUT, CALL])
    fireEvent.click(heading('Net P&L'))
    const desk = document.querySelector('table')!.parentElement!.parentElement!
    act(() => void desk.dispatchEvent(new PointerEvent('pointerenter')))
    deliver(CALL.option, 400, 1)
    await vi.waitFor(() => expect(cell(SENSEX, 'net')).toContain('+'))
    sortAgain()
    expect(names()).toEqual([NIFTY, SENSEX])
    await change([bankAt(900), PUT, CALL])
    await waitFor(() => expect(names()).toEqual([NIFTY, SENSEX, BANKNIFTY]))
    act(() => void desk.dispatchEvent(new PointerEvent('pointerleave')))
    expect(names()).toEqual([BANKNIFTY, SENSEX, NIFTY])
    await change([PUT, CALL])
    await waitFor(() => expect(names()).toEqual([SENSEX, NIFTY]))
  })

  it('keeps its order while keys are at work in it', async () => {
    stopTheClock()
    const { deliver } = await watchTable([PUT, CALL])
    fireEvent.click(heading('Net P&L'))
    tabTo(screen.getByLabelText(`Select ${NIFTY}`))
    deliver(CALL.option, 400, 1)
    await vi.waitFor(() => expect(cell(SENSEX, 'net')).toContain('+'))
    sortAgain()
    expect(names()).toEqual([NIFTY, SENSEX])
    tabTo(screen.getByPlaceholderText('Search trades...'))
    expect(names()).toEqual([SENSEX, NIFTY])
  })

  it('opens why a trade was made by a press on its row, and not by one on its controls', async () => {
    await watchTable([PUT], {
      trade: ({ id }) => ({ ...PUT, id, analysisId: null, failedLegs: [], why: null }),
      candles: () => [],
    })
    choose(NIFTY)
    expect(selected().textContent).toContain('1 selected')
    expect(screen.queryByRole('dialog')).toBeNull()
    fireEvent.click(rowOf(NIFTY).querySelector('.entry')!)
    expect(await screen.findByRole('dialog', { name: NIFTY })).toBeTruthy()
  })

  it('shows a position in one line and, when asked, each of its legs with its levels and result', async () => {
    const { deliver } = await watchTable([testPosition()])
    expect(cell('Short Straddle', 'strategy')).toBe('Nifty 50 · 24,500 CE / 24,500 PE')
    expect(cell('Short Straddle', 'side')).toBe('SELL')
    const legs = () => [...document.querySelectorAll('.leg')].map((row) => [...row.children].map(({ textContent }) => textContent))
    expect(legs()).toEqual([])
    const opener = screen.getByRole('button', { name: '2 legs of Short Straddle' })
    expect(opener.ariaExpanded).toBe('false')
    fireEvent.click(opener)
    expect(opener.ariaExpanded).toBe('true')
    expect(legs()).toMatchObject([
      { 1: 'NIFTY 24,500 CE', 3: 'SELL', 4: '1', 5: '120.00', 6: '110.50', 8: '+₹712.50', 9: 'Stop 150.00 · target —' },
      { 1: 'NIFTY 24,500 PE', 5: '110.00', 6: '137.50', 8: '−₹2,062.50', 9: 'closed 11:02, the premium reached the stop loss' },
      { 1: 'NIFTY 24,500 PE', 5: '110.00', 6: '112.00', 8: '−₹150.00', 9: 'Stop 137.50 · target —' },
    ])
    deliver('NIFTY24NOV2624500CE', 80, 1)
    await waitFor(() => expect(legs()[0]).toMatchObject({ 6: '80.00', 8: '+₹3,000.00' }))
    expect(legs()[0]?.[7]).toMatch(/^▲ \+₹2,9\d\d/)
    expect(cell('Short Straddle', 'gross')).toBe('+₹787.50')
  })

  it('has the columns that are wanted, and remembers them', async () => {
    localStorage.removeItem('live-trades-hidden-columns')
    const { unmount } = await watchTable([PUT])
    const leftOut = () => document.querySelector('table')!.dataset['hidden']
    expect(leftOut()).toBe('')
    fireEvent.click(screen.getByRole('button', { name: 'Choose columns' }))
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Before charges' }))
    expect(leftOut()).toBe('gross')
    unmount()

    await watchTable([PUT])
    expect(leftOut()).toBe('gross')
    fireEvent.click(screen.getByRole('button', { name: 'Choose columns' }))
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Before charges' }))
    expect(leftOut()).toBe('')
    expect(localStorage.getItem('live-trades-hidden-columns')).toBe('')
  })

  it('says below a trade what its owner must know of it', async () => {
    await watchTable([{ ...PUT, handedOver: true, warnings: ['Another one.'] }, CALL])
    const alerts = screen.getAllByRole('alert')
    expect(alerts.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Please close this position yourself/),
      'Another one.',
    ])
    for (const alert of alerts) expect(alert.closest('tbody')).toBe(rowOf(NIFTY).parentElement)
  })

  it('hides with the amounts what would give them away, and keeps the public price', async () => {
    useAuthStore.setState({ isAuthenticated: true })
    useDisplaySettings.setState({ hideAmounts: true })
    onTestFinished(() => void useDisplaySettings.setState({ hideAmounts: false }))
    await watchTable([PUT, testPosition()])
    fireEvent.click(screen.getByRole('button', { name: '2 legs of Short Straddle' }))
    chooseAll()
    const text = document.querySelector('table')!.textContent + selected().textContent
    for (const own of ['120.35', '90.30', '180.50', '150.00', '137.50 ·', '723.75', '712.50']) expect(text).not.toContain(own)
    expect(text).not.toMatch(/₹\d/)
    expect(screen.queryByRole('progressbar')).toBeNull()
    expect(cell(NIFTY, 'ltp')).toBe('130.00')
  })

  it('closes the chosen trades after one question, in which live ones are named and never added to paper ones', async () => {
    const live = { ...CALL, mode: 'LIVE' as const }
    const { asked } = await watchTable([PUT, live, BANK, { ...PUT, id: '4', strike: 24_600, closing: true }], {
      closeTrade: ({ id }) => ({ ...[PUT, live, BANK].find((trade) => trade.id === id), closing: true }),
    })
    choose(NIFTY)
    choose(SENSEX)
    expect(selected().textContent).toMatch(/^2 selectedLIVE net ▼ −₹[\d,.]+PAPER net ▲ \+₹[\d,.]+Close 2 trades$/)
    fireEvent.click(within(selected()).getByText('Close 2 trades'))
    const question = await screen.findByRole('alertdialog', { name: 'Close 2 trades?' })
    expect(question.textContent).toMatch(/1 LIVE trade and 1 PAPER trade are closed at the market with all their open legs\./)
    expect(question.textContent).toMatch(
      /LIVE: Sensex · 80,000 CE\. LIVE P&L now: −₹[\d,.]+ net of charges on both sides, −₹750\.00 before/,
    )
    expect(question.textContent).toMatch(/PAPER P&L now: \+₹[\d,.]+ net of charges on both sides, \+₹723\.75 before charges\./)
    await confirm('Close 2 trades')
    await waitFor(() => expect(told.done).toHaveBeenCalledExactlyOnceWith('2 trades are closing'))
    const closed = asked.filter(({ operation }) => operation === 'CloseTrade').map(({ variables }) => variables['id'])
    expect(closed.toSorted()).toEqual(['1', '2'])
    await waitFor(() => expect(selected().textContent).not.toContain('selected'))
  })

  it('says by one message how many are closing and why the others are not, which stay chosen', async () => {
    await watchTable([PUT, CALL, BANK], {
      closeTrade: ({ id }) =>
        id === '3' ? new GraphQLError('This trade is already closed.') : { ...(id === '1' ? PUT : CALL), closing: true },
    })
    chooseAll()
    expect(selected().textContent).toMatch(/^3 selectednet —Close 3 trades$/)
    fireEvent.click(within(selected()).getByText('Close 3 trades'))
    expect((await screen.findByRole('alertdialog')).textContent).toContain('there is no price yet for one of them, so the P&L is unknown')
    await confirm('Close 3 trades')
    await waitFor(() =>
      expect(told.failed).toHaveBeenCalledExactlyOnceWith('2 closing, 1 failed: This trade is already closed.', { description: BANKNIFTY }),
    )
    await waitFor(() => expect(selected().textContent).toMatch(/^1 selected/))
    expect(screen.getByLabelText<HTMLInputElement>(`Select ${BANKNIFTY}`).checked).toBe(true)
  })

  it('chooses only what is shown: a strategy is closed by its filter and the box above', async () => {
    await watchTable([PUT, CALL, BANK], {}, '/live-trades?strategy=s2')
    const all = screen.getByLabelText<HTMLInputElement>('Select all shown trades')
    chooseAll()
    expect([all.checked, all.indeterminate]).toEqual([true, false])
    fireEvent.change(screen.getByLabelText('Strategy'), { target: { value: '' } })
    await waitFor(() => expect(names()).toHaveLength(3))
    expect([all.checked, all.indeterminate]).toEqual([false, true])
    expect(selected().textContent).toContain('2 selected')
    fireEvent.change(screen.getByLabelText('Strategy'), { target: { value: 's1' } })
    await waitFor(() => expect(names()).toEqual([NIFTY]))
    expect(selected().textContent).not.toContain('selected')
  })

  it('closes nothing while the connection is lost, and says why', async () => {
    await watchTable([PUT])
    choose(NIFTY)
    act(() => useSocketStore.setState({ phase: 'lost' }))
    const button = within(selected()).getByText<HTMLButtonElement>('Close 1 trade')
    expect([button.disabled, button.title]).toEqual([true, 'The connection is lost: this works again when it is back.'])
  })
})
