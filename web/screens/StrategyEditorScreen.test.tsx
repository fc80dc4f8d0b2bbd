import { ApolloProvider } from '@apollo/client/react'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { GraphQLError } from 'graphql'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { toast } from 'sonner'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { INSTRUMENTS, managedStrategy } from '../features/strategies/testing/testStrategies.ts'
import { testClient, type Answers } from '../gql/testing/testClient.ts'
import { useAuthStore } from '../lib/session/useAuthStore.ts'
import { pressable } from '../testing/pressable.ts'
import StrategyEditorScreen from './StrategyEditorScreen.tsx'

function visit(at: string, answers: Answers = {}) {
  const told = testClient(answers)
  const router = createMemoryRouter(
    [
      { path: '/strategies', element: <p>The marketplace</p> },
      { path: '/strategies/new', Component: StrategyEditorScreen },
      { path: '/strategies/:id', element: <p>Its page</p> },
      { path: '/strategies/:id/edit', Component: StrategyEditorScreen },
    ],
    { initialEntries: [at] },
  )
  render(
    <ApolloProvider client={told.client}>
      <RouterProvider router={router} />
    </ApolloProvider>,
  )
  return told
}
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

describe('StrategyEditorScreen', () => {
  const done = vi.spyOn(toast, 'success')
  const failed = vi.spyOn(toast, 'error')
  beforeEach(() => {
    useAuthStore.setState({ isAuthenticated: true, user: { id: 'a', name: 'Asha', email: 'asha@example.in', role: 'admin' } })
    done.mockClear()
    failed.mockClear()
  })
  afterEach(() => useAuthStore.setState({ isAuthenticated: false, user: null }))

  it('is for admins', async () => {
    useAuthStore.setState({ user: { id: 'r', name: 'Ravi', email: 'ravi@example.in', role: 'user' } })
    visit('/strategies/new')
    expect(await screen.findByText('The marketplace')).toBeTruthy()
  })

  it("says in the specification's words what a new strategy lacks, and sends nothing", () => {
    const { asked } = visit('/strategies/new')
    fireEvent.click(screen.getByText('Create Strategy', { selector: 'button' }))
    expect(screen.getByText('Strategy name is required')).toBeTruthy()
    expect(screen.getByText('At least one instrument is required')).toBeTruthy()
    expect(screen.getByText('The rules are incomplete. Fix the highlighted fields.')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText('Name'))
    expect(asked.map(({ operation }) => operation)).not.toContain('CreateStrategy')
  })

  it('makes a strategy of a template, with typed instruments in capitals, and goes to its page', async () => {
    const { asked } = visit('/strategies/new', { createStrategy: () => managedStrategy({ id: 's9' }) })
    fireEvent.change(screen.getByLabelText(/^Start from a template/), { target: { value: 'rsi-reversal' } })
    type('Instruments', ' sensex ')
    fireEvent.click(screen.getByText('Add'))
    fireEvent.click(screen.getByText('NIFTY', { selector: 'button' }))
    fireEvent.click(screen.getByText('Create Strategy', { selector: 'button' }))
    expect(await screen.findByText('Its page')).toBeTruthy()
    expect(done).toHaveBeenCalledWith('Strategy created successfully!')
    expect(asked.find(({ operation }) => operation === 'CreateStrategy')?.variables['input']).toMatchObject({
      name: 'RSI Reversal',
      type: 'RSI reversal',
      rules: { interval: '5min', long: ['rsi(14)', 'crosses above', 30], short: ['rsi(14)', 'crosses below', 70] },
      instruments: ['SENSEX', 'NIFTY'],
      maxTrades: 5,
      riskPerTrade: 1_000,
      stopLoss: 50,
      takeProfit: 100,
      isActive: false,
      isPublic: false,
    })
  })

  it('asks for no levels of a template whose legs have their own, and stores its position', async () => {
    const { asked } = visit('/strategies/new', { createStrategy: () => managedStrategy({ id: 's9' }) })
    expect(screen.getByLabelText(/^Stop loss/)).toBeTruthy()
    fireEvent.change(screen.getByLabelText(/^Start from a template/), { target: { value: 'short-straddle' } })
    for (const label of [/^Stop loss/, /^Take profit/, /^Trailing stop/]) expect(screen.queryByLabelText(label)).toBeNull()
    expect(screen.getByText('Stops and targets are set per leg. Lots multiply every leg.')).toBeTruthy()
    fireEvent.click(screen.getByText('NIFTY', { selector: 'button' }))
    fireEvent.click(screen.getByText('Create Strategy', { selector: 'button' }))
    expect(await screen.findByText('Its page')).toBeTruthy()
    expect(asked.find(({ operation }) => operation === 'CreateStrategy')?.variables['input']).toMatchObject({
      rules: { interval: '1min', enter: '09:20', position: { stopsToCost: true } },
      riskPerTrade: 30_000,
    })
  })

  it('says at the risk what one lot of each instrument would lose at its stop, by the lots in force, and warns where that is refused', async () => {
    visit('/strategies/new', { instruments: () => INSTRUMENTS })
    const risk = screen.getByLabelText('Risk per trade (₹)')
    const hint = () => document.getElementById(risk.getAttribute('aria-describedby') ?? '')
    const lines = () => [...(hint()?.querySelectorAll('p') ?? [])].map((line) => [line.textContent, line.hasAttribute('data-refused')])
    expect(lines()).toEqual([['A trade is skipped when one lot would lose more at its stop than this risk.', false]])
    fireEvent.click(screen.getByText('NIFTY', { selector: 'button' }))
    await waitFor(() =>
      expect(lines()).toEqual([
        ['One lot may lose up to ₹1,000 at its stop of 50%. For example:', false],
        [
          'At a premium of about ₹150, one lot of Nifty 50 (65) loses ₹4,875, so such a trade is skipped. Premiums up to about ₹30 fit.',
          true,
        ],
      ]),
    )
    fireEvent.click(screen.getByText('SENSEX', { selector: 'button' }))
    type('Stop loss (% of the premium)', '20')
    type('Risk per trade (₹)', '1900')
    expect(lines().slice(1)).toEqual([
      [expect.stringContaining('one lot of Nifty 50 (65) loses ₹1,950, so such a trade is skipped.'), true],
      ['At a premium of about ₹450, one lot of Sensex (20) loses ₹1,800. Premiums up to about ₹475 fit.', false],
    ])
  })

  it('puts what the server refuses to its field', async () => {
    const refusal = 'FINNIFTY is not traded here: subscribers choose from NIFTY, BANKNIFTY, SENSEX, MIDCAP'
    visit('/strategies/new', {
      createStrategy: () =>
        new GraphQLError(refusal, { extensions: { code: 'BAD_USER_INPUT', fieldErrors: { 'instruments.0': refusal } } }),
    })
    expect(screen.getByText('MIDCAP', { selector: 'button' })).toBeTruthy()
    expect(screen.queryByText('FINNIFTY', { selector: 'button' })).toBeNull()
    fireEvent.change(screen.getByLabelText(/^Start from a template/), { target: { value: 'macd' } })
    type('Instruments', 'finnifty')
    fireEvent.keyDown(screen.getByLabelText('Instruments'), { key: 'Enter' })
    fireEvent.click(screen.getByText('Create Strategy', { selector: 'button' }))
    expect(await screen.findByText(refusal)).toBeTruthy()
    expect(failed).toHaveBeenCalledWith(refusal)
  })

  it('tells before saving whether it makes a version, and who stays on which', async () => {
    const { asked } = visit('/strategies/s1/edit', {
      managedStrategies: () => [managedStrategy()],
      updateStrategy: () => managedStrategy(),
    })
    expect(await screen.findByText('Rules and terms are unchanged: version 1 stays.')).toBeTruthy()
    type('Description, in a sentence or two', 'Another sentence.')
    expect(screen.getByText('Rules and terms are unchanged: version 1 stays.')).toBeTruthy()
    type('Stop loss (% of the premium)', '25')
    expect(screen.getByText(/^Saving makes version 2\. 12 subscribers stay on the version they have until they move/)).toBeTruthy()
    fireEvent.click(screen.getByText('Save Changes'))
    expect(await screen.findByText('Its page')).toBeTruthy()
    expect(done).toHaveBeenCalledWith('Strategy updated successfully!')
    expect(asked.find(({ operation }) => operation === 'UpdateStrategy')?.variables).toMatchObject({
      id: 's1',
      updatedAt: '2026-11-20T05:00:00.000Z',
      input: { stopLoss: 25, description: 'Another sentence.' },
    })
  })

  it('says that somebody else was faster, and reads it again only when told to', async () => {
    let stored = managedStrategy()
    visit('/strategies/s1/edit', {
      managedStrategies: () => [stored],
      updateStrategy: () => new GraphQLError('Somebody else has changed it.', { extensions: { code: 'CONFLICT' } }),
    })
    await screen.findByText('Save Changes')
    type('Name', 'Mine')
    stored = managedStrategy({ name: 'Theirs' })
    fireEvent.click(screen.getByText('Save Changes'))
    const again = await screen.findByText('Discard my changes and reload')
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Mine')
    fireEvent.click(again)
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Theirs'))
  })

  it('asks before it lets go of what is not saved', async () => {
    visit('/strategies/new')
    type('Name', 'Mine')
    fireEvent.click(screen.getByText('Cancel'))
    const question = within(await screen.findByRole('alertdialog', { name: 'Leave without saving?' }))
    fireEvent.click(question.getByText('Cancel'))
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Mine')
    fireEvent.click(screen.getByText('Cancel'))
    fireEvent.click(await pressable(await screen.findByText('Leave')))
    expect(await screen.findByText('The marketplace')).toBeTruthy()
  })
})
