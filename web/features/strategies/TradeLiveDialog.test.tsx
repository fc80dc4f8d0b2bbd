import { ApolloProvider } from '@apollo/client/react'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { GraphQLError } from 'graphql'
import { MemoryRouter } from 'react-router-dom'
import { toast } from 'sonner'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { LiveGate } from '../../../schema/trading/liveGates.ts'
import { testClient, type Answers } from '../../gql/testing/testClient.ts'
import { liveReadiness } from './testing/liveReadiness.ts'
import { userStrategy } from './testing/testStrategies.ts'
import { TradeLiveDialog } from './TradeLiveDialog.tsx'

const REFUSAL =
  'Live trading is off. Your broker is not connected for today. Connect it in your profile. Two-factor sign-in is off. Turn it on in your profile.'

function open(unmet: readonly LiveGate[], answers: Answers = {}) {
  const onClose = vi.fn()
  const { client, asked } = testClient({
    liveReadiness: () => liveReadiness(unmet),
    updateSubscriptionSettings: () => userStrategy({ paperTrade: false }),
    tradingMode: () => 'LIVE',
    ...answers,
  })
  render(
    <ApolloProvider client={client}>
      <MemoryRouter>
        <TradeLiveDialog subscriptionId="u1" onClose={onClose} />
      </MemoryRouter>
    </ApolloProvider>,
  )
  const count = (name: string) => asked.filter(({ operation }) => operation === name).length
  return { onClose, asked, count }
}

const gate = async (name: string) => (await screen.findByText(name)).closest('li')!
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const word = () => screen.findByLabelText<HTMLInputElement>('Type LIVE to confirm these numbers')

