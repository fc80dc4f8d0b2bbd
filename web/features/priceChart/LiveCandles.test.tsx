import { ApolloProvider } from '@apollo/client/react'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { MINUTE } from '../../../schema/time.ts'
import type { BarPartsFragment } from '../../gql/generated/graphql.ts'
import { testClient, type Answers } from '../../gql/testing/testClient.ts'
import { testConnection } from '../../gql/testing/testConnection.ts'
import LiveCandles from './LiveCandles.tsx'

const OPEN = Date.parse('2026-11-20T03:45:00Z')
const bars = (from: number, to: number): BarPartsFragment[] =>
  Array.from({ length: to - from }, (_, i) => ({
    ...{ time: new Date(OPEN + (from + i) * MINUTE).toISOString(), open: 1_000 + from + i, high: 9_000, low: 1, close: 2_000, volume: 0 },
  }))

const TRADE = {
  ...{ id: 't', index: 'NIFTY', strike: 24_500, optionType: 'CE', strategy: 'EMA Crossover', signal: 'LONG', mode: 'PAPER' },
  ...{
    entryPrice: 120,
    exitPrice: null,
    profitLossRs: null,
    netProfitLossRs: null,
    legs: [],
    entryTime: new Date(OPEN + 310 * MINUTE),
    exitTime: null,
  },
}
const DENIAL = {
  ...{ id: 'd', time: new Date(OPEN + 320 * MINUTE), strategy: 'Supertrend', strategyId: 's', index: 'NIFTY', side: 'SHORT' },
  ...{ text: 'Skipped: 5 of 5 trades used today.' },
}

/** No price moves here: what moves the last bar is held in ChartCandle.test.ts. */
function watch(answers: Answers) {
  const { client, asked, push } = testClient({ trades: () => [], denials: () => testConnection([]), ...answers })
  const chart = (latest: readonly BarPartsFragment[]) => (
    <ApolloProvider client={client}>
      <LiveCandles symbol="NIFTY" interval="ONE_MINUTE" minutes={1} chart={latest} height={400} />
    </ApolloProvider>
  )
  const { rerender } = render(chart(bars(300, 400)))
  return {
    asked,
    push,
    show: (latest: readonly BarPartsFragment[]) => rerender(chart(latest)),
    press: (key: string) => fireEvent.keyDown(document.querySelector('[role=application]')!, { key }),
    sentence: () => document.querySelector('[role=application]')!.getAttribute('aria-label')!,
  }
}

describe('LiveCandles', () => {
  beforeEach(() => localStorage.clear())

  it('marks trades and signals on this index, and a signal refused while one looks on', async () => {
    const denials: { id: string }[] = []
    const { sentence, press, push } = watch({
      trades: () => [TRADE, { ...TRADE, id: 'o', index: 'SENSEX' }],
      denials: () => testConnection(denials),
    })
    await waitFor(() => expect(sentence()).toContain('1 trade or signal is marked.'))
    denials.push(DENIAL)
    push('signalDenied', DENIAL)
    await waitFor(() => expect(sentence()).toContain('2 trades and signals are marked.'))
    press('ArrowUp')
    expect(document.querySelector('[role=status]')!.textContent).toBe('SHORT signal · SupertrendSkipped: 5 of 5 trades used today.')
    press('ArrowUp')
    expect(document.querySelector('[role=status]')!.textContent).toContain('Running')
  })

  it('keeps the bars it knows when newer ones come', () => {
    const { show, sentence } = watch({})
    show(bars(303, 403))
    expect(sentence()).toContain('from Fri, 20 Nov 14:15 to Fri, 20 Nov 15:57 IST')
  })

  it('says so when there is no chart to show', () => {
    const { show } = watch({})
    show([])
    expect(screen.getByText('No chart data available')).toBeTruthy()
  })
})
