import { ApolloProvider } from '@apollo/client/react'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { GraphQLError } from 'graphql'
import { MemoryRouter } from 'react-router-dom'
import { toast } from 'sonner'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { testClient, type Answers } from '../../../gql/testing/testClient.ts'
import { UserList } from './UserList.tsx'
import { UserPage } from './UserPage.tsx'

const RAVI = {
  ...{ id: 'r', name: 'Ravi Iyer', email: 'ravi@example.com', role: 'user', emailVerified: false, twoFactor: false },
  ...{ createdAt: '2026-11-01T05:00:00Z', lastSeenAt: '2026-11-20T05:00:00Z', suspendedAt: null as string | null },
}
const DETAILS = {
  ...RAVI,
  ...{ updatedAt: '2026-11-20T05:00:00.000Z', pendingEmail: null, brokerCredentials: { isConnected: false, brokerName: 'angel' } },
  ...{ paperFunds: 1_000_000, maxDailyLoss: 25_000, squareOffAtDailyLoss: true, maxOpenTrades: 20, runningTrades: 0, closedTrades: 0 },
  sessions: [{ id: 's', userAgent: 'Chrome/1 Windows', address: '10.0.0.1', createdAt: RAVI.createdAt, lastUsedAt: RAVI.lastSeenAt }],
  ...{ subscriptions: [], trades: [], acts: [] as object[] },
}
const connection = (nodes: readonly object[], total: number) => ({
  edges: nodes.map((node, i) => ({ cursor: `c${i}`, node })),
  ...{ pageInfo: { hasNextPage: nodes.length < total, hasPreviousPage: false, startCursor: null, endCursor: 'c' }, total },
})

function show(element: React.ReactElement, answers: Answers, address = '/admin/users') {
  const told = testClient(answers)
  render(
    <ApolloProvider client={told.client}>
      <MemoryRouter initialEntries={[address]}>{element}</MemoryRouter>
    </ApolloProvider>,
  )
  return told
}
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))
afterEach(() => vi.restoreAllMocks())

describe('UserList', () => {
  it('shows accounts with their states, searches when typing rests, and loads the next page', async () => {
    const { asked } = show(<UserList />, {
      managedUsers: ({ input }) => {
        const { search, after } = input as { search: string; after?: string }
        if (search === 'nobody') return connection([], 0)
        return connection(
          [after === undefined ? RAVI : { ...RAVI, id: 'a', name: 'Asha Rao', role: 'admin', suspendedAt: RAVI.createdAt }],
          2,
        )
      },
    })
    const row = (await screen.findByRole('link', { name: 'Ravi Iyer' })).closest('tr')!
    expect(within(row).getByText('Address not confirmed')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Ravi Iyer' }).getAttribute('href')).toBe('/admin/users/r')
    await press('Show more')
    const next = (await screen.findByRole('link', { name: 'Asha Rao' })).closest('tr')!
    expect([within(next).getByText('Admin'), within(next).getByText('Suspended')]).toHaveLength(2)
    expect(screen.getByText('2 of 2 accounts')).toBeTruthy()
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'nobody' } })
    expect(await screen.findByText('No account found')).toBeTruthy()
    expect(asked.map(({ variables }) => variables['input'])).toEqual([{ search: '' }, { search: '', after: 'c' }, { search: 'nobody' }])
  })

  it('says when they do not come, and tries again', async () => {
    let isAway = true
    show(<UserList />, {
      managedUsers: () => {
        if (isAway) throw new GraphQLError('Only admins may do this.')
        return connection([RAVI], 1)
      },
    })
    expect(await screen.findByText(/Only admins may do this/)).toBeTruthy()
    isAway = false
    await press('Retry')
    expect(await screen.findByRole('link', { name: 'Ravi Iyer' })).toBeTruthy()
  })
})

describe('UserPage', () => {
  it('asks for a reason before anything is done, and shows the account as it is then', async () => {
    const said = vi.spyOn(toast, 'success')
    const acts = [{ sequence: 2, at: '2026-11-20T06:00:00Z', text: 'Account disabled', by: 'Meera', reason: 'Asked by phone' }]
    let now = DETAILS
    const { asked } = show(<UserPage id="r" />, {
      managedUser: () => now,
      suspendUser: () => (now = { ...DETAILS, suspendedAt: '2026-11-20T06:00:00Z', sessions: [], acts }),
    })
    expect(await screen.findByText('Chrome on Windows')).toBeTruthy()
    expect(screen.getByText('₹25,000.00, then all is closed')).toBeTruthy()
    for (const name of ['Make admin', 'End sessions', 'Resend confirmation']) expect(screen.getByRole('button', { name })).toBeTruthy()
    await press('Suspend')
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Suspend' }).disabled).toBe(true)
    fireEvent.change(dialog.getByLabelText('Reason, shown to its owner'), { target: { value: ' Asked by phone ' } })
    fireEvent.click(dialog.getByRole('button', { name: 'Suspend' }))
    await waitFor(() => expect(said).toHaveBeenCalledWith('The account is suspended.'))
    expect(asked.find(({ operation }) => operation === 'SuspendUser')?.variables).toEqual({
      input: { id: 'r', reason: 'Asked by phone', updatedAt: DETAILS.updatedAt },
    })
    expect(await screen.findByText('Asked by phone')).toBeTruthy()
    expect(screen.getByText('Meera')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Restore' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'End sessions' })).toBeNull()
  })

  it('says why an act was refused, and looks at the account again', async () => {
    const said = vi.spyOn(toast, 'error')
    let now = DETAILS
    show(<UserPage id="r" />, {
      managedUser: () => now,
      setUserRole: () => {
        now = { ...DETAILS, suspendedAt: '2026-11-20T06:00:00Z' }
        throw new GraphQLError('This account has changed since you looked at it.')
      },
    })
    await press('Make admin')
    fireEvent.change(screen.getByLabelText('Reason, shown to its owner'), { target: { value: 'New colleague' } })
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Make admin' }))
    await waitFor(() => expect(said).toHaveBeenCalledWith('This account has changed since you looked at it.'))
    expect(await screen.findByRole('button', { name: 'Restore' })).toBeTruthy()
  })
})
