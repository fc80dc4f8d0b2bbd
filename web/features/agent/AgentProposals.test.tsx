import { ApolloProvider } from '@apollo/client/react'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { GraphQLError } from 'graphql'
import { MemoryRouter } from 'react-router-dom'
import { Toaster } from 'sonner'
import { describe, expect, it } from 'vitest'
import { MINUTE } from '../../../schema/time.ts'
import { testClient, type Answers } from '../../gql/testing/testClient.ts'
import { pressable } from '../../testing/pressable.ts'
import { AgentProposals } from './AgentProposals.tsx'
import { testProposal } from './testing/testAgent.ts'

function show(proposals: readonly ReturnType<typeof testProposal>[], answers: Answers = {}) {
  const { client, asked } = testClient(answers)
  render(
    <ApolloProvider client={client}>
      <MemoryRouter>
        <AgentProposals proposals={proposals} />
        <Toaster />
      </MemoryRouter>
    </ApolloProvider>,
  )
  return () => asked.filter(({ operation }) => operation === 'AnswerAgentProposal').map(({ variables }) => variables)
}

const soon = () => Date.now() + MINUTE
const outcome = (more: object) => ({ ...testProposal(soon()), answer: 'APPROVED', tradeId: null, refusal: null, ...more })
/** Each toast, with what it is about. */
const toasts = () => [...document.querySelectorAll('[data-sonner-toast]')].map(({ textContent }) => textContent)
const press = async (name: string) => fireEvent.click(await pressable(screen.getByRole('button', { name })))

describe('a proposal of the agent', () => {
  it.each([
    [
      'on paper',
      testProposal(soon()),
      'Buy NIFTY26NOV24500CE?PAPERUNPROVEN1 lot (75 units) at about 120.35: ₹9,026.25 on paper.',
      '30 would have earned with a call',
    ],
    [
      'live',
      testProposal(soon(), { mode: 'LIVE', kind: 'PROVEN', lots: 2, quantity: 150 }),
      'Buy NIFTY26NOV24500CE?LIVE2 lots (150 units) at about 120.35: ₹18,052.50 (real money).',
      '30 would have earned with a call',
    ],
  ])('%s says what would be bought, for how much and whose money, why, and how long it waits', (_mode, proposal, ...texts) => {
    show([proposal])
    const { textContent } = screen.getByLabelText('Proposal: NIFTY26NOV24500CE')
    for (const text of texts) expect(textContent).toContain(text)
    expect(textContent).toMatch(/Time left: (1:00|0:59)\./)
  })

  it('keeps its place before one that came later, which is asked when it is answered', async () => {
    const later = testProposal(soon(), { id: 'p2', option: 'LATER' })
    const sent = show([later, testProposal(soon())], { answerAgentProposal: () => outcome({ answer: 'DECLINED' }) })
    expect(screen.getByLabelText('Proposal: NIFTY26NOV24500CE').textContent).toContain('1 more proposal is waiting.')
    expect(screen.queryByLabelText('Proposal: LATER')).toBeNull()
    await press('Decline')
    await screen.findByLabelText('Proposal: LATER')
    // It has come under the pointer: what was pressed was the one before.
    fireEvent.click(screen.getByRole('button', { name: 'Approve' }))
    await pressable(screen.getByRole('button', { name: 'Approve' }))
    expect(sent()).toEqual([{ id: 'p1', approve: false }])
  })

  it('is approved once, however often it is pressed, and says that the order is on its way', async () => {
    const sent = show([testProposal(soon())], { answerAgentProposal: () => outcome({ tradeId: 't1' }) })
    const button = await pressable(screen.getByRole('button', { name: 'Approve' }))
    fireEvent.click(button)
    fireEvent.click(button)
    await screen.findByText('Approved. The order is on its way.')
    expect(toasts()).toContain('Approved. The order is on its way.Proposal to buy NIFTY26NOV24500CE, PAPER')
    expect(sent()).toEqual([{ id: 'p1', approve: true }])
  })

  it('that is refused after all says why, with the numbers', async () => {
    const refusal = 'Skipped: the premium is ₹131 now, more than 5% away from the proposed ₹120.'
    show([testProposal(soon())], { answerAgentProposal: () => outcome({ refusal }) })
    await press('Approve')
    await screen.findByText(refusal)
    expect(toasts()).toContain(`${refusal}Proposal to buy NIFTY26NOV24500CE, PAPER`)
  })

  it('is declined', async () => {
    const sent = show([testProposal(soon())], { answerAgentProposal: () => outcome({ answer: 'DECLINED' }) })
    await press('Decline')
    await screen.findByText('Declined. Nothing is bought.')
    expect(toasts()).toContain('Declined. Nothing is bought.Proposal to buy NIFTY26NOV24500CE, PAPER')
    expect(sent()).toEqual([{ id: 'p1', approve: false }])
  })

  it('that has ended meanwhile says so in the words of the server', async () => {
    const message = 'A newer proposal has replaced this one.'
    const refuse = () => {
      throw new GraphQLError(message, { extensions: { code: 'CONFLICT' } })
    }
    show([testProposal(soon())], { answerAgentProposal: refuse })
    await press('Approve')
    await screen.findByText(message)
  })

  it('goes when its time is over, and stays without buttons while the engine decides', async () => {
    show([testProposal(Date.now() - 1), testProposal(Date.now() - 1, { id: 'p2', option: 'WAITING', answer: 'APPROVED' })])
    await waitFor(() => expect(screen.queryByLabelText('Proposal: NIFTY26NOV24500CE')).toBeNull())
    expect(screen.getByLabelText('Proposal: WAITING').textContent).toContain('Approved. Waiting for the engine.')
    expect(screen.queryByRole('button')).toBeNull()
  })
})
