import { ApolloProvider } from '@apollo/client/react'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { GraphQLError } from 'graphql'
import { Toaster } from 'sonner'
import { describe, expect, it } from 'vitest'
import { MINUTE } from '../../../schema/time.ts'
import { testClient, type Answers } from '../../gql/testing/testClient.ts'
import { pressable } from '../../testing/pressable.ts'
import { SETTLING_MS } from '../../ui/useSettled.ts'
import LiveOrderNotices from './LiveOrderNotices.tsx'

const CALL = { option: 'NIFTY26NOV24500CE', side: 'BUY', quantity: 130, premium: 100 }

/** A first live order of two lots that waits for a minute. */
function firstOrder(changes: object = {}) {
  return {
    ...{ id: 'f1', strategy: 'Supertrend', strategyId: 's1', index: 'NIFTY', legs: [CALL], lots: 2, funds: 13_679.75, lossAtStop: 1_560 },
    ...{ expiresAt: new Date(Date.now() + MINUTE), answer: 'PENDING', decidedAt: null, tradeId: null, refusal: null, ...changes },
  }
}
const waiting = (...firstOrders: object[]) => ({ unresolved: 0, unresolvedSince: null, incidents: [], firstOrders })

/** The notices as the API answers; `next` is what it answers once something was said. */
function show(first: object, answers: Answers = {}, next = waiting()) {
  let said = false
  const answerFirstOrder = answers.answerFirstOrder ?? (() => firstOrder({ answer: 'APPROVED', tradeId: 't1' }))
  const { client, asked, push } = testClient({
    liveOrders: () => (said ? next : first),
    answerFirstOrder: (args) => {
      said = true
      return answerFirstOrder(args)
    },
  })
  render(
    <ApolloProvider client={client}>
      <main id="main" tabIndex={-1}>
        <LiveOrderNotices />
      </main>
      <Toaster />
    </ApolloProvider>,
  )
  return { push, sent: () => asked.filter(({ operation }) => operation === 'AnswerFirstOrder').map(({ variables }) => variables) }
}

const BANNER = { name: 'First live order of Supertrend' }
const banner = () => screen.findByRole('region', BANNER)
const gone = () => waitFor(() => expect(screen.queryByRole('region', BANNER)).toBeNull(), { timeout: 6_000 })
/** Each toast, with what it is about. */
const toasts = () => [...document.querySelectorAll('[data-sonner-toast]')].map(({ textContent }) => textContent)
const press = async (name: string) => fireEvent.click(await pressable(await screen.findByRole('button', { name })))

describe('a first live order', () => {
  it('says what would be sent, the money, the loss, how long it waits and what comes of silence', async () => {
    show(waiting(firstOrder()))
    const text = (await banner()).textContent
    expect(text).toContain('Send the first live order of Supertrend? LIVE')
    expect(text).toContain('Buy 130 × NIFTY26NOV24500CE at about 100.00 (2 lots). It needs ₹13,679.75')
    expect(text).toContain('If the stop is hit, it loses about ₹1,560.00')
    expect(text).toMatch(/Time left: (1:00|0:59)\./)
    expect(text).toContain('If you do not approve, nothing is sent and the next signal asks again.')
    expect(screen.getByRole('alert').textContent).toBe('The first live order of Supertrend waits for your approval.')
  })

  it('of a position names each leg, and that no stop limits its loss', async () => {
    const put = { ...CALL, option: 'NIFTY26NOV24500PE', side: 'SELL', premium: 90.5 }
    show(waiting(firstOrder({ legs: [CALL, put], lots: 1, lossAtStop: null })))
    const text = (await banner()).textContent
    expect(text).toContain('Buy 130 × NIFTY26NOV24500CE at about 100.00, sell 130 × NIFTY26NOV24500PE at about 90.50 (1 lot).')
    expect(text).toContain('No stop limits its loss.')
  })

  it('is sent once, however often it is pressed, says so, and leaves the focus on the page', async () => {
    const { sent } = show(waiting(firstOrder()))
    const button = await pressable(await screen.findByRole('button', { name: 'Send it' }))
    button.focus()
    fireEvent.click(button)
    fireEvent.click(button)
    await screen.findByText('Approved. The order is on its way; the next ones are sent without asking.')
    await gone()
    expect(sent()).toEqual([{ id: 'f1', approve: true }])
    expect(document.activeElement?.id).toBe('main')
  })

  it('is declined', async () => {
    const { sent } = show(waiting(firstOrder()), { answerFirstOrder: () => firstOrder({ answer: 'DECLINED' }) })
    await press('Decline')
    await screen.findByText('Declined. Nothing is sent; the next signal asks again.')
    expect(toasts()).toContain('Declined. Nothing is sent; the next signal asks again.First live order of Supertrend')
    expect(sent()).toEqual([{ id: 'f1', approve: false }])
    await gone()
  })

  it('that is refused after all says why, and that the next signal asks again', async () => {
    const refusal = 'Skipped: the premium is ₹7,200 now, more than 5% away from the proposed ₹6,800.'
    show(waiting(firstOrder()), { answerFirstOrder: () => firstOrder({ answer: 'APPROVED', refusal }) })
    await press('Send it')
    await screen.findByText(`${refusal} The next signal asks again.`)
  })

  it('waits without buttons for an engine that is slow to decide', async () => {
    const undecided = firstOrder({ answer: 'APPROVED' })
    show(waiting(firstOrder()), { answerFirstOrder: () => undecided }, waiting(undecided))
    await press('Send it')
    await screen.findByText('Approved. Waiting for the engine.')
    expect(screen.queryByRole('button')).toBeNull()
  })

  it.each([
    ['has ended meanwhile', 'CONFLICT', 'A newer signal has replaced this order.'],
    ['no engine answers for', 'UNAVAILABLE', 'The trading engine is not responding. Please try again in a minute.'],
  ])('that %s says so in the words of the server', async (_what, code, message) => {
    const refuse = () => {
      throw new GraphQLError(message, { extensions: { code } })
    }
    show(waiting(firstOrder()), { answerFirstOrder: refuse })
    await press('Send it')
    await screen.findByText(message)
    expect(toasts()).toContain(`${message}First live order of Supertrend`)
  })

  it('appears with its signal, and goes when its time is over', async () => {
    const { push } = show(waiting())
    await act(() => Promise.resolve(push('liveOrdersChanged', waiting(firstOrder()))))
    await banner()
    act(() => push('liveOrdersChanged', waiting(firstOrder({ expiresAt: new Date(Date.now() - 1) }))))
    await waitFor(async () => expect((await banner()).textContent).toContain('This order is closed'))
    await gone()
  })
})

