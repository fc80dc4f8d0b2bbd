import { ApolloProvider } from '@apollo/client/react'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { GraphQLError } from 'graphql'
import { expect, it } from 'vitest'
import { testClient, type Answers } from '../../gql/testing/testClient.ts'
import { testConnection } from '../../gql/testing/testConnection.ts'
import UnfilledOrders from './UnfilledOrders.tsx'

const order = (id: string, text: string) => ({
  ...{ id, time: '2026-11-20T05:02:00.000Z', strategy: 'Supertrend', strategyId: 's', option: 'NIFTY24NOV2624500CE' },
  ...{ side: 'BUY', quantity: 65, filledQuantity: 0, refused: true, text },
})

function show(answers: Answers) {
  const { client, asked } = testClient(answers)
  const { container } = render(
    <ApolloProvider client={client}>
      <UnfilledOrders />
    </ApolloProvider>,
  )
  return { asked, container }
}

it('says of each live order that was not filled when, what and why; older ones come when asked for', async () => {
  const pages = [
    {
      ...testConnection([order('2', 'Rejected: the broker asks for ₹7,000 and the account has ₹10.')]),
      pageInfo: { hasNextPage: true, endCursor: '2' },
    },
    testConnection([order('1', 'Cancelled: not filled in time.')]),
  ]
  const { asked } = show({ unfilledOrders: ({ after }) => pages[after === '2' ? 1 : 0] })
  const section = await screen.findByRole('region', { name: 'Live orders that were not filled' })
  expect(section.textContent).toContain('20 Nov, 10:32SupertrendBUY 65 × NIFTY 24,500 CE, 24 NovRejected: the broker asks for ₹7,000')
  fireEvent.click(screen.getByRole('button', { name: 'Show earlier' }))
  await screen.findByText('Cancelled: not filled in time.')
  expect(screen.queryByRole('button', { name: 'Show earlier' })).toBeNull()
  expect(asked.map(({ variables }) => variables['after'])).toEqual([undefined, '2'])
})

it('shows nothing where every live order was filled', async () => {
  const { asked, container } = show({ unfilledOrders: () => testConnection([]) })
  await waitFor(() => expect(asked).toHaveLength(1))
  await new Promise((resolve) => setTimeout(resolve))
  expect(container.innerHTML).toBe('')
})

it('says that the list could not be loaded, and tries again', async () => {
  let broken = true
  show({
    unfilledOrders: () =>
      broken ? new GraphQLError('The database is away.') : testConnection([order('1', 'Given up: too old to be sent.')]),
  })
  const retry = await screen.findByRole('button', { name: /Retry|Try again/ })
  broken = false
  fireEvent.click(retry)
  await screen.findByText('Given up: too old to be sent.')
})
