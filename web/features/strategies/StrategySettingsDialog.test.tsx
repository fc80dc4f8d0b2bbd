import { ApolloProvider } from '@apollo/client/react'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { GraphQLError } from 'graphql'
import { toast } from 'sonner'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { UserStrategyPartsFragment } from '../../gql/generated/graphql.ts'
import { testClient } from '../../gql/testClient.ts'
import { StrategySettingsDialog } from './StrategySettingsDialog.tsx'
import { availableStrategy, userStrategy } from './testStrategies.ts'

const CUSTOM = { ...userStrategy().customSettings, maxTrades: 3, timeWindow: { start: '10:00', end: null }, instruments: ['SENSEX'] }

function open(own: UserStrategyPartsFragment, answer: unknown = own) {
  const onClose = vi.fn()
  const { client, asked } = testClient({ updateSubscriptionSettings: () => answer })
  render(
    <ApolloProvider client={client}>
      <StrategySettingsDialog own={own} strategy={availableStrategy()} onClose={onClose} />
    </ApolloProvider>,
  )
  return { onClose, asked }
}

const input = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const type = (label: string, value: string) => fireEvent.change(input(label), { target: { value } })
const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

describe('StrategySettingsDialog', () => {
  afterEach(() => vi.restoreAllMocks())

  it('shows the strategy’s values where the user has none, the user’s where there are', () => {
    open(userStrategy({ maxTrades: 3, customSettings: CUSTOM }))
    expect(input('Start (HH:MM IST)').value).toBe('10:00')
    expect(input('End (HH:MM IST)').placeholder).toBe('15:10')
    expect([input('Max trades per day').value, input('Max trades per day').placeholder]).toEqual(['3', '5'])
    expect(input('Quantity (lots)').placeholder).toBe('1')
    expect(input('Risk per trade (% of paper funds)').placeholder).toBe('₹5,000')
    expect(input('Stop loss (₹ of the whole trade)').placeholder).toBe('20% of premium')
    expect(input('Take profit (₹ of the whole trade)').placeholder).toBe('30% of premium')
    expect(input('SENSEX').checked).toBe(true)
    expect(input('NIFTY').checked).toBe(false)
  })

  it('saves what was typed, leaves out what was not, says so and closes', async () => {
    const said = vi.spyOn(toast, 'success')
    const { onClose, asked } = open(userStrategy())
    type('End (HH:MM IST)', '14:30')
    type('Stop loss (₹ of the whole trade)', '1500.5')
    fireEvent.click(input('BANKNIFTY'))
    fireEvent.click(input('MIDCAP'))
    click('Save Settings')
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
    expect(asked[0]?.variables).toEqual({
      id: 'u1',
      input: { stopLoss: 1_500.5, timeWindow: { start: null, end: '14:30' }, instruments: ['NIFTY', 'MIDCAP'] },
    })
    expect(said).toHaveBeenCalledWith('Strategy settings updated')
  })

  it('has lots chosen by the risk where the user wants it, and not where not', async () => {
    const { onClose, asked } = open(userStrategy())
    fireEvent.click(screen.getByRole('switch', { name: 'Lots by risk' }))
    click('Save Settings')
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(asked[0]?.variables['input']).toEqual({ sizeByRisk: true })
  })

  it('takes what was the user’s own back to the strategy’s with one button', async () => {
    const { onClose, asked } = open(userStrategy({ customSettings: CUSTOM }))
    click("Use the strategy's")
    expect(input('NIFTY').checked).toBe(true)
    click('Save Settings')
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(asked[0]?.variables['input']).toEqual({ maxTrades: null, timeWindow: { start: null, end: null }, instruments: [] })
  })

  it('says at the field what is out of bounds, goes there, and asks nobody', async () => {
    const { asked } = open(userStrategy())
    type('Quantity (lots)', '51')
    click('Save Settings')
    const quantity = input('Quantity (lots)')
    await waitFor(() => expect(document.activeElement).toBe(quantity))
    expect(quantity.getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByText('Quantity (lots) must be a whole number from 1 to 50.').id).toBe(quantity.getAttribute('aria-describedby'))
    expect(asked).toEqual([])
  })

  it('shows the server’s complaint at its field, and stays open', async () => {
    const message = 'The trading window must end after its start, got 15:00 to 10:00'
    const { onClose } = open(
      userStrategy(),
      new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT', fieldErrors: { timeWindow: message } } }),
    )
    type('Start (HH:MM IST)', '15:00')
    type('End (HH:MM IST)', '10:00')
    click('Save Settings')
    expect((await screen.findByText(message)).id).toBe(input('Start (HH:MM IST)').getAttribute('aria-describedby'))
    expect(onClose).not.toHaveBeenCalled()
  })

  it('says when the line is broken, and keeps what was typed', async () => {
    const said = vi.spyOn(toast, 'error')
    const { client } = testClient({})
    render(
      <ApolloProvider client={client}>
        <StrategySettingsDialog own={userStrategy()} strategy={undefined} onClose={() => undefined} />
      </ApolloProvider>,
    )
    type('Max trades per day', '7')
    click('Save Settings')
    await waitFor(() => expect(said).toHaveBeenCalledWith('Failed to update settings', { description: 'Network error' }))
    expect(input('Max trades per day').value).toBe('7')
  })
})