describe('a question under the pointer', () => {
  const sensex = (changes: object = {}) =>
    firstOrder({ id: 'f2', strategy: 'EMA Crossover', legs: [{ ...CALL, option: 'SENSEX26NOV80400CE' }], funds: 4_219, ...changes })
  const other = { name: 'First live order of EMA Crossover' }

  it('keeps its place whatever comes after it; the next takes it once it is answered', async () => {
    const { push, sent } = show(waiting(firstOrder()), {}, waiting(sensex()))
    const button = await pressable(await screen.findByRole('button', { name: 'Send it' }))
    // The newest is first, as the server has them.
    act(() => push('liveOrdersChanged', waiting(sensex(), firstOrder())))
    await waitFor(async () => expect((await banner()).textContent).toContain('1 more order is waiting.'))
    expect(screen.queryByRole('region', other)).toBeNull()
    expect(screen.getByRole('button', { name: 'Send it' })).toBe(button)
    fireEvent.click(button)
    await screen.findByRole('region', other)
    expect(sent()).toEqual([{ id: 'f1', approve: true }])
    await press('Decline')
    await waitFor(() => expect(sent()).toEqual([{ id: 'f1', approve: true }, expect.objectContaining({ id: 'f2', approve: false })]))
  })

  it('takes no press, of a pointer or a key, before it has stood for a moment, and shows when it does', async () => {
    const since = performance.now()
    const { sent } = show(waiting(firstOrder()))
    const button = await screen.findByRole('button', { name: 'Send it' })
    expect([button.getAttribute('aria-disabled'), getComputedStyle(button).pointerEvents]).toEqual(['true', 'none'])
    fireEvent.click(button)
    await pressable(button)
    expect(performance.now() - since).toBeGreaterThan(SETTLING_MS)
    expect([sent(), getComputedStyle(button).pointerEvents]).toEqual([[], 'auto'])
    fireEvent.click(button)
    await waitFor(() => expect(sent()).toHaveLength(1))
  })

  it('that a newer signal replaces says so in its place, and takes no answer, before the newer one is asked', async () => {
    const { push, sent } = show(waiting(firstOrder()))
    const button = await pressable(await screen.findByRole('button', { name: 'Send it' }))
    act(() => push('liveOrdersChanged', waiting(sensex())))
    await waitFor(async () => expect((await banner()).textContent).toContain('This order is closed'))
    fireEvent.click(button)
    expect(screen.queryByRole('region', other)).toBeNull()
    await screen.findByRole('region', other, { timeout: 6_000 })
    const next = screen.getByRole('button', { name: 'Send it' })
    expect(next).not.toBe(button)
    fireEvent.click(next)
    await pressable(next)
    expect(sent()).toEqual([])
  })
})
