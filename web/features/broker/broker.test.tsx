import { ApolloProvider } from '@apollo/client/react'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { GraphQLError } from 'graphql'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { toast } from 'sonner'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { BROKER_CONSENT_TEXT } from '../../../schema/brokerMessages.ts'
import type { ReadinessState, ReadinessSubject } from '../../../schema/brokerReadiness.ts'
import { testClient, type Answers } from '../../gql/testing/testClient.ts'
import { toMarket } from '../../gql/toMarket.ts'
import { MarketContext } from '../../gql/useMarket.ts'
import type { BrokerPartsFragment } from '../../gql/generated/graphql.ts'
import { useAuthStore } from '../../lib/session/useAuthStore.ts'
import { pressable } from '../../testing/pressable.ts'
import { BrokerConnection } from './BrokerConnection.tsx'
import { useBrokerStatus } from './useBrokerStatus.ts'

const NONE: BrokerPartsFragment = {
  ...{ isConnected: false, lastRefreshed: null, brokerName: 'angel', clientCodeEnding: null },
  ...{ validUntil: null, refreshRecommended: true, signsInByItself: false, problem: null, readiness: null },
}
const CONNECTED: BrokerPartsFragment = {
  ...{ isConnected: true, lastRefreshed: '2026-11-20T05:02:00.000Z', brokerName: 'angel', clientCodeEnding: '56' },
  ...{ validUntil: '2026-11-20T18:30:00.000Z', refreshRecommended: false, signsInByItself: true, problem: null, readiness: null },
}
const EXPIRED: BrokerPartsFragment = { ...CONNECTED, isConnected: false, validUntil: null, refreshRecommended: true }
const SECRET = 'JBSW Y3DP EHPK 3PXP'

const STATUS = { engineRunning: true, feedConnected: true, isOpen: true, pattern: null, speed: 1, segments: [], nextChangeAt: null }
const marketOf = (sandbox: boolean) => toMarket({ ...STATUS, sandbox })

function Profile() {
  return <BrokerConnection check={useBrokerStatus()} />
}

function show(answers: Answers, address = '/profile', market = marketOf(false)) {
  const { client, asked, push } = testClient(answers)
  const router = createMemoryRouter([{ path: '/profile', element: <Profile /> }], { initialEntries: [address] })
  render(
    <ApolloProvider client={client}>
      <MarketContext value={market}>
        <RouterProvider router={router} />
      </MarketContext>
    </ApolloProvider>,
  )
  return {
    asked: (operation: string) => asked.filter((one) => one.operation === operation).map(({ variables }) => variables),
    push: (status: BrokerPartsFragment) => act(() => push('brokerChanged', status)),
    router,
  }
}

const refuse =
  (message: string, extensions = {}) =>
  () => {
    throw new GraphQLError(message, { extensions })
  }
