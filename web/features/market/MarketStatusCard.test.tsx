import { ApolloProvider } from '@apollo/client/react'
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { HOUR, MINUTE } from '../../../schema/time.ts'
import { MarketProvider } from '../../gql/MarketProvider.tsx'
import { testClient } from '../../gql/testClient.ts'
import { MarketStatusCard } from './MarketStatusCard.tsx'

const REAL = { sandbox: false, speed: 1, segments: [], engineRunning: true, feedConnected: true }

function show(isOpen: boolean, changesInMs: number) {
  const nextChangeAt = new Date(Date.now() + changesInMs)
  const { client } = testClient({ marketStatus: () => ({ ...REAL, isOpen, nextChangeAt }) })
  render(
    <ApolloProvider client={client}>
      <MarketProvider>
        <MarketStatusCard activeTrades={3} />
      </MarketProvider>
    </ApolloProvider>,
  )
}

it('says for how long the market is open', async () => {
  show(true, 2 * HOUR + 5.5 * MINUTE)
  expect((await screen.findByText('Market Open')).closest('dl')!.textContent).toBe(
    'MarketMarket OpenCloses in2h 5mBot StatusRunningActive Trades3',
  )
})

it('says when it opens', async () => {
  show(false, 12.5 * MINUTE)
  expect((await screen.findByText('Opens in')).nextSibling!.textContent).toBe('12m')
})
