import { ApolloProvider } from '@apollo/client/react'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { GraphQLError } from 'graphql'
import type { ReactElement } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { toast } from 'sonner'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { testClient, type Answers } from '../../gql/testing/testClient.ts'
import { useAuthStore } from '../../lib/session/useAuthStore.ts'
import { pressable } from '../../testing/pressable.ts'
import { AccountActivity } from './AccountActivity.tsx'
import { AccountLimitsForm } from './AccountLimitsForm.tsx'
import { describeFacts } from './describeFacts.ts'
import { OwnData } from './OwnData.tsx'
import { Sessions } from './Sessions.tsx'
import { TwoFactor } from './TwoFactor.tsx'

function show(screenPart: ReactElement, answers: Answers) {
  const { client, asked } = testClient(answers)
  const router = createMemoryRouter(
    [
      { path: '/', element: <p>Landing</p> },
      { path: '/profile', element: screenPart },
    ],
    {
      initialEntries: ['/profile'],
    },
  )
  render(
    <ApolloProvider client={client}>
      <RouterProvider router={router} />
    </ApolloProvider>,
  )
  return (operation: string) => asked.filter((one) => one.operation === operation).map(({ variables }) => variables)
}
const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
afterEach(() => vi.restoreAllMocks())

describe('Sessions', () => {
  const session = (id: string, current: boolean, userAgent: string) => ({
    ...{ id, current, userAgent, address: '10.0.0.7' },
    ...{ createdAt: '2026-11-19T05:00:00.000Z', lastUsedAt: '2026-11-20T05:02:00.000Z' },
  })
  const SESSIONS = [
    session('phone', false, 'Mozilla/5.0 (Linux; Android 10; K) Chrome/142.0 Mobile Safari/537.36'),
    session('desk', true, 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'),
  ]

  it('begins with this device, and signs another out', async () => {
    const asked = show(<Sessions sessions={SESSIONS} />, { endSession: () => true })
    const [first, second] = screen.getAllByRole('listitem')
    expect(first?.textContent).toMatch(/^Firefox on LinuxThis device/)
    expect(second?.textContent).toContain('Last used 20 Nov 2026, 10:32')
    expect(first && within(first).queryByRole('button')).toBeNull()
    click('Sign out Chrome on Android')
    await waitFor(() => expect(asked('EndSession')).toEqual([{ id: 'phone' }]))
  })

  it('signs all others out after a question', async () => {
    const asked = show(<Sessions sessions={SESSIONS} />, { endOtherSessions: () => 1 })
    click('Sign out all others')
    expect(asked('EndOtherSessions')).toEqual([])
    fireEvent.click(await pressable(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Sign out all others' })))
    await waitFor(() => expect(asked('EndOtherSessions')).toHaveLength(1))
  })
})

describe('AccountLimitsForm', () => {
  const ACCOUNT = {
    ...{ __typename: 'Account', paperFunds: 1_000_000, realised: 0, inTrades: 0, reserved: 0, available: 1_000_000, realisedToday: 0 },
    ...{ maxDailyLoss: 25_000, squareOffAtDailyLoss: false, maxOpenTrades: 20, limitsChosen: true, openTrades: 0 },
    removedStop: 'RESTORE',
  } as const

  it('says what happens at the loss of a day, and saves the choice alone', async () => {
    const asked = show(<AccountLimitsForm account={ACCOUNT} />, {
      updateAccountLimits: () => ({ ...ACCOUNT, squareOffAtDailyLoss: true }),
    })
    const choice = screen.getByLabelText('When the daily loss limit is reached')
    expect(choice.matches(':disabled')).toBe(false)
    expect(screen.getByText('Open trades run to their own target, stop or session end.')).toBeTruthy()
    fireEvent.change(choice, { target: { value: 'close' } })
    expect(screen.getByText(/^Open trades are closed at the next price/)).toBeTruthy()
    click('Save Limits')
    await waitFor(() => expect(asked('UpdateAccountLimits')).toEqual([{ input: { squareOffAtDailyLoss: true } }]))
  })

  it('says what follows when a live trade’s stop is cancelled in the broker’s app, and saves the choice alone', async () => {
    const asked = show(<AccountLimitsForm account={ACCOUNT} />, {
      updateAccountLimits: () => ({ ...ACCOUNT, removedStop: 'LET_GO' }),
    })
    const choice = screen.getByLabelText('When you cancel a live trade’s stop in your broker’s app')
    expect(
      within(choice)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Place it again', 'Leave the trade to me'])
    expect(screen.getByText(/^Sakha goes on managing the trade/)).toBeTruthy()
    fireEvent.change(choice, { target: { value: 'LET_GO' } })
    expect(screen.getByText(/^Sakha then places no order for the whole trade: no stop, no target/)).toBeTruthy()
    click('Save Limits')
    await waitFor(() => expect(asked('UpdateAccountLimits')).toEqual([{ input: { removedStop: 'LET_GO' } }]))
  })

  it('says at the field what is out of bounds, goes there, and asks nobody; then what the server refuses', async () => {
    const refusal = 'You can change this once no paper trade is open'
    const asked = show(<AccountLimitsForm account={ACCOUNT} />, {
      updateAccountLimits: () => {
        throw new GraphQLError(refusal, { extensions: { code: 'BAD_USER_INPUT', fieldErrors: { paperFunds: refusal } } })
      },
    })
    const [funds, loss] = [screen.getByLabelText('Paper funds (₹)'), screen.getByLabelText('Maximum daily loss (₹)')]
    fireEvent.change(funds, { target: { value: '12,00,000' } })
    fireEvent.change(loss, { target: { value: '99' } })
    click('Save Limits')
    const mistake = await screen.findByText('Maximum daily loss (₹) must be a number from 100 to 1,00,00,000.')
    expect(loss.getAttribute('aria-describedby')).toBe(mistake.id)
    expect(loss.getAttribute('aria-invalid')).toBe('true')
    await waitFor(() => expect(document.activeElement).toBe(loss))
    fireEvent.change(loss, { target: { value: '98' } })
    await act(() => Promise.resolve())
    expect(screen.getByText(mistake.textContent)).toBeTruthy()
    fireEvent.change(loss, { target: { value: '' } })
    await waitFor(() => expect(screen.queryByText(mistake.textContent)).toBeNull())
    expect(asked('UpdateAccountLimits')).toEqual([])
    click('Save Limits')
    expect((await screen.findByText(refusal)).id).toBe(funds.getAttribute('aria-describedby'))
    expect(asked('UpdateAccountLimits')).toEqual([{ input: { paperFunds: 1_200_000, maxDailyLoss: null } }])
  })
})

describe('TwoFactor', () => {
  const setup = { secret: 'ABCDEFGHIJKL', uri: 'otpauth://totp/x', qrSvg: '<svg xmlns="http://www.w3.org/2000/svg"/>' }

  it('waits for a confirmed address', () => {
    show(<TwoFactor on={false} emailVerified={false} />, {})
    expect(screen.getByRole('button', { name: 'Set up' }).matches(':disabled')).toBe(true)
    expect(screen.getByText('Confirm your email first.')).toBeTruthy()
  })

  it('shows picture and key, says when a code is wrong, and shows the recovery codes once', async () => {
    let correct = false
    const asked = show(<TwoFactor on={false} emailVerified />, {
      beginTwoFactor: () => setup,
      confirmTwoFactor: () => {
        if (!correct) throw new GraphQLError('The code is not correct.')
        return { codes: ['AAAA-BBBB', 'CCCC-DDDD'] }
      },
    })
    click('Set up')
    expect((await screen.findByRole('img')).getAttribute('src')).toBe(`data:image/svg+xml,${encodeURIComponent(setup.qrSvg)}`)
    expect(screen.getByText('ABCD EFGH IJKL')).toBeTruthy()
    fireEvent.change(screen.getByLabelText('6-digit code'), { target: { value: '111111' } })
    click('Turn on')
    expect(await screen.findByText('The code is not correct.')).toBeTruthy()
    correct = true
    click('Turn on')
    expect(await screen.findByText('AAAA-BBBB')).toBeTruthy()
    expect(asked('ConfirmTwoFactor')).toHaveLength(2)
    click('I have saved them')
    await waitFor(() => expect(screen.queryByText('AAAA-BBBB')).toBeNull())
  })

  it('is turned off after a question', async () => {
    const asked = show(<TwoFactor on emailVerified />, { turnOffTwoFactor: () => true })
    click('Turn off')
    expect(asked('TurnOffTwoFactor')).toEqual([])
    fireEvent.click(await pressable(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Turn off' })))
    await waitFor(() => expect(asked('TurnOffTwoFactor')).toHaveLength(1))
  })
})

describe('AccountActivity', () => {
  it('says a changed limit before and after', () => {
    const details = { maxDailyLossFrom: 25_000, maxDailyLossTo: null, maxOpenTradesFrom: 20, maxOpenTradesTo: 7 }
    expect(describeFacts(details)).toBe('Maximum daily loss (₹): from 25,000 to no limit. Maximum open trades: from 20 to 7.')
    expect(describeFacts({ paperFundsFrom: 100_000, paperFundsTo: 637_250.1 })).toBe('Paper funds (₹): from 1,00,000 to 6,37,250.10.')
    expect(describeFacts({ squareOffAtDailyLossFrom: false, squareOffAtDailyLossTo: true })).toBe(
      'When the daily loss limit is reached: Stop and close open trades.',
    )
    expect(describeFacts({ removedStopFrom: 'RESTORE', removedStopTo: 'LET_GO' })).toBe(
      'When a live trade’s stop is cancelled in the broker’s app: Leave the trade to me.',
    )
    expect(describeFacts({ strategy: 'EMA Crossover', version: 2, lots: 4 })).toBe('EMA Crossover. Lots: 4. Version 2.')
    expect(describeFacts({})).toBe('')
  })

  const entry = (sequence: number) => ({
    ...{ sequence, at: '2026-11-20T05:00:00.000Z', action: 'RECOVERY_CODE_USED', text: `Entry ${sequence}`, actor: 'owner' },
    ...{ address: '10.0.0.7', userAgent: 'curl/8.14.1', details: { left: sequence }, sessionId: null },
  })

  it('puts older pages below, until the first entry', async () => {
    show(<AccountActivity />, {
      myAuditLog: ({ before }) => (before === undefined ? { entries: [entry(9), entry(8)], next: 8 } : { entries: [entry(7)], next: null }),
    })
    expect(await screen.findByText('Recovery codes left: 9.')).toBeTruthy()
    expect(screen.getAllByText('curl · 10.0.0.7')).toHaveLength(2)
    click('Show earlier')
    expect(await screen.findByText('Entry 7')).toBeTruthy()
    expect(screen.getByText('Entry 9')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Show earlier' })).toBeNull()
  })

  it('says that it could not be loaded, and tries again', async () => {
    show(<AccountActivity />, {})
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to load your account activity: Network error')
  })
})

describe('OwnData', () => {
  it('deletes the account only once its address is typed, and leaves', async () => {
    useAuthStore.setState({ isAuthenticated: true })
    const said = vi.spyOn(toast, 'success')
    const asked = show(<OwnData email="asha@example.in" />, { deleteMyAccount: () => true })
    click('Delete my account')
    const dialog = screen.getByRole('dialog')
    const button = within(dialog).getByRole('button', { name: 'Delete my account' })
    const typed = within(dialog).getByLabelText('Type asha@example.in to confirm')
    fireEvent.change(typed, { target: { value: 'ravi@example.in' } })
    expect(button.matches(':disabled')).toBe(true)
    fireEvent.submit(button)
    fireEvent.change(typed, { target: { value: ' Asha@example.in' } })
    fireEvent.click(button)
    expect(await screen.findByText('Landing')).toBeTruthy()
    expect(asked('DeleteMyAccount')).toEqual([{ email: ' Asha@example.in' }])
    expect(said).toHaveBeenCalledWith('Your account is deleted.')
    expect(useAuthStore.getState().isAuthenticated).toBe(false)
  })

  it('stays, and says why, while trades are open', async () => {
    const said = vi.spyOn(toast, 'error')
    const why = 'Close your open trades first, or wait until they are closed; open: 2.'
    show(<OwnData email="asha@example.in" />, {
      deleteMyAccount: () => {
        throw new GraphQLError(why)
      },
    })
    click('Delete my account')
    fireEvent.change(screen.getByLabelText('Type asha@example.in to confirm'), { target: { value: 'asha@example.in' } })
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete my account' }))
    await waitFor(() => expect(said).toHaveBeenCalledWith(why))
    expect(screen.getByRole('dialog')).toBeTruthy()
  })
})
