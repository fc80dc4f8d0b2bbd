import { ApolloProvider } from '@apollo/client/react'
import { act, renderHook, waitFor } from '@testing-library/react'
import { GraphQLError } from 'graphql'
import { toast } from 'sonner'
import { expect, it, vi } from 'vitest'
import { MINUTE } from '../../../schema/time.ts'
import type { ChartCandle } from '../../charts/ChartCandle.ts'
import { testClient, type Answers } from '../../gql/testing/testClient.ts'
import { useChartHistory } from './useChartHistory.ts'

const OPEN = Date.parse('2026-11-20T03:45:00Z')
const bars = (from: number, to: number): ChartCandle[] =>
  Array.from({ length: to - from }, (_, i) => ({ time: OPEN + (from + i) * MINUTE, open: 1, high: 1, low: 1, close: 1, volume: 0 }))
const LATEST = bars(300, 400)

function history(answers: Answers) {
  const { client, asked } = testClient(answers)
  const { result } = renderHook(() => useChartHistory('NIFTY', 'ONE_MINUTE', LATEST), {
    wrapper: ({ children }) => <ApolloProvider client={client}>{children}</ApolloProvider>,
  })
  return { asked, bars: () => result.current.bars, load: () => act(() => result.current.loadEarlier()) }
}

it('puts earlier bars before the known ones until there are none, and asks once for each page', async () => {
  const chart = history({
    candles: ({ before }) => (Date.parse(String(before)) > OPEN ? bars(0, 300).map((bar) => ({ ...bar, time: new Date(bar.time) })) : []),
  })
  await Promise.all([chart.load(), chart.load()])
  expect(chart.bars()).toEqual(bars(0, 400))
  await chart.load()
  await chart.load()
  expect(chart.asked.map(({ variables }) => variables)).toEqual([
    { symbol: 'NIFTY', interval: 'ONE_MINUTE', limit: 500, before: '2026-11-20T08:45:00.000Z' },
    { symbol: 'NIFTY', interval: 'ONE_MINUTE', limit: 500, before: '2026-11-20T03:45:00.000Z' },
  ])
})

it('says that earlier bars could not be had, and asks again', async () => {
  const failed = vi.spyOn(toast, 'error')
  const chart = history({ candles: () => new GraphQLError('The market is away') })
  await chart.load()
  await waitFor(() => expect(failed).toHaveBeenCalledOnce())
  expect(chart.bars()).toBe(LATEST)
  await chart.load()
  expect(chart.asked).toHaveLength(2)
})
