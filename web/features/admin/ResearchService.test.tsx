import { ApolloProvider } from '@apollo/client/react'
import { fireEvent, render, screen } from '@testing-library/react'
import { GraphQLError } from 'graphql'
import { expect, it } from 'vitest'
import { testClient, type Answers } from '../../gql/testing/testClient.ts'
import { ResearchService } from './ResearchService.tsx'

const SETTINGS = {
  paperTrade: true,
  capital: 100_000,
  quantityLots: 1,
  riskPerTrade: 0.025,
  analysisIntervalMinutes: 5,
  maxTradesPerDay: 3,
  lookbackPeriod: 50,
}
const IDLE = { isRunning: false, activeAgents: 0, lastScan: null, analyses: 0, tookMs: 0, aiTradingUsers: [] }

function show(answers: Answers) {
  render(
    <ApolloProvider client={testClient(answers).client}>
      <ResearchService />
    </ApolloProvider>,
  )
}

it('shows how the last scan went, and who trades with which settings', async () => {
  show({
    agentServiceStatus: () => ({
      ...{ isRunning: true, activeAgents: 2, lastScan: '2026-07-01T04:36:00.000Z', analyses: 12, tookMs: 340 },
      aiTradingUsers: [
        { id: 'a', name: 'Asha', settings: SETTINGS },
        { id: 'r', name: 'Ravi', settings: { ...SETTINGS, paperTrade: false } },
      ],
    }),
  })
  expect(await screen.findByText('Running')).toBeTruthy()
  for (const text of ['01 Jul 2026, 10:06', '340 ms for 12 analyses', 'PAPER', 'LIVE']) expect(screen.getByText(text)).toBeTruthy()
  expect(
    screen
      .getAllByRole('row')
      .map(({ textContent }) => textContent)
      .slice(1),
  ).toEqual(['AshaPAPER₹1,00,000.0012.5%5 min350', 'RaviLIVE₹1,00,000.0012.5%5 min350'])
})

it('says when nobody has switched it on, and that it has never scanned', async () => {
  show({ agentServiceStatus: () => IDLE })
  expect(await screen.findByText('Stopped')).toBeTruthy()
  for (const text of ['Never', 'No user has the agent switched on.']) expect(screen.getByText(text)).toBeTruthy()
})

it('offers another try when it does not come', async () => {
  let isAway = true
  show({
    agentServiceStatus: () => {
      if (isAway) throw new GraphQLError('Away.')
      return IDLE
    },
  })
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to load the research agent service: Away.')
  isAway = false
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('Stopped')).toBeTruthy()
})
