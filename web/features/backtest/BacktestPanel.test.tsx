import { ApolloProvider } from '@apollo/client/react'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { GraphQLError } from 'graphql'
import { describe, expect, it } from 'vitest'
import type { BacktestPartsFragment } from '../../gql/generated/graphql.ts'
import { testClient, type Answers } from '../../gql/testClient.ts'
import { BacktestPanel, type BacktestSubject } from './BacktestPanel.tsx'
import { backtestResult } from './testReport.ts'

const QUEUED: BacktestPartsFragment = {
  ...{ id: 'b1', strategyId: 's1', symbol: 'NIFTY', from: null, to: null, status: 'QUEUED', progress: 0 },
  ...{ result: null, problem: null, createdAt: '2026-11-20T05:00:00.000Z', endedAt: null },
}
const DONE: BacktestPartsFragment = {
  ...QUEUED,
  ...{ status: 'DONE', progress: 1, result: backtestResult(), endedAt: '2026-11-20T05:01:00.000Z' },
}
const CANDLE = { time: '2026-11-20T05:30:00.000Z', open: 24_500, high: 24_520, low: 24_490, close: 24_510, volume: 0 }

function visit(answers: Answers, subject: BacktestSubject | null = { strategyId: 's1' }, latest: BacktestPartsFragment | null = null) {
  const told = testClient({ candles: () => [CANDLE], ...answers })
  render(
    <ApolloProvider client={told.client}>
      <BacktestPanel subject={subject} symbol="NIFTY" latest={latest} />
    </ApolloProvider>,
  )
  return told
}
const run = () => fireEvent.click(screen.getByText('Run backtest'))

describe('BacktestPanel', () => {
  it('goes from the queue over the progress to the figures, which are called hypothetical', async () => {
    const { asked, push } = visit({ runBacktest: () => QUEUED, backtestRun: () => QUEUED })
    run()
    expect(await screen.findByText('Waiting for the engine …')).toBeTruthy()
    await waitFor(() => expect(asked.some(({ operation }) => operation === 'BacktestProgress')).toBe(true))
    act(() => push('backtestProgress', { ...QUEUED, status: 'RUNNING', progress: 0.25 }))
    expect(await screen.findByText(/^Running: 25%/)).toBeTruthy()
    act(() => push('backtestProgress', DONE))
    const figure = (await screen.findByText('Net result')).closest('div')
    expect(figure?.textContent).toContain('HYPOTHETICAL')
    expect(figure?.textContent).toContain('+₹630.00')
    expect(figure?.textContent).toContain('After ₹120.00 of brokerage')
    expect(screen.getByText(/1 trade by recorded option candles; 1 trade by the option model/)).toBeTruthy()
    expect(screen.getByLabelText(/^Hypothetical equity of the backtest from 19 Nov 2026/)).toBeTruthy()
    const rows = within(screen.getByLabelText('Hypothetical trades')).getAllByRole('row')
    expect(rows.map((row) => row.firstElementChild?.textContent)).toEqual(['Option', 'NIFTY26NOV24600PE', 'NIFTY26NOV24500CE'])
    expect(asked.find(({ operation }) => operation === 'RunBacktest')?.variables).toEqual({
      input: { strategyId: 's1', symbol: 'NIFTY', from: null, to: null },
    })
  })

  it('says before the figures that the rules of a year are not known', async () => {
    visit({ runBacktest: () => QUEUED, backtestRun: () => ({ ...DONE, result: { ...backtestResult(), uncoveredYears: [2022] } }) })
    run()
    const said = await screen.findByText(/^The year 2022 is not covered: lots, /)
    expect(said.compareDocumentPosition(screen.getByText('Net result')) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  })

  it('can be cancelled under way', async () => {
    let stored = QUEUED
    visit({
      runBacktest: () => stored,
      backtestRun: () => stored,
      cancelBacktest: () => (stored = { ...QUEUED, status: 'CANCELLED', endedAt: '2026-11-20T05:01:00.000Z' }),
    })
    run()
    const cancel = await screen.findByText('Cancel')
    await waitFor(() => expect(cancel.getAttribute('aria-disabled')).toBeNull())
    fireEvent.click(cancel)
    expect(await screen.findByText('Cancelled: there is no result.')).toBeTruthy()
    expect(screen.getByText('Run backtest').getAttribute('aria-disabled')).toBeNull()
  })

  it("gives the engine's reason for a run that failed, and the server's for one it refused", async () => {
    const problem = 'There are no candles of NIFTY yet.'
    const failed: BacktestPartsFragment = { ...QUEUED, status: 'FAILED', problem, endedAt: '2026-11-20T05:01:00.000Z' }
    let refuses = false
    visit({
      runBacktest: () => (refuses ? new GraphQLError('You have 1 backtest under way, at most 1 fits.') : failed),
      backtestRun: () => failed,
    })
    run()
    expect((await screen.findByText(problem)).getAttribute('role')).toBe('alert')
    refuses = true
    run()
    expect(await screen.findByText(/You have 1 backtest under way/)).toBeTruthy()
  })

  it('runs nothing that is not complete, and no days backwards', () => {
    const { asked } = visit({}, null)
    expect(screen.getByText<HTMLButtonElement>('Run backtest').disabled).toBe(true)
    expect(screen.getByText(/have to be complete/)).toBeTruthy()
    expect(asked).toEqual([])
  })

  it('refuses days backwards, and what is no day, where they are typed', () => {
    const { asked } = visit({})
    fireEvent.change(screen.getByLabelText('From (empty: the first day there is)'), { target: { value: '20/11/2026' } })
    const last = screen.getByLabelText('To (empty: the last day there is)')
    fireEvent.change(last, { target: { value: '19/11/2026' } })
    run()
    expect(screen.getByText('Must not be before the first day.')).toBeTruthy()
    fireEvent.change(last, { target: { value: '31/11' } })
    fireEvent.blur(last)
    run()
    expect(screen.getByText('Not a date: day, month and year as dd/mm/yyyy.')).toBeTruthy()
    expect(asked).toEqual([])
  })

  it('shows the latest one until another is run', async () => {
    visit({}, { strategyId: 's1' }, DONE)
    expect(await screen.findByText('Net result')).toBeTruthy()
  })
})
