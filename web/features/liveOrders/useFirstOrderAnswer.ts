import { useMutation } from '@apollo/client/react'
import { useState } from 'react'
import { toast } from 'sonner'
import { AnswerFirstOrderDocument, LiveOrdersDocument } from '../../gql/generated/graphql.ts'
import { toastFailure } from '../../ui/toastFailure.ts'

/** The user's yes or no to a first live order: reports the outcome, and reads what waits again, after a refusal too. */
export function useFirstOrderAnswer(id: string) {
  const [answer] = useMutation(AnswerFirstOrderDocument)
  const [busy, setBusy] = useState(false)
  return {
    busy,
    async answer(approve: boolean): Promise<void> {
      if (busy) return
      setBusy(true)
      try {
        const { data } = await answer({ variables: { id, approve }, refetchQueries: [LiveOrdersDocument] })
        const outcome = data?.answerFirstOrder
        if (!approve) toast.success('Declined. Nothing is sent; the next signal asks again.')
        else if (outcome?.refusal != null) toast.error(`${outcome.refusal} The next signal asks again.`)
        else if (outcome?.tradeId != null) toast.success('Approved. The order is on its way; the next ones are sent without asking.')
        else toast.info('Approved. The engine has not decided on it yet; a notification says what comes of it.')
      } catch (error) {
        toastFailure('Error answering the order', error, 'Failed to answer the order')
      } finally {
        setBusy(false)
      }
    },
  }
}
