import { ApolloProvider } from '@apollo/client/react'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { GraphQLError } from 'graphql'
import { MemoryRouter } from 'react-router-dom'
import { Toaster } from 'sonner'
import { describe, expect, it } from 'vitest'
import { MINUTE } from '../../../schema/time.ts'
import { testClient, type Answers } from '../../gql/testing/testClient.ts'
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
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

describe('a proposal of the agent', () => {
  it('says what would be bought, for how much and whose money, why, and how long it waits', () => {
    show([
      testProposal(soon()),
      testProposal(soon(), { id: 'p2', option: 'LIVECALL', mode: 'LIVE', kind: 'PROVEN', lots: 2, quantity: 150 }),
    ])
    const paper = screen.getByLabelText('Proposal: NIFTY26NOV24500CE').textContent
    expect(paper).toContain('Buy NIFTY26NOV24500CE?PAPERUNPROVEN1 lot (75 units) at about 120.35: ₹9,026.25 on paper.')
    expect(paper).toContain('30 would have earned with a call')
    expect(paper).toMatch(/Time left: (1:00|0:59)\./)
    const live = screen.getByLabelText('Proposal: LIVECALL').textContent
    expect(live).toContain('LIVE2 lots (150 units) at about 120.35: ₹18,052.50 of real money.')
    expect(live).not.toContain('UNPROVEN')
  })

  it('is approved once, however often it is pressed, and says that the order is on its way', async () => {
    const sent = show([testProposal(soon())], { answerAgentProposal: () => outcome({ tradeId: 't1' }) })
    press('Approve')
    press('Approve')
    await screen.findByText('Approved. The order is on its way.')
    expect(sent()).toEqual([{ id: 'p1', approve: true }])
  })

  it('that is refused after all says why, with the numbers', async () => {
    const refusal = 'Not taken: it costs ₹131 now and was proposed at ₹120, more than 5 per cent away.'
    show([testProposal(soon())], { answerAgentProposal: () => outcome({ refusal }) })
    press('Approve')
    await screen.findByText(refusal)
  })

  it('is declined', async () => {
    const sent = show([testProposal(soon())], { answerAgentProposal: () => outcome({ answer: 'DECLINED' }) })
    press('Decline')
    await screen.findByText('Declined. Nothing is bought.')
    expect(sent()).toEqual([{ id: 'p1', approve: false }])
  })

  it('that has ended meanwhile says so in the words of the server', async () => {
    const message = 'A newer proposal has replaced this one.'
    const refuse = () => {
      throw new GraphQLError(message, { extensions: { code: 'CONFLICT' } })
    }
    show([testProposal(soon())], { answerAgentProposal: refuse })
    press('Approve')
    await screen.findByText(message)
  })

  it('goes when its time is over, and stays without buttons while the engine decides', async () => {
    show([testProposal(Date.now() - 1), testProposal(Date.now() - 1, { id: 'p2', option: 'WAITING', answer: 'APPROVED' })])
    await waitFor(() => expect(screen.queryByLabelText('Proposal: NIFTY26NOV24500CE')).toBeNull())
    expect(screen.getByLabelText('Proposal: WAITING').textContent).toContain('Approved. Waiting for the engine.')
    expect(screen.queryByRole('button')).toBeNull()
  })
})
