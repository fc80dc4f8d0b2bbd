import { ApolloProvider } from '@apollo/client/react'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { GraphQLError } from 'graphql'
import { MemoryRouter } from 'react-router-dom'
import { toast } from 'sonner'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { testClient, type Answers } from '../../gql/testing/testClient.ts'
import { useAuthStore } from '../../lib/session/useAuthStore.ts'
import { pressable } from '../../testing/pressable.ts'
import { StrategyMarketplace } from './StrategyMarketplace.tsx'
import { availableStrategy, managedStrategy } from './testing/testStrategies.ts'

function visit(answers: Answers) {
  const told = testClient({ availableStrategies: () => [availableStrategy()], myStrategies: () => [], ...answers })
  render(
    <ApolloProvider client={told.client}>
      <MemoryRouter initialEntries={['/strategies']}>
        <StrategyMarketplace />
      </MemoryRouter>
    </ApolloProvider>,
  )
  return told
}
const card = async (name: string) => within(await screen.findByLabelText(name, { selector: 'article' }))
const PRIVATE = managedStrategy({ id: 's2', name: 'Mine', isPublic: false, isActive: false, subscribed: false })

describe('the marketplace of an admin', () => {
  const done = vi.spyOn(toast, 'success')
  const failed = vi.spyOn(toast, 'error')
  beforeEach(() => {
    useAuthStore.setState({ isAuthenticated: true, user: { id: 'a', name: 'Asha', email: 'asha@example.in', role: 'admin' } })
    done.mockClear()
    failed.mockClear()
  })
  afterEach(() => useAuthStore.setState({ isAuthenticated: false, user: null }))

  it('lists private strategies too, which nobody can subscribe to', async () => {
    visit({ managedStrategies: () => [managedStrategy(), PRIVATE] })
    const mine = await card('Mine')
    expect(mine.getByLabelText<HTMLButtonElement>('Subscribe to Mine').disabled).toBe(true)
    expect(mine.getByText('Version 1 · 12 subscribers, 3 on an earlier version · 0 open trades')).toBeTruthy()
    expect(mine.getByLabelText('Edit Mine').getAttribute('href')).toBe('/strategies/s2/edit')
    expect(screen.getByText('Available Strategies (2)')).toBeTruthy()
  })

  it('shows what the server made of a switch, though another tab had turned it before', async () => {
    // Here it looks private; the other tab made it public, so that the server makes it private.
    visit({ managedStrategies: () => [PRIVATE], toggleStrategyPublic: () => PRIVATE })
    const toggle = (await card('Mine')).getByLabelText('Public', { selector: 'button' })
    fireEvent.click(toggle)
    await waitFor(() => expect(done).toHaveBeenCalledWith('Strategy is private.'))
    expect(toggle.getAttribute('aria-checked')).toBe('false')
  })

  it('switches a strategy on and off', async () => {
    visit({ managedStrategies: () => [PRIVATE], toggleStrategyActive: () => ({ ...PRIVATE, isActive: true }) })
    const toggle = (await card('Mine')).getByLabelText('Active', { selector: 'button' })
    fireEvent.click(toggle)
    await waitFor(() => expect(toggle.getAttribute('aria-checked')).toBe('true'))
    expect(done).toHaveBeenCalledWith('Strategy is active.')
  })

  it.each([
    ['Active', 'Deactivate EMA Crossover?', 'Deactivate', 'ToggleStrategyActive'],
    ['Public', 'Make EMA Crossover private?', 'Make private', 'ToggleStrategyPublic'],
  ])(
    'asks before it takes a strategy from its subscribers by %s, and says how many there are',
    async (label, title, confirm, operation) => {
      const off = () => managedStrategy({ isActive: false, isPublic: false })
      const { asked } = visit({ managedStrategies: () => [managedStrategy()], toggleStrategyActive: off, toggleStrategyPublic: off })
      const toggled = () => asked.some((one) => one.operation === operation)
      fireEvent.click((await card('EMA Crossover')).getByLabelText(label, { selector: 'button' }))
      const question = within(await screen.findByRole('alertdialog', { name: title }))
      expect(question.getByText(/^12 subscribers get no new trades from it/)).toBeTruthy()
      fireEvent.click(question.getByText('Cancel'))
      expect(toggled()).toBe(false)
      fireEvent.click((await card('EMA Crossover')).getByLabelText(label, { selector: 'button' }))
      fireEvent.click(await pressable(within(await screen.findByRole('alertdialog')).getByText(confirm)))
      await waitFor(() => expect(toggled()).toBe(true))
    },
  )

  it('says before it deletes how many subscriptions end', async () => {
    let all = [managedStrategy()]
    const { asked } = visit({
      managedStrategies: () => all,
      deleteStrategy: () => {
        all = []
        return { id: 's1', endedSubscriptions: 12 }
      },
    })
    fireEvent.click((await card('EMA Crossover')).getByLabelText('Delete EMA Crossover'))
    const question = within(await screen.findByRole('alertdialog', { name: 'Delete EMA Crossover?' }))
    expect(question.getByText(/^12 subscriptions end with it/)).toBeTruthy()
    expect(asked.some(({ operation }) => operation === 'DeleteStrategy')).toBe(false)
    fireEvent.click(await pressable(question.getByText('Delete')))
    await waitFor(() => expect(done).toHaveBeenCalledWith('Strategy deleted successfully!'))
    expect(await screen.findByText('No strategies available')).toBeTruthy()
  })

  it("gives the server's reason why a strategy cannot be deleted", async () => {
    const refusal = 'EMA Crossover has 2 open trades.'
    visit({
      managedStrategies: () => [managedStrategy({ openTrades: 2 })],
      deleteStrategy: () => new GraphQLError(refusal, { extensions: { code: 'CONFLICT' } }),
    })
    fireEvent.click((await card('EMA Crossover')).getByLabelText('Delete EMA Crossover'))
    const question = within(await screen.findByRole('alertdialog'))
    expect(question.getByText(/^2 open trades: close them before you delete the strategy/)).toBeTruthy()
    fireEvent.click(await pressable(question.getByText('Delete')))
    await waitFor(() => expect(failed).toHaveBeenCalledWith(refusal))
  })

  it('offers what everyone is offered where the server lets nobody manage, and says why', async () => {
    visit({ managedStrategies: () => new GraphQLError('Turn on two-step sign-in first.', { extensions: { code: 'FORBIDDEN' } }) })
    expect(await screen.findByText('Failed to load strategies to manage: Turn on two-step sign-in first.')).toBeTruthy()
    expect((await card('EMA Crossover')).queryByLabelText('Edit EMA Crossover')).toBeNull()
  })
})
