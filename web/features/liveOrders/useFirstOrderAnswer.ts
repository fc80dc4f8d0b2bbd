import { useMutation } from '@apollo/client/react'
import { AnswerFirstOrderDocument, LiveOrdersDocument, type FirstOrderPartsFragment } from '../../gql/generated/graphql.ts'
import { useYesNo } from '../../ui/useYesNo.ts'

const WORDS = {
  thing: 'order',
  declined: 'Declined. Nothing is sent; the next signal asks again.',
  approved: 'Approved. The order is on its way; the next ones are sent without asking.',
  afterRefusal: ' The next signal asks again.',
}

/** The user's yes or no to a first live order: reports the outcome, and reads what waits again, after a refusal too. */
export function useFirstOrderAnswer({ id, strategy }: Pick<FirstOrderPartsFragment, 'id' | 'strategy'>) {
  const [answer] = useMutation(AnswerFirstOrderDocument)
  const send = async (approve: boolean) =>
    (await answer({ variables: { id, approve }, refetchQueries: [LiveOrdersDocument] })).data?.answerFirstOrder
  return useYesNo(send, { ...WORDS, about: `First live order of ${strategy}` })
}
