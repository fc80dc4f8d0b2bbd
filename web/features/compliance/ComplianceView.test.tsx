import { ApolloProvider } from '@apollo/client/react'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { expect, it } from 'vitest'
import { testClient, type Answers } from '../../gql/testing/testClient.ts'
import { ComplianceView } from './ComplianceView.tsx'

const AT = '2026-11-20T05:00:00.000Z'
const UNTIL = '2026-11-20T05:15:00.000Z'
const NOTHING = { address: null, algoId: null, register: [], orders: [] }
const USE = { at: AT, orders: 5, entries: 1, exits: 1, changes: 2, cancellations: 1 }
const IDLE = { window: 'SECOND', limit: 8, from: AT, until: UNTIL, peak: 0, used: [] }

function show(answers: Answers) {
  const { client, asked } = testClient(answers)
  render(
    <ApolloProvider client={client}>
      <MemoryRouter>
        <ComplianceView />
      </MemoryRouter>
    </ApolloProvider>,
  )
  return { windows: () => asked.filter(({ operation }) => operation === 'OrderBudget').map(({ variables }) => variables['window']) }
}
const card = (name: RegExp) => screen.findByRole('region', { name })

it('of somebody who has never traded live says of each subject that there is nothing, and what to do', async () => {
  show({ compliance: () => NOTHING, orderBudget: () => IDLE })
  expect((await card(/^Outgoing IP address/)).textContent).toContain('Not checked yet.')
  expect(screen.getByRole('link', { name: 'broker account' }).getAttribute('href')).toBe('/profile#broker')
  expect(await screen.findByText('Nothing was sent to the broker in the last 15 minutes.')).toBeTruthy()
  expect((await card(/^Live orders/)).textContent).toContain('Algo id of new orders: none registered.')
  expect(screen.getByText('No live order yet.')).toBeTruthy()
  expect(screen.getByText('You have not switched any strategy to live.')).toBeTruthy()
})

it('shows address, budget, orders with their algo id, and the register with what was accepted', async () => {
  const order = { option: 'NIFTY24NOV2624500CE', strategy: 'EMA Crossover', side: 'BUY', quantity: 75, status: 'CANCEL_PENDING' }
  const entry = { strategyId: 's1', strategy: 'EMA Crossover', since: AT }
  const { windows } = show({
    compliance: () => ({
      address: { outgoing: '203.0.113.9', registered: null, state: 'UNKNOWN', text: 'No address is set.', checkedAt: AT },
      algoId: 'NSE-1234',
      register: [
        { ...entry, version: 2, lots: 3, until: null, riskTextVersion: 1, riskTextAcceptedAt: AT },
        { ...entry, since: UNTIL, version: 1, lots: 1, until: UNTIL, riskTextVersion: null, riskTextAcceptedAt: null },
      ],
      orders: [
        { ...order, id: 'o2', at: UNTIL, tag: 'E2', brokerOrderId: null, algoId: 'NSE-1234' },
        { ...order, id: 'o1', at: AT, tag: 'E1', brokerOrderId: '26', algoId: null },
      ],
    }),
    orderBudget: ({ window }) => ({ ...IDLE, window, peak: 5, used: [USE] }),
  })
  expect((await card(/^Outgoing IP address Not known/)).textContent).toContain('203.0.113.9. Registered: not set.')
  expect(await screen.findByText('Most in any second: 5 of 8.')).toBeTruthy()
  const budget = await card(/^Order budget used/)
  expect(budget.textContent).toContain('At most 8 a second leave, the last 2 of them only exits')
  fireEvent.click(within(budget).getByRole('button', { name: 'View as table' }))
  const uses = within(screen.getByLabelText('Calls to the broker by the second, table')).getAllByRole('row')
  expect(uses.map((row) => row.textContent)).toEqual([
    'Time (IST)EntriesExitsChanges and cancellationsTogetherLimit',
    '20 Nov 2026 10:30:0011358',
  ])
  const orders = within(screen.getByLabelText('Live orders, table')).getAllByRole('row')
  expect(orders.map((row) => row.textContent).slice(1)).toEqual([
    '20 Nov 2026, 10:45:00Buy 75 × NIFTY24NOV2624500CEEMA CrossoverCancel pendingNSE-1234E2—',
    '20 Nov 2026, 10:30:00Buy 75 × NIFTY24NOV2624500CEEMA CrossoverCancel pendingNone registeredE126',
  ])
  const register = within(screen.getByLabelText('Register of live strategies, table')).getAllByRole('row')
  expect(register.map((row) => row.textContent).slice(1)).toEqual([
    'EMA Crossover2320 Nov 2026, 10:30LIVETyped LIVE; risk text 1, 20 Nov 2026, 10:30',
    'EMA Crossover1120 Nov 2026, 10:4520 Nov 2026, 10:45Typed LIVE; no accepted risk text is known',
  ])
  fireEvent.click(screen.getByRole('button', { name: 'Hour' }))
  expect(await screen.findByText('Most in any hour: 5 of 900.')).toBeTruthy()
  expect(windows()).toEqual(['SECOND', 'HOUR'])
})

it('says what could not be loaded, and tries again', async () => {
  let away = true
  const orFail = (answer: object) => () => {
    if (away) throw new Error('Away.')
    return answer
  }
  show({ compliance: orFail(NOTHING), orderBudget: orFail(IDLE) })
  await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(2))
  away = false
  for (const retry of screen.getAllByRole('button', { name: 'Retry' })) fireEvent.click(retry)
  expect(await screen.findByText('No live order yet.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})
