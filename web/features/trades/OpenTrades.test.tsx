import { ApolloProvider } from '@apollo/client/react'
import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { GraphQLError } from 'graphql'
import { MemoryRouter } from 'react-router-dom'
import { expect, it, vi } from 'vitest'
import { MINUTE } from '../../../schema/time.ts'
import { LiveTradesDocument, type TradePartsFragment } from '../../gql/generated/graphql.ts'
import { testClient } from '../../gql/testing/testClient.ts'
import { OpenTrades } from './OpenTrades.tsx'
import { testTrade } from './testing/testTrade.ts'

const TRADE = testTrade()

function show(trades: () => readonly TradePartsFragment[]) {
  const { client } = testClient({ liveTrades: trades })
  const onWhy = vi.fn()
  render(
    <ApolloProvider client={client}>
      <MemoryRouter initialEntries={['/dashboard']}>
        <OpenTrades pollMs={MINUTE} onWhy={onWhy} />
      </MemoryRouter>
    </ApolloProvider>,
  )
  return { client, onWhy }
}

const section = () => screen.getByRole('region', { name: 'Open Trades' })

it('shows each running trade on a line, and says why it was traded where it is pressed', async () => {
  const { onWhy } = show(() => [TRADE, testTrade({ id: '2' })])
  const table = within(await within(section()).findByRole('table', { name: 'Running trades' }))
  expect(table.getAllByRole('rowheader')).toHaveLength(2)
  fireEvent.click(within(table.getAllByRole('rowheader')[0]!).getByRole('button'))
  expect(onWhy).toHaveBeenCalledOnce()
})

it('says that nothing is open, until something is', async () => {
  let trades: readonly TradePartsFragment[] = []
  const { client } = show(() => trades)
  await within(section()).findByText('No open trades')
  trades = [TRADE]
  await act(() => client.refetchQueries({ include: [LiveTradesDocument] }))
  expect(await within(section()).findByRole('table')).toBeTruthy()
  expect(within(section()).queryByText('No open trades')).toBeNull()
})

it('says what did not come, and shows it after Retry', async () => {
  let isRefused = true
  show(() => {
    if (isRefused) throw new GraphQLError('The test refused this.')
    return [TRADE]
  })
  await screen.findByText(/Error loading open trades/)
  isRefused = false
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await within(section()).findByRole('table')).toBeTruthy()
})