const button = (name: string) => screen.findByRole('button', { name })
const click = async (name: string) => fireEvent.click(await button(name))
const alertText = async () => (await screen.findByRole('alert')).textContent
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('the broker connection', () => {
  it('says that there is none, and what it is good for today', async () => {
    show({ brokerStatus: () => NONE })
    expect(await screen.findByText(/^No broker connection found\./)).toBeTruthy()
    expect(screen.getByText(/Connecting alone trades nothing/)).toBeTruthy()
    expect(screen.getByText('Not connected')).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Disconnect' })).toBeNull()
  })

  it.each([
    [NONE, []],
    [EXPIRED, ['Sign In With Saved PIN', 'Disconnect']],
    [CONNECTED, ['Refresh Tokens', 'Automatic Refresh', 'Check Again', 'Disconnect']],
  ])('of an analyst is not connected anew, but kept for exits and disconnected: %#', async (status, offered) => {
    useAuthStore.setState({ isAuthenticated: true, user: { id: 'i', name: 'Isha', email: 'isha@example.in', role: 'analyst' } })
    onTestFinished(() => void useAuthStore.setState({ isAuthenticated: false, user: null }))
    show({ brokerStatus: () => status })
    await screen.findByText(status === NONE ? /^Analyst accounts are read-only/ : /^Angel One/)
    expect(screen.queryAllByRole('button').map(({ textContent }) => textContent?.trim())).toEqual(offered)
  })

  it('says of an expired one that it is not connected, and of a refused one why', async () => {
    const { push } = show({ brokerStatus: () => EXPIRED })
    expect(await alertText()).toBe('Broker not connected. Please connect your broker account.')
    expect(screen.getByText('Expired')).toBeTruthy()
    expect(screen.getByText('Angel One, client code …56, last connected 20 Nov 2026, 10:32.')).toBeTruthy()
    push({ ...EXPIRED, problem: 'Invalid totp' })
    expect(await screen.findByText('Rejected')).toBeTruthy()
    expect(await alertText()).toBe('Invalid totp')
  })

  it('at the sandbox is not said to be at a broker', async () => {
    show({ brokerStatus: () => CONNECTED }, '/profile', marketOf(true))
    expect(await screen.findByText(/client code …56/)).toHaveProperty('textContent', 'Sandbox broker, client code …56.')
  })

  it('shows what came last while it cannot be checked, and tries again', async () => {
    let answer = refuse('')
    show({ brokerStatus: () => answer() })
    expect(await alertText()).toContain('Status check failed')
    expect(screen.queryByRole('button', { name: 'Connect Broker' })).toBeNull()
    answer = refuse('The books are closed.')
    await click('Retry')
    expect(await screen.findByText('The books are closed.')).toBeTruthy()
  })

  it('says that there was no answer to the check', async () => {
    show({})
    expect(await alertText()).toContain('Network error')
  })

  it('opens the address that the server gives in the same window', async () => {
    const assign = vi.fn()
    vi.stubGlobal('location', { assign })
    show({ brokerStatus: () => NONE, connectBroker: () => ({ path: '/auth/smartapi/login/u1?ticket=t' }) })
    await click('Connect Broker')
    await waitFor(() => expect(assign).toHaveBeenCalledWith('/auth/smartapi/login/u1?ticket=t'))
  })

  it('says that it could not be opened', async () => {
    const said = vi.spyOn(toast, 'error')
    show({ brokerStatus: () => NONE })
    await click('Connect Broker')
    await waitFor(() =>
      expect(said).toHaveBeenCalledWith('Failed to open broker connection. Please try again.', { description: 'Network error' }),
    )
  })

  it('is disconnected after a question, and the focus stays in its card', async () => {
    const said = vi.spyOn(toast, 'success')
    const { asked } = show({ brokerStatus: () => CONNECTED, disconnectBroker: () => NONE })
    await click('Disconnect')
    const dialog = await screen.findByRole('alertdialog')
    expect(asked('DisconnectBroker')).toEqual([])
    fireEvent.click(await pressable(within(dialog).getByRole('button', { name: 'Disconnect' })))
    expect(await screen.findByText('Not connected')).toBeTruthy()
    expect(said).toHaveBeenCalledWith('Broker account disconnected. Everything saved for signing in is deleted.')
    await waitFor(() => expect(document.activeElement?.id).toBe('broker'))
  })
})

