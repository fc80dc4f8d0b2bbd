import { ApolloProvider } from '@apollo/client/react'
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { MINUTE } from '../../../schema/time.ts'
import { testClient } from '../../gql/testing/testClient.ts'
import { PremiumChart } from './PremiumChart.tsx'
import { testPosition, testTrade } from './testing/testTrade.ts'

const ENTRY = Date.parse('2026-11-20T05:02:00.000Z')
const CANDLES = Array.from({ length: 40 }, (_, i) => ({
  ...{ time: new Date(ENTRY + (i - 20) * MINUTE), open: 120, high: 122, low: 119, close: 121, volume: 65 },
}))

function show(trade: ReturnType<typeof testTrade>, candles: readonly object[]) {
  const { client, asked } = testClient({ legPremiums: () => candles })
  render(
    <ApolloProvider client={client}>
      <PremiumChart trade={{ ...trade, analysisId: null, failedLegs: [], why: null }} />
    </ApolloProvider>,
  )
  return asked
}

it('shows what the option cost, with the trade on it', async () => {
  show(testTrade(), CANDLES)
  expect(screen.getByRole('heading').textContent).toBe('Premium of 24,500 PE')
  expect((await screen.findByLabelText(/^NIFTY premium, \d+ minute candles/)).getAttribute('aria-label')).toContain('1 trade or signal')
})

it('shows the premium of one leg of several, and of another when it is chosen', async () => {
  const position = testPosition()
  const asked = show(position, CANDLES)
  await screen.findByLabelText(/^NIFTY premium/)
  fireEvent.change(screen.getByLabelText('Leg'), { target: { value: position.legs[1]!.id } })
  await screen.findByLabelText(/^NIFTY premium/)
  expect(asked.map(({ variables }) => variables['legId'])).toEqual(position.legs.slice(0, 2).map(({ id }) => id))
})

it('says so where nothing was recorded', async () => {
  show(testTrade(), [])
  await screen.findByText('Its premiums were not recorded.')
})
