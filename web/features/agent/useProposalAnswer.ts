import { useMutation } from '@apollo/client/react'
import { useState } from 'react'
import { toast } from 'sonner'
import { AgentStatusDocument, AnswerAgentProposalDocument } from '../../gql/generated/graphql.ts'
import { toastFailure } from '../../ui/toastFailure.ts'

/** The user's yes or no to a proposal: reports the outcome, and reads the status again, after a refusal too. */
export function useProposalAnswer(id: string) {
  const [answer] = useMutation(AnswerAgentProposalDocument)
  const [busy, setBusy] = useState(false)
  return {
    busy,
    async answer(approve: boolean): Promise<void> {
      if (busy) return
      setBusy(true)
      try {
        const { data } = await answer({ variables: { id, approve }, refetchQueries: [AgentStatusDocument] })
        const outcome = data?.answerAgentProposal
        if (!approve) toast.success('Declined. Nothing is bought.')
        else if (outcome?.refusal != null) toast.error(outcome.refusal)
        else if (outcome?.tradeId != null) toast.success('Approved. The order is on its way.')
        else toast.info('Approved. The engine has not decided on it yet; a notification says what comes of it.')
      } catch (error) {
        toastFailure('Error answering the proposal', error, 'Failed to answer the proposal')
      } finally {
        setBusy(false)
      }
    },
  }
}
