import { ApolloProvider } from '@apollo/client/react'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { GraphQLError } from 'graphql'
import { toast } from 'sonner'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { UserStrategyPartsFragment } from '../../gql/generated/graphql.ts'
import { testClient } from '../../gql/testing/testClient.ts'
import { StrategySettingsDialog } from './StrategySettingsDialog.tsx'
import { liveReadiness } from './testing/liveReadiness.ts'
import { availableStrategy, INSTRUMENTS, userStrategy } from './testing/testStrategies.ts'

const CUSTOM = { ...userStrategy().customSettings, maxTrades: 3, timeWindow: { start: '10:00', end: null }, instruments: ['SENSEX'] }

const ACCOUNT = {
  ...{ paperFunds: 200_000, realised: 0, inTrades: 0, reserved: 0, available: 184_000.5, maxDailyLoss: null },
  ...{ squareOffAtDailyLoss: false, realisedToday: 0, maxOpenTrades: 5, removedStop: 'RESTORE', limitsChosen: true, openTrades: 0 },
}

function open(own: UserStrategyPartsFragment, answer: unknown = own, instruments: () => typeof INSTRUMENTS = () => INSTRUMENTS) {
  const onClose = vi.fn()
  const onTradeLive = vi.fn()
  const { client, asked: all } = testClient({
    updateSubscriptionSettings: () => answer,
    instruments,
    account: () => ACCOUNT,
    liveReadiness: () => liveReadiness(),
    tradingMode: () => 'PAPER',
  })
  render(
    <ApolloProvider client={client}>
      <StrategySettingsDialog own={own} strategy={availableStrategy()} onTradeLive={onTradeLive} onClose={onClose} />
    </ApolloProvider>,
  )
  // What it reads for its hints is not what these tests are about.
  return { onClose, onTradeLive, asked: () => all.filter(({ operation }) => operation === 'UpdateSubscriptionSettings') }
}

const input = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const type = (label: string, value: string) => {
  fireEvent.change(input(label), { target: { value } })
  fireEvent.blur(input(label))
}
const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const described = (label: string) =>
  (input(label).getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id))
const note = (label: string) => described(label)[0]?.textContent

