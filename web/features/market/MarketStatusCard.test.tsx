import { ApolloProvider } from '@apollo/client/react'
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { HOUR, MINUTE } from '../../../schema/time.ts'
import { MarketProvider } from '../../gql/MarketProvider.tsx'
import { ShellStateProvider } from '../../gql/ShellStateProvider.tsx'
import { QUIET } from '../../gql/testing/quietShell.ts'
import { testClient } from '../../gql/testing/testClient.ts'
import { MarketStatusCard } from './MarketStatusCard.tsx'

const REAL = { sandbox: false, pattern: null, speed: 1, segments: [], engineRunning: true, feedConnected: true }

const STOP = { strategyId: null, squareOff: true, liftable: true, reason: 'Emergency stop', since: '2026-11-20T05:00:00.000Z' } as const

function show(isOpen: boolean, changesInMs: number, stops: readonly { scope: string }[] = []) {
  const nextChangeAt = new Date(Date.now() + changesInMs)
  const { client } = testClient({
    ...QUIET,
    marketStatus: () => ({ ...REAL, isOpen, nextChangeAt }),
    stops: () => stops.map((stop) => ({ ...STOP, ...stop, id: stop.scope })),
  })
  render(
    <ApolloProvider client={client}>
      <MarketProvider>
        <ShellStateProvider>
          <MarketStatusCard activeTrades={[{ mode: 'LIVE' }, { mode: 'PAPER' }, { mode: 'PAPER' }]} />
        </ShellStateProvider>
      </MarketProvider>
    </ApolloProvider>,
  )
}

it('says for how long the market is open', async () => {
  show(true, 2 * HOUR + 5.5 * MINUTE)
  expect((await screen.findByText('Market Open')).closest('dl')!.textContent).toBe(
    'MarketMarket OpenCloses in2h 5mBot StatusRunningActive Trades1 LIVE, 2 on paper',
  )
})

it('says when it opens', async () => {
  show(false, 12.5 * MINUTE)
  expect((await screen.findByText('Opens in')).nextSibling!.textContent).toBe('12m')
})

it('closes and opens now in its last minute, not "in Now"', async () => {
  show(true, MINUTE / 2)
  expect((await screen.findByText('Closes')).nextSibling!.textContent).toBe('Now')
})

it('does not say that the bot runs while a stop is in force', async () => {
  show(true, HOUR, [{ scope: 'USER' }])
  expect((await screen.findByText('Bot Status')).nextSibling!.textContent).toBe('Stopped')
})

it('says that the bot runs while one strategy alone is stopped', async () => {
  show(true, HOUR, [{ scope: 'STRATEGY' }])
  expect((await screen.findByText('Bot Status')).nextSibling!.textContent).toBe('Running')
})
