import { useMutation } from '@apollo/client/react'
import { useState } from 'react'
import { toast } from 'sonner'
import { describeError } from '../../gql/describeError.ts'
import {
  AvailableStrategiesDocument,
  MyStrategiesDocument,
  SubscribeStrategyDocument,
  UnsubscribeStrategyDocument,
} from '../../gql/generated/graphql.ts'

const LISTS = [AvailableStrategiesDocument, MyStrategiesDocument]

/** Subscribes and unsubscribes, one change at a time; both lists are read again before it counts as done. */
export function useSubscriptionChange() {
  const [subscribe] = useMutation(SubscribeStrategyDocument, { refetchQueries: LISTS, awaitRefetchQueries: true })
  const [unsubscribe] = useMutation(UnsubscribeStrategyDocument, { refetchQueries: LISTS, awaitRefetchQueries: true })
  /** The strategy whose change is on the way. */
  const [busyStrategyId, setBusyStrategyId] = useState<string | null>(null)

  async function run(strategyId: string, change: () => Promise<unknown>, success: string, failure: string) {
    setBusyStrategyId(strategyId)
    try {
      await change()
      toast.success(success)
    } catch (error) {
      toast.error(describeError(error).message || failure)
    } finally {
      setBusyStrategyId(null)
    }
  }

  return {
    busyStrategyId,
    subscribe: (strategyId: string) =>
      run(
        strategyId,
        () => subscribe({ variables: { strategyId } }),
        'Successfully subscribed to strategy!',
        'Failed to subscribe to strategy',
      ),
    unsubscribe: ({ id, strategyId }: { readonly id: string; readonly strategyId: string }) =>
      run(
        strategyId,
        () => unsubscribe({ variables: { id } }),
        'Successfully unsubscribed from strategy!',
        'Failed to unsubscribe from strategy',
      ),
  }
}