describe('StrategySettingsDialog', () => {
  afterEach(() => vi.restoreAllMocks())

  it('shows the strategy’s values in the unit of each field where the user has none, the user’s where there are, and says which are', async () => {
    open(userStrategy({ maxTrades: 3, customSettings: CUSTOM }))
    expect(input('Start (HH:MM IST)').value).toBe('10:00')
    expect(input('End (HH:MM IST)').placeholder).toBe('15:10')
    expect([input('Max trades per day').value, input('Max trades per day').placeholder]).toEqual(['3', '5'])
    expect(input('Quantity (lots)').placeholder).toBe('1')
    await waitFor(() => expect(input('Risk per trade (% of paper funds)').placeholder).toBe('2.5'))
    await waitFor(() => expect(input('Stop loss (₹ of the whole trade)').placeholder).toBe('≈ 1,800'))
    expect(input('Take profit (₹ of the whole trade)').placeholder).toBe('≈ 2,700')
    expect([note('Start (HH:MM IST)'), note('End (HH:MM IST)')]).toEqual(['Yours, default 09:20', 'Default: 15:10'])
    expect([note('Max trades per day'), note('Quantity (lots)')]).toEqual(['Yours, default 5', 'Default: 1 lot'])
    expect(note('Risk per trade (% of paper funds)')).toBe('Default: ₹5,000 per lot')
    expect(note('Stop loss (₹ of the whole trade)')).toBe('Default: 20% of premium')
    expect(screen.getByRole('group', { name: 'Instruments' }).textContent).toContain('Yours. Default: NIFTY, BANKNIFTY.')
    expect(input('SENSEX').checked).toBe(true)
    expect(input('NIFTY').checked).toBe(false)
  })

  it('says by word whose money it is, and leads to live trading or back to paper', async () => {
    const { onTradeLive } = open(userStrategy())
    expect(screen.getByText('PAPER')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Back to paper' })).toBeNull()
    click('Trade live')
    expect(onTradeLive).toHaveBeenCalledTimes(1)
  })

  it('goes back to paper with one press', async () => {
    const { onClose, asked } = open(userStrategy({ paperTrade: false }))
    expect(screen.getByText('LIVE')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Confirm again' })).toBeNull()
    click('Back to paper')
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(asked()[0]?.variables).toEqual({ id: 'u1', input: { paperTrade: true } })
  })

  it('offers to confirm a live one again that opens no trades, and to go back', () => {
    open(userStrategy({ paperTrade: false, unmetGates: ['CONFIRMATION'] }))
    expect(screen.getByRole('button', { name: 'Confirm again' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Back to paper' })).toBeTruthy()
  })

  it('asks for no levels of a strategy whose legs have their own, and says so', async () => {
    const { onClose, asked } = open(userStrategy({ legs: ['Sell 1 lot of the call at the money, this week.'] }))
    expect(screen.getByText('Stops and targets are set per leg. Lots multiply every leg.')).toBeTruthy()
    for (const label of [/^Stop loss/, /^Take profit/, 'Lots by risk']) expect(screen.queryByLabelText(label)).toBeNull()
    expect(screen.queryByText(/loses ₹/)).toBeNull()
    type('Quantity (lots)', '3')
    click('Use strategy defaults')
    type('Max trades per day', '2')
    click('Save Settings')
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(asked()[0]?.variables['input']).toEqual({ maxTrades: 2 })
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
    expect(asked()[0]?.variables).toEqual({
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
    expect(asked()[0]?.variables['input']).toEqual({ sizeByRisk: true })
  })

  it('says what one lot would lose at its stop by what is typed, the strategy’s terms for the rest, and warns where that is refused', async () => {
    open(userStrategy({ customSettings: { ...userStrategy().customSettings, instruments: ['NIFTY'] } }))
    const hint = () => described('Risk per trade (% of paper funds)')[1]
    const said = (text: string) => waitFor(() => expect(hint()?.textContent).toContain(text))
    await said('One lot may lose up to ₹5,000 at its stop of 20%. For example:')
    await said('At a premium of about ₹150, one lot of Nifty 50 (65) loses ₹1,950. Premiums up to about ₹384 fit.')
    expect(hint()?.querySelector('[data-refused]')).toBeNull()
    type('Risk per trade (% of paper funds)', '0.5')
    await said('up to ₹1,000 (0.5% of your paper funds) at its stop of 20%')
    await said('(65) loses ₹1,950, so such a trade is skipped. Premiums up to about ₹76 fit.')
    expect(hint()?.querySelector('[data-refused]')).not.toBeNull()
    type('Stop loss (₹ of the whole trade)', '1500')
    await said('at its stop of ₹1,500. For')
    await said('loses ₹1,500, so such a trade is skipped. Premiums up to about ₹15 fit.')
    type('Quantity (lots)', '3')
    await said('at its stop of ₹1,500 for 3 lots. For')
    await said('(65) loses ₹500. Any premium fits.')
    fireEvent.click(screen.getByRole('switch', { name: 'Lots by risk' }))
    await said('loses ₹1,500, so such a trade is skipped.')
    click('Use strategy defaults')
    fireEvent.click(input('SENSEX'))
    fireEvent.click(input('NIFTY'))
    await said('up to ₹5,000 at its stop of 20%. For')
    await said('one lot of Sensex (20) loses ₹1,800.')
  })

  it('says it of today’s call and put where these are known, and which of them is refused', async () => {
    const [nifty] = INSTRUMENTS
    const instruments = () => [{ ...nifty!, callPremium: 184.5, putPremium: 151.25 }]
    const own = userStrategy({ customSettings: { ...userStrategy().customSettings, instruments: ['NIFTY'] } })
    open(own, own, instruments)
    const hint = () => described('Risk per trade (% of paper funds)')[1]
    const said = (text: string) => waitFor(() => expect(hint()?.textContent).toContain(text))
    const losses = 'Today one lot of Nifty 50 (65) loses ₹2,399 on a call at ₹184 and ₹1,967 on a put at ₹151'
    await said(`${losses}. Premiums up to about ₹384 fit.`)
    expect(hint()?.querySelector('[data-refused]')).toBeNull()
    type('Risk per trade (% of paper funds)', '1')
    await said(`${losses}, so calls are skipped. Premiums up to about ₹153 fit.`)
    type('Risk per trade (% of paper funds)', '0.5')
    await said(`${losses}, so calls and puts are skipped.`)
    expect(hint()?.querySelector('[data-refused]')).not.toBeNull()
  })

  it('shows no values of a newer version as those of the one subscribed to', async () => {
    open(userStrategy({ version: 0, riskPerTrade: 2_000, customSettings: CUSTOM, maxTrades: 3 }))
    expect(note('Risk per trade (% of paper funds)')).toBe('Default: ₹2,000 per lot')
    await waitFor(() => expect(input('Risk per trade (% of paper funds)').placeholder).toBe('1'))
    expect(input('Max trades per day').placeholder).toBe('strategy default')
    expect(note('Max trades per day')).toBe('Yours')
  })

  it('takes what was the user’s own back to the strategy’s with one button', async () => {
    const { onClose, asked } = open(userStrategy({ customSettings: CUSTOM }))
    click('Use strategy defaults')
    expect(input('NIFTY').checked).toBe(true)
    click('Save Settings')
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(asked()[0]?.variables['input']).toEqual({ maxTrades: null, timeWindow: { start: null, end: null }, instruments: [] })
  })

  it('takes one setting back to the strategy’s, and leaves the others', async () => {
    const { onClose, asked } = open(userStrategy({ customSettings: CUSTOM }))
    click('Reset Max trades per day')
    expect([input('Max trades per day').value, note('Max trades per day')]).toEqual(['', 'Default: 5'])
    await waitFor(() => expect(document.activeElement).toBe(input('Max trades per day')))
    expect(screen.queryByRole('button', { name: 'Reset Max trades per day' })).toBeNull()
    click('Reset Instruments')
    expect([input('NIFTY').checked, input('SENSEX').checked]).toEqual([true, false])
    expect(document.activeElement).toBe(input('NIFTY'))
    click('Save Settings')
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(asked()[0]?.variables['input']).toEqual({ maxTrades: null, instruments: [] })
  })

  it('is left without a change by Cancel', () => {
    const { onClose, asked } = open(userStrategy())
    type('Max trades per day', '2')
    click('Cancel')
    expect([onClose.mock.calls.length, asked()]).toEqual([1, []])
  })

  it('says what is at hand: free paper funds, or what the broker said last', async () => {
    open(userStrategy())
    expect((await screen.findByText('₹1,84,000.50')).closest('p')!.textContent).toBe(
      'Funds at hand: ₹1,84,000.50 of ₹2,00,000.00 paper funds',
    )
    cleanup()
    open(userStrategy({ paperTrade: false }))
    expect((await screen.findByText('₹1,50,000.00')).closest('p')!.textContent).toBe(
      'Funds at hand: ₹1,50,000.00 at your broker, as of 20 Nov 2026, 10:30 IST',
    )
  })

  it('warns where the stop is more than a trade costs, and where it risks more than it may make', async () => {
    open(userStrategy({ instruments: ['NIFTY'] }))
    const [stop, target] = ['Stop loss (₹ of the whole trade)', 'Take profit (₹ of the whole trade)']
    const warning = () => described(stop)[1]?.textContent
    await waitFor(() => expect(input(stop).placeholder).toBe('≈ 1,950'))
    expect(described(stop)[1]).toBe(described(target)[1])
    type(stop, '10000')
    expect(warning()).toBe(
      'At a premium of about ₹150, a trade of 1 lot of Nifty 50 (65 units) costs ₹9,750. No premium falls to ₹0: the stop would never be reached.',
    )
    type(stop, '3900')
    expect(warning()).toBe(
      'A trade would risk ₹3,900 to make ₹2,925: before charges, more than 57 of 100 trades must reach the target to gain anything.',
    )
    type(target, '3900')
    expect(warning()).toBe('')
  })

  it('says at the field what is out of bounds, goes there, and asks nobody', async () => {
    const { asked } = open(userStrategy())
    type('Quantity (lots)', '51')
    click('Save Settings')
    const quantity = input('Quantity (lots)')
    await waitFor(() => expect(document.activeElement).toBe(quantity))
    expect(quantity.getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByText('Quantity (lots) must be a whole number from 1 to 50.').id).toBe(quantity.getAttribute('aria-describedby'))
    expect(asked()).toEqual([])
  })

  it('takes an error away as soon as its value is corrected, and finds no new one meanwhile', async () => {
    open(userStrategy())
    const mistake = 'Quantity (lots) must be a whole number from 1 to 50.'
    type('Quantity (lots)', '51')
    click('Save Settings')
    await screen.findByText(mistake)
    type('Quantity (lots)', '55')
    expect(screen.getByText(mistake)).toBeTruthy()
    type('Max trades per day', '99')
    type('Quantity (lots)', '5')
    await waitFor(() => expect(screen.queryByText(mistake)).toBeNull())
    expect(input('Max trades per day').getAttribute('aria-invalid')).toBe('false')
  })

  it('takes an unreadable number for a mistake, not for an empty field', async () => {
    const { asked } = open(userStrategy())
    type('Quantity (lots)', '5')
    // A browser gives an empty value for what it cannot read.
    Object.defineProperty(input('Quantity (lots)'), 'validity', { value: { badInput: true } })
    type('Quantity (lots)', '')
    click('Save Settings')
    expect(await screen.findByText('Quantity (lots) must be a whole number from 1 to 50.')).toBeTruthy()
    expect(asked()).toEqual([])
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
    fireEvent.blur(input('End (HH:MM IST)'))
    expect(screen.getByText(message)).toBeTruthy()
    type('End (HH:MM IST)', '15:10')
    await waitFor(() => expect(screen.queryByText(message)).toBeNull())
  })

  it('shows what the server finds wrong with an entry of a list at the list', async () => {
    const message = 'NIFTY is not traded today'
    const fieldErrors = { 'instruments.0': message, 'instruments.1': 'BANKNIFTY is not, either' }
    open(userStrategy(), new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT', fieldErrors } }))
    click('Save Settings')
    expect((await screen.findByRole('alert')).textContent).toBe(message)
  })

  it('says when the line is broken, and keeps what was typed', async () => {
    const said = vi.spyOn(toast, 'error')
    const { client } = testClient({})
    render(
      <ApolloProvider client={client}>
        <StrategySettingsDialog own={userStrategy()} strategy={undefined} onTradeLive={() => undefined} onClose={() => undefined} />
      </ApolloProvider>,
    )
    type('Max trades per day', '7')
    click('Save Settings')
    await waitFor(() => expect(said).toHaveBeenCalledWith('Failed to update settings', { description: 'Network error' }))
    expect(input('Max trades per day').value).toBe('7')
  })
})
