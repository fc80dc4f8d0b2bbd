import { ApolloProvider } from '@apollo/client/react'
import { fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testClient } from '../../gql/testing/testClient.ts'
import { useAuthStore } from '../../lib/session/useAuthStore.ts'
import { firstSteps } from './firstSteps.ts'
import { FirstStepsCard } from './FirstStepsCard.tsx'

const ACCOUNT = {
  paperFunds: 1_000_000,
  realised: 0,
  inTrades: 0,
  reserved: 0,
  available: 1_000_000,
  maxDailyLoss: 25_000,
  squareOffAtDailyLoss: false,
  removedStop: 'RESTORE' as const,
}
const someone = (id: string) => ({ id, name: 'Asha Rao', email: 'asha@example.in', role: 'user' }) as const

function show({ strategies = 0, trades = 0, emailVerified = false, maxDailyLoss = 25_000 as number | null } = {}) {
  const { client, asked } = testClient({
    me: () => ({ id: 'u1', emailVerified }),
    myStrategies: () => Array.from({ length: strategies }, (_, i) => ({ id: `s${i}` })),
    trades: () => Array.from({ length: trades }, (_, i) => ({ id: `t${i}` })),
    account: () => ({ ...ACCOUNT, maxDailyLoss, realisedToday: 0, maxOpenTrades: 20, limitsChosen: true, openTrades: 0 }),
  })
  const view = render(
    <ApolloProvider client={client}>
      <MemoryRouter>
        <FirstStepsCard />
      </MemoryRouter>
    </ApolloProvider>,
  )
  return { asked, ...view }
}
const steps = () => screen.getAllByRole('listitem').map((item) => [item.textContent, item.querySelector('a')?.getAttribute('href')])

describe('first steps', () => {
  beforeEach(() => useAuthStore.setState({ isAuthenticated: true, user: someone('u1') }))
  afterEach(() => {
    useAuthStore.setState({ isAuthenticated: false, user: null })
    localStorage.clear()
  })

  it('are ticked by what the server knows, and lead to where each is done', async () => {
    show({ strategies: 1, emailVerified: true, maxDailyLoss: null })
    expect(await screen.findByText('First steps, 2 of 4 done')).toBeTruthy()
    expect(steps()).toEqual([
      ['Email confirmed (done)', '/profile'],
      ['Set your maximum daily loss', '/profile#limits'],
      ['Subscribe to a strategy (done)', '/strategies'],
      ['See the first paper trade', '/live-trades'],
    ])
  })

  it('are over for who has strategies and trades', () => {
    const begun = {
      me: { id: 'u1', emailVerified: true },
      account: { ...ACCOUNT, realisedToday: 0, maxOpenTrades: 20, limitsChosen: true, openTrades: 0 },
    }
    expect(firstSteps({ ...begun, myStrategies: [{ id: 's0' }], trades: [{ id: 't0' }] })).toBeNull()
    expect(firstSteps({ ...begun, myStrategies: [{ id: 's0' }], trades: [] })?.map(({ done }) => done)).toEqual([true, true, true, false])
  })

  it('stay away for the user who put them away, and for nobody else', async () => {
    const first = show()
    fireEvent.click(await screen.findByLabelText('Dismiss the first steps'))
    expect(first.container.textContent).toBe('')
    first.unmount()
    const again = show()
    expect(again.asked).toEqual([])
    again.unmount()
    useAuthStore.setState({ user: someone('u2') })
    show()
    expect(await screen.findByText('First steps, 1 of 4 done')).toBeTruthy()
  })
})