describe('the way to live trading', () => {
  const done = vi.spyOn(toast, 'success')
  afterEach(() => {
    done.mockClear()
    toast.dismiss()
  })

  it('lists every gate, met or with what to do and where', async () => {
    const { onClose } = open(['BROKER', 'LIMITS', 'CONFIRMATION'])
    expect((await gate('E-mail address confirmed')).textContent).toContain('Done')
    const broker = await gate('Broker connected today')
    expect(broker.textContent).toContain('Missing')
    expect(broker.textContent).toContain('Connect it in your profile.')
    const link = within(broker).getByText('Go there')
    expect(link.getAttribute('href')).toBe('/profile#broker')
    expect(screen.getByRole('status').textContent).toBe('2 requirements above are missing.')
    fireEvent.click(link)
    expect(onClose).toHaveBeenCalled()
  })

  it('says which limits hold at the exchange, and that those of a whole position are held by Sakha alone', async () => {
    open(['CONFIRMATION'])
    await word()
    const text = screen.getByRole('dialog').textContent
    expect(text).toContain('A leg with its own stop also has a stop order at the exchange')
    expect(text).toMatch(/locked profit for a whole position.*are held by Sakha only/)
    expect(text).toMatch(/one stop for all its legs has no order at the exchange. While Sakha.* is down, nothing protects such a position/)
    expect(text).toMatch(/before your broker squares off intraday positions: earlier than on paper/)
  })

  it('shows the numbers once more, and dashes for those that are not known', async () => {
    open(['CONFIRMATION'])
    await word()
    const facts = [...document.querySelectorAll('dt')].map((term) => [term.textContent, term.nextElementSibling?.textContent])
    expect(facts).toEqual([
      ['Version', '2'],
      ['Lots per trade', '4'],
      ['Trading window', '09:20 – 15:10 IST'],
      ['Broker funds, as of 10:30', '₹1,50,000.00'],
      ['Daily loss limit', '₹25,000.00'],
      ['Maximum open live trades', '5'],
    ])
    const rows = [...document.querySelectorAll('tr')].map((row) => [...row.children].map(({ textContent }) => textContent))
    expect(rows).toEqual([
      ['Index', 'Units', 'Last premium', 'Loss at the stop'],
      ['NIFTY', '260', '₹31,330.00', '₹6,266.00'],
      ['SENSEX', '80', '—', '—'],
    ])
  })

  it('switches only when nothing else is missing and the word is typed as it is', async () => {
    const { onClose, asked } = open(['CONFIRMATION'])
    const field = await word()
    expect(button('Trade live').disabled).toBe(true)
    for (const wrong of ['live', 'LIV', 'LIVE ']) {
      fireEvent.change(field, { target: { value: wrong } })
      expect(button('Trade live').disabled).toBe(true)
    }
    fireEvent.change(field, { target: { value: 'LIVE' } })
    fireEvent.click(button('Trade live'))
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(asked.find(({ operation }) => operation === 'UpdateSubscriptionSettings')?.variables).toEqual({
      id: 'u1',
      input: { paperTrade: false, confirmation: 'LIVE' },
    })
    expect(done).toHaveBeenCalledWith('EMA Crossover trades LIVE (real money).')
  })

  it('does not switch while a gate is missing, whatever is typed', async () => {
    const { count } = open(['TWO_FACTOR', 'CONFIRMATION'])
    const field = await word()
    fireEvent.change(field, { target: { value: 'LIVE' } })
    expect(button('Trade live').disabled).toBe(true)
    fireEvent.submit(field.closest('form')!)
    expect(count('UpdateSubscriptionSettings')).toBe(0)
    expect(screen.getByRole('status').textContent).toBe('One requirement above is missing.')
  })

  it('shows a refusal whole, and looks at the gates again', async () => {
    let lost = false
    const { onClose } = open(['CONFIRMATION'], {
      liveReadiness: () => liveReadiness(lost ? ['BROKER', 'TWO_FACTOR', 'CONFIRMATION'] : ['CONFIRMATION']),
      updateSubscriptionSettings: () => {
        lost = true
        return new GraphQLError(REFUSAL, { extensions: { code: 'FORBIDDEN' } })
      },
    })
    fireEvent.change(await word(), { target: { value: 'LIVE' } })
    fireEvent.click(button('Trade live'))
    expect((await screen.findByRole('alert')).textContent).toBe(REFUSAL)
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('2 requirements above are missing.'))
    expect(onClose).not.toHaveBeenCalled()
  })

  it('takes the acceptance of the risk text with its version, and folds it then', async () => {
    let accepted = false
    const { asked } = open([], {
      liveReadiness: () => liveReadiness(accepted ? ['CONFIRMATION'] : ['RISK_TEXT', 'CONFIRMATION']),
      acceptRiskText: () => (accepted = true),
    })
    expect(await screen.findByText('You can lose it all.')).toBeTruthy()
    fireEvent.click(button('I have read and accept it'))
    expect(await screen.findByText('You have accepted this text')).toBeTruthy()
    expect(asked.find(({ operation }) => operation === 'AcceptRiskText')?.variables).toEqual({ version: 3 })
    expect((await gate('Risk text accepted')).textContent).toContain('Done')
  })

  it('looks again when asked to', async () => {
    let unmet: readonly LiveGate[] = ['BROKER', 'CONFIRMATION']
    open([], { liveReadiness: () => liveReadiness(unmet) })
    expect((await gate('Broker connected today')).textContent).toContain('Missing')
    unmet = ['CONFIRMATION']
    fireEvent.click(button('Check again'))
    await waitFor(async () => expect((await gate('Broker connected today')).textContent).toContain('Done'))
  })

  it('says that the gates could not be loaded, and tries again', async () => {
    let broken = true
    open([], { liveReadiness: () => (broken ? new GraphQLError('Too busy') : liveReadiness()) })
    expect(await screen.findByText('Failed to load what live trading needs: Too busy')).toBeTruthy()
    broken = false
    fireEvent.click(screen.getByText('Retry'))
    expect(await word()).toBeTruthy()
  })
})
