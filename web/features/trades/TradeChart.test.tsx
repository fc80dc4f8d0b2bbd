import { ApolloProvider } from '@apollo/client/react'
import { render, screen } from '@testing-library/react'
import { GraphQLError } from 'graphql'
import { describe, expect, it } from 'vitest'
import { MINUTE } from '../../../schema/time.ts'
import { testClient, type Answers } from '../../gql/testing/testClient.ts'
import { chartOfTrade } from './chartOfTrade.ts'
import { TradeChart } from './TradeChart.tsx'

const ENTRY = Date.parse('2026-11-20T05:02:05.000Z')
const lasting = (minutes: number | null) => ({
  entryTime: new Date(ENTRY).toISOString(),
  exitTime: minutes === null ? null : new Date(ENTRY + minutes * MINUTE).toISOString(),
})
const TRADE = {
  ...{ id: '1', index: 'NIFTY', strike: 24_500, optionType: 'PE' as const, strategy: 'RSI Reversal', signal: 'SHORT' as const },
  ...{ mode: 'PAPER' as const, entryPrice: 120.35, exitPrice: 130, profitLossRs: 790, netProfitLossRs: 723.75, legs: [], ...lasting(20) },
}

describe('chartOfTrade', () => {
  it('takes the shortest candles in which the trade is in sight as a whole', () => {
    expect([1, 40, 41, 200, 201, 375].map((minutes) => chartOfTrade(lasting(minutes)).minutes)).toEqual([1, 1, 5, 5, 15, 15])
  })

  it('ends a little after the exit, and with the latest candle of a running trade', () => {
    expect(chartOfTrade(lasting(10)).before).toBe('2026-11-20T05:24:05.000Z')
    expect(chartOfTrade(lasting(null))).toMatchObject({ minutes: 5, before: null })
  })
})

describe('TradeChart', () => {
  const candles = (from: number) =>
    Array.from({ length: 60 }, (_, i) => ({
      ...{ time: new Date(from + i * MINUTE), open: 24_500, high: 24_510, low: 24_490, close: 24_505, volume: 0 },
    }))

  function watch(answers: Answers) {
    const { client, asked } = testClient(answers)
    render(
      <ApolloProvider client={client}>
        <TradeChart trade={TRADE} />
      </ApolloProvider>,
    )
    return asked
  }

  it('asks for the candles around the trade and marks it on them', async () => {
    const asked = watch({ candles: () => candles(ENTRY - 25 * MINUTE - 5_000) })
    expect((await screen.findByLabelText(/^NIFTY, 1 minute candles/)).getAttribute('aria-label')).toContain('1 trade or signal is marked.')
    expect(asked).toEqual([
      {
        operation: 'CandlesBefore',
        variables: { symbol: 'NIFTY', interval: 'ONE_MINUTE', limit: 300, before: '2026-11-20T05:34:05.000Z' },
      },
    ])
  })

  it('says so when the candles of its time are not there, or cannot be had', async () => {
    watch({ candles: () => candles(ENTRY + MINUTE) })
    await screen.findByText('No chart data available')
    watch({ candles: () => new GraphQLError('The market is away') })
    await screen.findByText('Error loading chart data: The market is away')
  })
})
