import { ApolloProvider } from '@apollo/client/react'
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { TradePartsFragment } from '../../gql/generated/graphql.ts'
import { testClient } from '../../gql/testing/testClient.ts'
import { LiveTradeTotals } from './LiveTradeTotals.tsx'
import { testTrade } from './testing/testTrade.ts'

function show(trades: readonly TradePartsFragment[]): void {
  const { client } = testClient({})
  render(
    <ApolloProvider client={client}>
      <LiveTradeTotals trades={trades} />
    </ApolloProvider>,
  )
}

it('never adds up paper and live: with a live trade there, the sums are of live ones and say so', () => {
  show([testTrade({ fundUsed: 5_000 }), testTrade({ id: '2', mode: 'LIVE', fundUsed: 800 })])
  expect(screen.getByLabelText('Total P&L, LIVE')).toBeTruthy()
  expect(screen.getByLabelText('Total Exposure, LIVE').textContent).toContain('₹800.00')
  expect(screen.getByLabelText('Active Trades').textContent).toContain('1 LIVE, 1 on paper')
})

it('sums what is on paper as it is, without another word', () => {
  show([testTrade({ fundUsed: 5_000 }), testTrade({ id: '2', fundUsed: 800 })])
  expect(screen.getByLabelText('Total Exposure').textContent).toContain('₹5,800.00')
  expect(screen.getByLabelText('Active Trades').textContent).toContain('On paper')
})