describe('the way back from the broker', () => {
  it('says once that the account is connected, and leaves the address', async () => {
    const said = vi.spyOn(toast, 'success')
    const { router } = show({ brokerStatus: () => CONNECTED }, '/profile?broker=connected&tab=1')
    await waitFor(() => expect(said).toHaveBeenCalledWith('Your broker account is connected.', { id: 'broker' }))
    expect(router.state.location).toMatchObject({ search: '?tab=1', hash: '#broker' })
    expect(said).toHaveBeenCalledTimes(1)
  })

  it.each([
    ['refused', 'The sign-in at the broker was not accepted. An account there can be connected by one user only.'],
    [
      'open',
      'This is a different account, and live trades or orders are still open at the previous one; Sakha could no longer close them. Nothing was changed.',
    ],
    ['expired', 'This sign-in took too long, was used before, or began somewhere else. Please connect again.'],
    ['failed', 'The broker has not confirmed the sign-in yet. Check again in a moment, then reconnect.'],
  ])('says that it was %s until the next try', async (outcome, text) => {
    const said = vi.spyOn(toast, 'error')
    const { router } = show({ brokerStatus: () => NONE, connectBroker: refuse('Not now.') }, `/profile?broker=${outcome}`)
    expect(await alertText()).toBe(text)
    expect(said).toHaveBeenCalledWith(text, { id: 'broker' })
    await waitFor(() => expect(router.state.location.search).toBe(''))
    await click('Connect Broker')
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  })

  it('says nothing of an outcome that there is not', async () => {
    const { router } = show({ brokerStatus: () => NONE }, '/profile?broker=constructor')
    await button('Connect Broker')
    await waitFor(() => expect(router.state.location.search).toBe(''))
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

describe('an account where live trades or orders are open', () => {
  const OPEN = [
    { kind: 'TRADE', option: 'NIFTY26NOV2424500CE', side: 'BUY', units: 150 },
    { kind: 'ORDER', option: 'SENSEX27NOV2481000PE', side: 'SELL', units: 1_020 },
  ]
  const leave = async (name: string) => {
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '150 units of NIFTY 24,500 CE, 26 Nov, bought',
      'an order to sell 1,020 units of SENSEX27NOV2481000PE',
    ])
    expect(dialog.getByText(/can then no longer close them/)).toBeTruthy()
    const go = dialog.getByRole('button', { name })
    expect(go.matches(':disabled')).toBe(true)
    fireEvent.change(dialog.getByLabelText('Type LEAVE to leave them'), { target: { value: 'LEAVE' } })
    fireEvent.click(go)
  }

  it('is disconnected only by a typed word, after they have been named', async () => {
    const { asked } = show({ brokerStatus: () => CONNECTED, openAtBroker: () => OPEN, disconnectBroker: () => EXPIRED })
    await click('Disconnect')
    await leave('Disconnect')
    await waitFor(() => expect(asked('DisconnectBroker')).toEqual([{ leaving: 'LEAVE' }]))
  })

  it('makes room for another one only by a typed word, once the broker has said that it is another one', async () => {
    vi.stubGlobal('location', { assign: vi.fn() })
    const answers = { brokerStatus: () => EXPIRED, openAtBroker: () => OPEN, connectBroker: () => ({ path: '/auth' }) }
    const { asked } = show(answers, '/profile?broker=open')
    await click('Connect Broker')
    await leave('Connect another account')
    await waitFor(() => expect(asked('ConnectBroker')).toEqual([{ leaving: 'LEAVE' }]))
  })

  it('is connected again without any of that', async () => {
    vi.stubGlobal('location', { assign: vi.fn() })
    const { asked } = show({ brokerStatus: () => EXPIRED, openAtBroker: () => OPEN, connectBroker: () => ({ path: '/auth' }) })
    await click('Connect Broker')
    await waitFor(() => expect(asked('ConnectBroker')).toEqual([{ leaving: null }]))
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

describe('the token manager', () => {
  it('says how old the tokens are, until when they are good, and that a refresh is recommended, as events come', async () => {
    const { push } = show({ brokerStatus: () => CONNECTED })
    const panel = await screen.findByRole('region', { name: 'Broker tokens' })
    expect(panel.textContent).toContain('Last refreshed20 Nov 2026, 10:32')
    expect(panel.textContent).toContain('Valid until21 Nov 2026, 00:00')
    expect(panel.textContent).toContain('Up to date')
    push({ ...CONNECTED, refreshRecommended: true })
    expect(await within(panel).findByText('Refresh recommended')).toBeTruthy()
    push(NONE)
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Broker tokens' })).toBeNull())
  })

  it('refreshes by hand and by what is kept, and says so', async () => {
    const said = vi.spyOn(toast, 'success')
    const later = { ...CONNECTED, lastRefreshed: '2026-11-20T06:02:00.000Z' }
    show({ brokerStatus: () => CONNECTED, refreshBrokerToken: () => later, autoRefreshBrokerToken: () => CONNECTED })
    await click('Refresh Tokens')
    expect(await screen.findByText('20 Nov 2026, 11:32')).toBeTruthy()
    await click('Automatic Refresh')
    expect(await screen.findByText('20 Nov 2026, 10:32')).toBeTruthy()
    await waitFor(() => expect(said.mock.calls).toEqual(Array(2).fill(['Broker tokens refreshed successfully!'])))
  })

  it('offers no automatic refresh while PIN and secret are not kept', async () => {
    show({ brokerStatus: () => ({ ...CONNECTED, signsInByItself: false }) })
    expect((await button('Automatic Refresh')).matches(':disabled')).toBe(true)
    expect(screen.getByText(/needs a saved PIN and TOTP secret/)).toBeTruthy()
  })

  it.each([
    ['Refresh Tokens', { refreshBrokerToken: refuse('') }, 'Token refresh failed'],
    ['Refresh Tokens', { refreshBrokerToken: refuse('The broker is closed.') }, 'The broker is closed.'],
    ['Refresh Tokens', {}, 'Network error during token refresh'],
    ['Refresh Tokens', { refreshBrokerToken: () => EXPIRED }, 'Manual refresh failed'],
    ['Refresh Tokens', { refreshBrokerToken: () => ({ ...EXPIRED, problem: 'Token expired' }) }, 'Token expired'],
    ['Refresh Tokens', { refreshBrokerToken: () => NONE }, 'No broker connection found'],
    ['Automatic Refresh', { autoRefreshBrokerToken: refuse('') }, 'Auto refresh failed'],
    ['Automatic Refresh', {}, 'Network error'],
    ['Automatic Refresh', { autoRefreshBrokerToken: () => EXPIRED }, 'Auto refresh failed'],
  ] as const)('%s that fails is said in place: %#', async (name, answers: Answers, text) => {
    show({ brokerStatus: () => CONNECTED, ...answers })
    await click(name)
    expect((await screen.findByText(text)).getAttribute('role')).toBe('alert')
  })

  it('forgets a failed refresh once one has gone well', async () => {
    const { push } = show({ brokerStatus: () => CONNECTED, refreshBrokerToken: refuse('The broker is closed.') })
    await click('Refresh Tokens')
    await screen.findByText('The broker is closed.')
    push({ ...CONNECTED, lastRefreshed: '2026-11-20T06:02:00.000Z' })
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  })
})

describe('the readiness for the open', () => {
  const item = (subject: ReadinessSubject, state: ReadinessState, text: string) => ({ subject, state, text })
  const found = (...items: ReturnType<typeof item>[]) => ({ ...CONNECTED, readiness: { checkedAt: '2026-11-20T03:05:00.000Z', items } })
  const PRICES = item('FEED', 'READY', 'Prices are arriving.')
  const panel = () => screen.findByRole('region', { name: 'Ready for the open' })

  it('is not known before the first look, and not of an account that is not connected', async () => {
    const { push } = show({ brokerStatus: () => CONNECTED })
    expect((await panel()).textContent).toContain('Not checked yet')
    expect((await panel()).textContent).toContain('Sakha checks after every sign-in')
    push(EXPIRED)
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Ready for the open' })).toBeNull())
  })

  it('says of each subject what was found or what to do, and when, as it is found', async () => {
    const { push } = show({ brokerStatus: () => CONNECTED })
    push(found(PRICES, item('FUNDS', 'ATTENTION', 'Add funds.'), item('ADDRESS', 'UNKNOWN', 'No address is set.')))
    expect(await within(await panel()).findByText('1 to do')).toBeTruthy()
    const rows = within(await panel()).getAllByRole('listitem')
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'Prices ReadyPrices are arriving.',
      'Funds To doAdd funds.',
      'IP address Not knownNo address is set.',
    ])
    expect((await panel()).textContent).toContain('Checked 20 Nov 2026, 08:35.')
    push(found(PRICES, item('ADDRESS', 'UNKNOWN', 'No address is set.')))
    expect(await within(await panel()).findByText('Nothing to do; some checks pending')).toBeTruthy()
    push(found(PRICES))
    await waitFor(async () => expect(within(await panel()).getAllByText('Ready')).toHaveLength(2))
  })

  it('is looked at again when that is asked for', async () => {
    const { asked } = show({ brokerStatus: () => CONNECTED, checkBroker: () => found(PRICES) })
    await click('Check Again')
    expect(await screen.findByText('Prices are arriving.')).toBeTruthy()
    expect(asked('CheckBroker')).toHaveLength(1)
  })

  it('stays as it was when it cannot be looked at', async () => {
    const said = vi.spyOn(toast, 'error')
    show({ brokerStatus: () => found(PRICES), checkBroker: refuse('Not now.') })
    await click('Check Again')
    await waitFor(() => expect(said).toHaveBeenCalledWith('Not now.'))
    expect(screen.getByText('Prices are arriving.')).toBeTruthy()
  })
})

describe('connecting with a PIN', () => {
  const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
  async function fill(pin = '1234') {
    await click('Connect with PIN')
    await screen.findByLabelText('PIN')
    type('Client code', ' A123456 ')
    type('PIN', pin)
    type('TOTP secret', SECRET.toLowerCase())
  }

  it('keeps nothing unless that is ticked, beside what ticking it means', async () => {
    const { asked } = show({ brokerStatus: () => NONE, connectBrokerWithPin: () => ({ ...CONNECTED, signsInByItself: false }) })
    await fill()
    const box = screen.getByRole('checkbox', { name: 'Save my PIN and TOTP secret to sign in automatically every morning' })
    expect(box.matches(':checked')).toBe(false)
    expect(document.getElementById(box.getAttribute('aria-describedby') ?? '')?.textContent).toContain(BROKER_CONSENT_TEXT)
    await click('Connect')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(asked('ConnectBrokerWithPin')).toEqual([
      { input: { clientCode: 'A123456', pin: '1234', totpSecret: 'JBSWY3DPEHPK3PXP', keep: false, leaving: null } },
    ])
    expect(await screen.findByText('Connected')).toBeTruthy()
    await waitFor(() => expect(document.activeElement?.id).toBe('broker'))
  })

  it('says how long it can take while it is under way', async () => {
    let answer = (_status: BrokerPartsFragment) => {}
    const answered = new Promise<BrokerPartsFragment>((resolve) => (answer = resolve))
    show({ brokerStatus: () => NONE, connectBrokerWithPin: () => answered })
    await fill()
    expect(screen.queryByText(/can take up to 40 seconds/)).toBeNull()
    await click('Connect')
    expect(await screen.findByText(/can take up to 40 seconds/)).toBeTruthy()
    answer(CONNECTED)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('closes when the account is connected after all', async () => {
    const { push } = show({ brokerStatus: () => NONE, connectBrokerWithPin: refuse('The broker has not answered yet.') })
    await fill()
    await click('Connect')
    expect(await alertText()).toBe('The broker has not answered yet.')
    push(CONNECTED)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('keeps them when it is ticked', async () => {
    const { asked } = show({ brokerStatus: () => NONE, connectBrokerWithPin: () => CONNECTED })
    await fill()
    fireEvent.click(screen.getByRole('checkbox'))
    await click('Connect')
    await waitFor(() => expect(asked('ConnectBrokerWithPin')).toMatchObject([{ input: { keep: true } }]))
  })

  it('asks nobody while a field is wrong, and says what the broker refuses', async () => {
    const { asked } = show({ brokerStatus: () => NONE, connectBrokerWithPin: refuse('Invalid totp') })
    await fill('12345')
    await click('Connect')
    expect(await screen.findByText('PIN must be 4 digits.')).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('PIN')))
    expect(asked('ConnectBrokerWithPin')).toEqual([])
    type('PIN', '1234')
    await click('Connect')
    expect(await alertText()).toBe('Invalid totp')
    expect(screen.getByRole('dialog')).toBeTruthy()
  })
})
