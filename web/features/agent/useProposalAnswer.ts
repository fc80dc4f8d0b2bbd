import { useMutation } from '@apollo/client/react'
import { spokenOption } from '../../../schema/market/options/spokenOption.ts'
import { AgentStatusDocument, AnswerAgentProposalDocument, type AgentProposalPartsFragment } from '../../gql/generated/graphql.ts'
import { useYesNo } from '../../ui/useYesNo.ts'

const WORDS = { thing: 'proposal', declined: 'Declined. Nothing is bought.', approved: 'Approved. The order is on its way.' }

/** The user's yes or no to a proposal: reports the outcome, and reads the status again, after a refusal too. */
export function useProposalAnswer({ id, option, mode }: Pick<AgentProposalPartsFragment, 'id' | 'option' | 'mode'>) {
  const [answer] = useMutation(AnswerAgentProposalDocument)
  const send = async (approve: boolean) =>
    (await answer({ variables: { id, approve }, refetchQueries: [AgentStatusDocument] })).data?.answerAgentProposal
  return useYesNo(send, { ...WORDS, about: `Proposal to buy ${spokenOption(option)}, ${mode}` })
}
