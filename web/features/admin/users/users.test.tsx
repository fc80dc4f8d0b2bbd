import { ApolloProvider } from '@apollo/client/react'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { GraphQLError } from 'graphql'
import { MemoryRouter } from 'react-router-dom'
import { toast } from 'sonner'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { QUIET } from '../../../gql/testing/quietShell.ts'
import { testClient, type Answers } from '../../../gql/testing/testClient.ts'
import { FRESH_MS } from '../../../lib/useFreshWhile.ts'
import { UserList } from './UserList.tsx'
import { UserPage } from './UserPage.tsx'

const RAVI = {
  ...{ id: 'r', name: 'Ravi Iyer', email: 'ravi@example.com', role: 'user', emailVerified: false, twoFactor: false },
  ...{ createdAt: '2026-11-01T05:00:00Z', lastSeenAt: '2026-11-20T05:00:00Z', suspendedAt: null as string | null },
  ...{ runningPaperTrades: 0, runningLiveTrades: 0, todayPaperNet: null as number | null, todayLiveNet: null as number | null },
}
const DETAILS = {
  ...RAVI,
  ...{ updatedAt: '2026-11-20T05:00:00.000Z', pendingEmail: null, brokerCredentials: { isConnected: false, brokerName: 'angel' } },
  ...{ paperFunds: 1_000_000, maxDailyLoss: 25_000, squareOffAtDailyLoss: true, maxOpenTrades: 20 },
  ...{ stop: null as object | null, runningTrades: 0, runningPaperTrades: 0, runningLiveTrades: 0, closedTrades: 0 },
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

  it('filters and sorts by what is chosen, which the address keeps, and shows open trades and the day by mode', async () => {
    const busy = { ...RAVI, runningPaperTrades: 2, runningLiveTrades: 1, todayPaperNet: 250, todayLiveNet: -1_200.5 }
    const { asked } = show(<UserList />, { managedUsers: () => connection([busy], 1) }, '/admin/users?live=true&sort=loss&role=made-up')
    const row = (await screen.findByRole('link', { name: 'Ravi Iyer' })).closest('tr')!
    expect(within(row).getByText('2 on paper, 1 live')).toBeTruthy()
    expect(
      within(row)
        .getByText(/1,200\.50/)
        .closest('td')!.textContent,
    ).toBe('LIVE ▼ −₹1,200.50 ▲ +₹250.00')
    fireEvent.change(screen.getByLabelText('Two-factor'), { target: { value: 'false' } })
    fireEvent.change(screen.getByLabelText('State'), { target: { value: 'SUSPENDED' } })
    fireEvent.change(screen.getByLabelText('Order'), { target: { value: '' } })
    await waitFor(() =>
      expect(asked.map(({ variables }) => variables['input'])).toEqual([
        { search: '', live: true, sort: 'TODAY', descending: false },
        { search: '', live: true, twoFactor: false, sort: 'TODAY', descending: false },
        { search: '', state: 'SUSPENDED', live: true, twoFactor: false, sort: 'TODAY', descending: false },
        { search: '', state: 'SUSPENDED', live: true, twoFactor: false },
      ]),
    )
    expect(screen.getByText(/^Newest first/, { selector: 'caption' })).toBeTruthy()
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
    expect(screen.getByText('₹25,000.00, then open trades are squared off')).toBeTruthy()
    for (const name of ['Make admin', 'End sessions', 'Resend confirmation']) expect(screen.getByRole('button', { name })).toBeTruthy()
    await press('Suspend')
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Suspend' }).disabled).toBe(true)
    fireEvent.change(dialog.getByLabelText('Reason, shown to the account owner'), { target: { value: ' Asked by phone ' } })
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

  it('offers to square off with the suspension, paper and live counted apart, once the word is typed', async () => {
    let open = { ...DETAILS, runningTrades: 3, runningPaperTrades: 2, runningLiveTrades: 1 }
    const { asked } = show(<UserPage id="r" />, {
      ...{ ...QUIET, managedUser: () => open, suspendUser: () => ({ ...open, suspendedAt: '2026-11-20T06:00:00Z' }) },
      emergencyStop: () => ({ stop: { id: 's' }, results: { closed: 3, open: 0, trades: [] } }),
    })
    await press('Suspend')
    const dialog = within(await screen.findByRole('dialog'))
    fireEvent.change(dialog.getByLabelText('Reason, shown to the account owner'), { target: { value: 'Asked by phone' } })
    const confirm = dialog.getByRole<HTMLButtonElement>('button', { name: 'Suspend' })
    expect(confirm.disabled).toBe(false)
    fireEvent.click(dialog.getByLabelText('Square off its open trades at the market now: 2 on paper, 1 live'))
    expect(confirm.disabled).toBe(true)
    open = { ...open, runningTrades: 2, runningPaperTrades: 1 }
    await dialog.findByLabelText('Square off its open trades at the market now: 1 on paper, 1 live', {}, { timeout: 2 * FRESH_MS })
    fireEvent.change(dialog.getByLabelText('Type STOP to confirm'), { target: { value: 'STOP' } })
    fireEvent.click(confirm)
    await waitFor(() => expect(asked.map(({ operation }) => operation)).toContain('EmergencyStop'))
    expect(asked.find(({ operation }) => operation === 'EmergencyStop')?.variables).toEqual({
      input: { scope: 'USER', userId: 'r', squareOff: true, reason: 'Asked by phone', confirm: 'STOP' },
    })
  })

  it('stops one account for a reason, and lifts what an admin has stopped, not what its owner has', async () => {
    const stop = { id: 's', squareOff: false, reason: 'Called by phone', since: '2026-11-20T05:00:00.000Z', byOwner: true, ownerToo: false }
    let now = { ...DETAILS, runningTrades: 1, runningPaperTrades: 1, stop: stop as object | null }
    const { asked } = show(<UserPage id="r" />, {
      ...{ ...QUIET, managedUser: () => now },
      emergencyStop: () => {
        now = { ...DETAILS, stop: { ...stop, byOwner: false, ownerToo: true } }
        return { stop: { id: 's' }, results: { closed: 0, open: 0, trades: [] } }
      },
      liftStop: () => {
        now = { ...DETAILS, stop }
        return true
      },
    })
    expect(await screen.findByText('Trading is stopped by its owner')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Lift the stop' })).toBeNull()
    await press('Stop trading')
    const dialog = within(await screen.findByRole('dialog'))
    now = { ...now, runningTrades: 2, runningPaperTrades: 2 }
    await dialog.findByLabelText(/2 on paper, 0 live/, {}, { timeout: 2 * FRESH_MS })
    fireEvent.change(dialog.getByLabelText('Type STOP to confirm'), { target: { value: 'STOP' } })
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Stop trading' }).disabled).toBe(true)
    fireEvent.change(dialog.getByLabelText('Reason, shown to the account owner'), { target: { value: 'Called by phone' } })
    fireEvent.click(dialog.getByRole('button', { name: 'Stop trading' }))
    expect(await screen.findByText('Trading is stopped by an admin')).toBeTruthy()
    expect(screen.getByText('Has stopped it as well, which stays when this stop is lifted')).toBeTruthy()
    await press('Lift the stop')
    const question = within(await screen.findByRole('dialog'))
    fireEvent.change(question.getByLabelText('Reason, shown to the account owner'), { target: { value: 'Called again' } })
    fireEvent.click(question.getByRole('button', { name: 'Lift the stop' }))
    expect(await screen.findByText('Trading is stopped by its owner')).toBeTruthy()
    expect(asked.find(({ operation }) => operation === 'LiftStop')?.variables).toEqual({
      input: { scope: 'USER', userId: 'r', reason: 'Called again' },
    })
  })

  it('says why an act was refused, and looks at the account again', async () => {
    const said = vi.spyOn(toast, 'error')
    let now = DETAILS
    show(<UserPage id="r" />, {
      managedUser: () => now,
      setUserRole: () => {
        now = { ...DETAILS, suspendedAt: '2026-11-20T06:00:00Z' }
        throw new GraphQLError('This account has changed since you loaded it.')
      },
    })
    await press('Make admin')
    fireEvent.change(screen.getByLabelText('Reason, shown to the account owner'), { target: { value: 'New colleague' } })
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Make admin' }))
    await waitFor(() => expect(said).toHaveBeenCalledWith('This account has changed since you loaded it.'))
    expect(await screen.findByRole('button', { name: 'Restore' })).toBeTruthy()
  })
})
