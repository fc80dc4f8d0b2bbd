import { ApolloProvider } from '@apollo/client/react'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { GraphQLError } from 'graphql'
import { describe, expect, it } from 'vitest'
import type { BacktestPartsFragment } from '../../gql/generated/graphql.ts'
import { testClient, type Answers } from '../../gql/testing/testClient.ts'
import { BacktestPanel, type BacktestSubject } from './BacktestPanel.tsx'
import {
  backtestResult,
  reportedStatistics,
  reportedStrategy,
  reportedTrade,
  sweepResult,
  walkForwardResult,
} from './testing/testReport.ts'

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
  const told = testClient({ candles: () => [CANDLE], ...(latest && { backtestRun: () => latest }), ...answers })
  render(
    <ApolloProvider client={told.client}>
      <BacktestPanel subject={subject} symbol="NIFTY" latest={latest && latest.id} />
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
      input: { strategyId: 's1', symbol: 'NIFTY', from: null, to: null, slippage: 1 },
    })
  })

  it('shows the latest trades of a long result fifty at a time, and reads those before on demand, again after a failure', async () => {
    const trades = Array.from({ length: 260 }, (_, i) => reportedTrade({ contract: `T${i}` }))
    const strategy = reportedStrategy({ trades: trades.slice(-200), metrics: { ...reportedStrategy().metrics, trades: 260 } })
    const run = { ...DONE, result: backtestResult([strategy]) }
    let fails = true
    const pageInfo = { hasNextPage: true, hasPreviousPage: true, startCursor: null, endCursor: null }
    const { asked } = visit(
      {
        backtestTrades: ({ first, after }) => {
          if (fails) throw new Error('No.')
          const page = trades.slice(Math.max(0, Number(after) - Number(first)), Number(after)).toReversed()
          return { edges: page.map((node) => ({ cursor: node.contract.slice(1), node })), pageInfo, totalCount: 260 }
        },
      },
      { strategyId: 's1' },
      run,
    )
    const table = await screen.findByLabelText('Hypothetical trades')
    const shown = () =>
      within(table)
        .getAllByRole('row')
        .slice(1)
        .map((row) => row.firstElementChild?.textContent)
    expect(within(table).getByText(/^260 hypothetical trades/)).toBeTruthy()
    for (let count = 50; count <= 200; count += 50) {
      expect(shown()).toEqual(
        trades
          .slice(-count)
          .toReversed()
          .map(({ contract }) => contract),
      )
      fireEvent.click(screen.getByText('Show 50 more'))
    }
    expect(await screen.findByRole('alert')).toBeTruthy()
    expect(shown()).toHaveLength(200)
    fails = false
    fireEvent.click(screen.getByText('Show 50 more'))
    await waitFor(() => expect(shown()).toHaveLength(250))
    fireEvent.click(screen.getByText('Show 10 more'))
    await waitFor(() => expect(shown()).toEqual(trades.toReversed().map(({ contract }) => contract)))
    expect(screen.queryByText(/^Show \d+ more$/)).toBeNull()
    expect(asked.filter(({ operation }) => operation === 'BacktestTrades').map(({ variables }) => variables['after'])).toEqual([
      '60',
      '60',
      '10',
    ])
  })

  it('tries the last three months unless somebody wants more, and says how many days there are', async () => {
    const { asked } = visit({
      runBacktest: () => DONE,
      backtestRun: () => DONE,
      backtestDays: () => ({ days: 742, first: '2023-11-27', last: '2026-11-27' }),
    })
    expect(
      await screen.findByText('742 days of data for this index, from 27 Nov 2023 to 27 Nov 2026. A longer range takes longer.'),
    ).toBeTruthy()
    const from = screen.getByLabelText<HTMLInputElement>('From (empty: first available day)')
    run()
    await screen.findByText('Net result')
    fireEvent.change(from, { target: { value: '' } })
    run()
    const orders = () =>
      asked.filter(({ operation }) => operation === 'RunBacktest').map(({ variables }) => (variables['input'] as { from: unknown }).from)
    await waitFor(() => expect(orders()).toEqual(['2026-08-28', null]))
  })

  it('shows how far the one of this strategy is that was under way before the page was loaded', async () => {
    const running = { ...QUEUED, status: 'RUNNING' as const, progress: 0.4 }
    visit({ backtestUnderWay: () => running, backtestRun: () => running })
    expect(await screen.findByText('Running: 40%')).toBeTruthy()
    cleanup()
    const { asked } = visit({ backtestUnderWay: () => ({ ...running, strategyId: 'another' }), backtestRun: () => running })
    await waitFor(() => expect(asked.some(({ operation }) => operation === 'BacktestUnderWay')).toBe(true))
    expect(screen.queryByText(/^Running/)).toBeNull()
  })

  it('says before the figures that the rules of a year are not known', async () => {
    visit({ runBacktest: () => QUEUED, backtestRun: () => ({ ...DONE, result: { ...backtestResult(), uncoveredYears: [2022] } }) })
    run()
    const said = await screen.findByText(/^The year 2022 is not covered: lots, /)
    expect(said.compareDocumentPosition(screen.getByText('Net result')) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  })

  it('shows how near recorded premiums the model and the fills are, and what was left out, where the report has it', async () => {
    const strategy = reportedStrategy({ recordedFills: { fills: 26, inside: 24, share: 24 / 26 } })
    const modelGap = [
      { moneyness: 'at the money', minutes: 1_204, medianAbsolutePercent: 12.34, medianPercent: -3.1 },
      { moneyness: '0.5–1 %', minutes: 1, medianAbsolutePercent: 20, medianPercent: 20 },
      { moneyness: 'over 2%', minutes: 0, medianAbsolutePercent: null, medianPercent: null },
    ]
    const dropped = { beforeOpen: 8, afterClose: 0, inPause: 0, noSession: 0, daysWithoutSession: [] }
    visit({}, undefined, { ...DONE, result: { ...backtestResult([strategy]), modelGap, dropped } })
    const section = (await screen.findByText('Compared with recorded premiums')).closest('section')
    expect([...(section?.querySelectorAll('dl > div') ?? [])].map(({ textContent }) => textContent)).toEqual([
      'Fills at a traded price92.3%24 of 26 fills in recorded minutes lie between the low and the high of their minute.',
      'Model, at the money12.3%Median distance from the premiums of 1,204 recorded minutes; the model is 3.1% too cheap overall.',
      'Model, 0.5–1% from the money20.0%Median distance from the premiums of 1 recorded minute; the model is 20.0% too expensive overall.',
    ])
    expect(screen.getByText('8 candles outside the session left out: 8 before the open.')).toBeTruthy()
  })

  it.each([
    ['are null', { modelGap: null }, { recordedFills: null }],
    ['are not there', {}, {}],
    ['compare with nothing', { modelGap: [] }, { recordedFills: { fills: 0, inside: 0, share: null } }],
  ])('shows nothing of recorded premiums where they %s', async (_, scope, changes) => {
    visit({}, undefined, { ...DONE, result: { ...backtestResult([reportedStrategy(changes)]), ...scope } })
    expect(await screen.findByText('Net result')).toBeTruthy()
    expect(screen.queryByText('Compared with recorded premiums')).toBeNull()
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
    expect(screen.getByText(/^Complete the rules and terms/)).toBeTruthy()
    expect(asked.filter(({ operation }) => operation === 'RunBacktest')).toEqual([])
  })

  it('refuses days backwards, and what is no day, where they are typed', () => {
    const { asked } = visit({})
    fireEvent.change(screen.getByLabelText('From (empty: first available day)'), { target: { value: '20/11/2026' } })
    const last = screen.getByLabelText('To (empty: last available day)')
    fireEvent.change(last, { target: { value: '19/11/2026' } })
    run()
    expect(screen.getByText('Must not be before the first day.')).toBeTruthy()
    fireEvent.change(last, { target: { value: '31/11' } })
    fireEvent.blur(last)
    run()
    expect(screen.getByText('Enter a date as dd/mm/yyyy.')).toBeTruthy()
    expect(asked.filter(({ operation }) => operation === 'RunBacktest')).toEqual([])
  })

  it('pays as much slippage as is asked for, within bounds', async () => {
    const { asked } = visit({ runBacktest: () => QUEUED, backtestRun: () => QUEUED })
    const slippage = screen.getByLabelText('Slippage multiplier (0 to 20)')
    for (const wrong of ['', '-1', '21', 'much']) {
      fireEvent.change(slippage, { target: { value: wrong } })
      run()
      expect(screen.getByText('Must be a number from 0 to 20.')).toBeTruthy()
    }
    expect(asked.filter(({ operation }) => operation === 'RunBacktest')).toEqual([])
    fireEvent.change(slippage, { target: { value: '2.5' } })
    run()
    await waitFor(() =>
      expect(asked.find(({ operation }) => operation === 'RunBacktest')?.variables).toMatchObject({ input: { slippage: 2.5 } }),
    )
  })

  it('shows the latest one until another is run', async () => {
    visit({}, { strategyId: 's1' }, DONE)
    expect(await screen.findByText('Net result')).toBeTruthy()
    const range = screen.getByText('Net under other assumptions').parentElement!.textContent
    expect(range).toMatch(/^Net under other assumptions−₹900 to \+₹1,400\+₹1,400 with the model/)
    expect(range).toContain('Both ends are ₹140 wider, as real premiums move differently from modelled ones.')
    expect(screen.getByText(/10\.5 to 12\.1% on 2 days, from India VIX at the previous close/)).toBeTruthy()
  })

  describe('says how far a result can be trusted:', () => {
    const shown = (result: Record<string, unknown>) => visit({}, { strategyId: 's1' }, { ...DONE, result })
    const figure = async (term: string) => (await screen.findByText(term)).closest('div')?.textContent

    it('of few trades and days "—" with why there is no figure, and what there is', async () => {
      shown(backtestResult())
      expect(await figure('Average trade, range')).toBe('Average trade, range—2 trades are too few to judge: 30 are needed.')
      expect(await figure('Better than chance')).toBe('Better than chance—Needs 30 trades.')
      expect(await figure('Annual growth')).toBe('Annual growth—Needs 20 trading days; here 2.')
      expect(await figure('Calmar ratio')).toBe('Calmar ratio—Needs 20 trading days; here 2.')
      expect(await figure('Longest drawdown')).toContain('1 day')
      expect(await figure('Drawdown within trades')).toContain('₹2,060.00')
      expect(await figure('Payoff')).toContain('1.40')
      expect(await figure('Streaks')).toContain('1 won, 1 lost')
      expect(await figure('Time held')).toContain('25 min')
      expect(await figure('Against a trade (MAE)')).toContain('winners ₹300.00')
      expect(await figure('For a trade (MFE)')).toContain('losers ₹150.00')
      expect(await figure('Costs as % of gross profit')).toContain('16.0%')
      expect(await figure('On expiry days')).toContain('+₹2,190.00Average of 1 trade; on other days −₹1,560.00, of 1.')
    })

    it('of many the range of the average trade and how chance would have done', async () => {
      const statistics = reportedStatistics({
        ...{ expectancyInterval: { low: -113.09, high: 378.85, confidence: 0.95 }, cagr: 0.0571, calmar: 5.5 },
        ...{ randomEntries: { trades: 307, expectancy: 235.99, percentile: 0.15 } },
        verdict:
          '108 trades are too few to show whether these rules make money: the average is between −₹113.09 and ₹378.85 with 95% confidence.',
      })
      shown(backtestResult([reportedStrategy({ statistics })], 59))
      expect(await figure('Average trade, range')).toContain('−₹113.09 to +₹378.85108 trades are too few')
      expect(await figure('Better than chance')).toContain('15.0%This share of random entries')
      expect(await figure('Better than chance')).toContain('+₹235.99 per trade')
      expect(await figure('Annual growth')).toContain('5.7%')
      expect(await figure('Calmar ratio')).toContain('5.50')
    })

    it('nothing of one that was stored before there were such figures', async () => {
      shown(backtestResult([reportedStrategy({ statistics: undefined })]))
      expect(await screen.findByText('Net result')).toBeTruthy()
      expect(screen.queryByText('How far to trust it')).toBeNull()
    })

    it('of a sweep every variant beside its neighbours', async () => {
      shown(sweepResult())
      const rows = within(await screen.findByLabelText('Variants')).getAllByRole('row')
      expect(rows.map((row) => Array.from(row.children, ({ textContent }) => textContent).slice(0, 5))).toEqual([
        ['Variant', 'Net', 'Net under other assumptions', 'Deflated Sharpe', 'Neighbours'],
        ['stopLoss=12 stands alone', '▲ +₹4,200.00', '−₹1,250 to +₹6,300', '81.0%', '12.0%'],
        ['stopLoss=20', '▼ −₹900.00', '—', '12.0%', '81.0%'],
      ])
      expect(screen.getByText(/^Ranked by deflated Sharpe ratio\..* The best 1 stand beside the range of its net/)).toBeTruthy()
      expect(screen.getByText(/Model volatility: 14% on 56 days/)).toBeTruthy()
    })

    it('of a walk-forward the folds and the equity of the days that nothing was chosen by', async () => {
      shown(walkForwardResult())
      const rows = within(await screen.findByLabelText('Folds')).getAllByRole('row')
      expect(Array.from(rows[1]!.children, ({ textContent }) => textContent).slice(0, 5)).toEqual([
        ...['19 Nov 2026 to 20 Nov 2026', 'stopLoss=12', '▲ +₹4,200.00', '▲ +₹630.00', '−₹1,250 to +₹6,300'],
      ])
      expect((await figure('Net under other assumptions'))?.slice(0, 46)).toBe('Net under other assumptions−₹1,250 to +₹6,300+')
      expect(screen.getByText(/Model volatility: 14% on 56 days/)).toBeTruthy()
      expect(screen.getByLabelText(/^Hypothetical equity out of sample from 19 Nov 2026/)).toBeTruthy()
      expect(screen.getByText(/2 trades are too few to judge/)).toBeTruthy()
    })

    it('of a search on years whose rules are not known that first', async () => {
      for (const found of [sweepResult(), walkForwardResult()]) {
        shown({ ...found, uncoveredYears: [2021, 2022] })
        const said = await screen.findByText(/^The years 2021 and 2022 are not covered: lots, /)
        expect(said.compareDocumentPosition(screen.getByText(/Hypothetical:/)) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
        cleanup()
      }
    })

    it('of a search that was stored before there were ranges its figures without', async () => {
      const { assumptions: _, ranged: __, ...rest } = sweepResult()
      const variants = (rest['variants'] as object[]).map((variant) => ({ ...variant, range: undefined }))
      shown({ ...rest, variants })
      const rows = within(await screen.findByLabelText('Variants')).getAllByRole('row')
      expect(rows.map((row) => row.children[2]!.textContent)).toEqual(['Net under other assumptions', '—', '—'])
      expect(screen.queryByText(/beside the range/)).toBeNull()
    })

    it('of a damaged search what is wrong with it', async () => {
      shown({ ...sweepResult(), variants: 'none' })
      expect((await screen.findByRole('alert')).textContent).toContain('variants')
    })
  })
})
