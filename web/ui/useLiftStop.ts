import { useMutation } from '@apollo/client/react'
import { LiftStopDocument, ShellStateDocument, type StopPartsFragment } from '../gql/generated/graphql.ts'
import { toast } from './toast.ts'
import { toastFailure } from './toastFailure.ts'

/** Lifts an emergency stop and reports the outcome by toast. */
export function useLiftStop() {
  const [lift, { loading }] = useMutation(LiftStopDocument, { refetchQueries: [ShellStateDocument], awaitRefetchQueries: true })
  return {
    loading,
    async lift({ scope, strategyId }: Pick<StopPartsFragment, 'scope' | 'strategyId'>) {
      try {
        await lift({ variables: { input: { scope, strategyId } } })
        toast.success('The stop is lifted: new trades are opened again.')
      } catch (error) {
        toastFailure('Failed to lift the stop', error)
      }
    },
  }
}
