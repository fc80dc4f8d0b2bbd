import { CombinedGraphQLErrors, type DocumentNode } from '@apollo/client'
import { useMutation } from '@apollo/client/react'
import { useState } from 'react'
import { toast } from 'sonner'
import { describeError } from '../../gql/describeError.ts'
import {
  MoveToVersionDocument,
  SubscribeStrategyDocument,
  TogglePaperTradeDocument,
  ToggleSubscriptionDocument,
  UnsubscribeStrategyDocument,
} from '../../gql/generated/graphql.ts'
import { toastFailure } from '../../ui/toastFailure.ts'

interface Subscription {
  readonly id: string
  readonly strategyId: string
}

/**
 * Changes subscriptions, one at a time, and reports the outcome. Refetches what is `shown` before a new, ended or moved one counts as done.
 */
export function useSubscriptionChange(shown: readonly DocumentNode[]) {
  const reading = { refetchQueries: [...shown], awaitRefetchQueries: true }
  const [subscribe] = useMutation(SubscribeStrategyDocument, reading)
  const [unsubscribe] = useMutation(UnsubscribeStrategyDocument, reading)
  const [move] = useMutation(MoveToVersionDocument, reading)
  const [toggle] = useMutation(ToggleSubscriptionDocument)
  const [togglePaper] = useMutation(TogglePaperTradeDocument)
  /** The strategy whose change is in flight. */
  const [busyStrategyId, setBusyStrategyId] = useState<string | null>(null)

  async function run<Failure>(
    strategyId: string,
    change: () => Promise<string>,
    failed: (error: unknown) => Failure,
  ): Promise<Failure | null> {
    setBusyStrategyId(strategyId)
    try {
      toast.success(await change())
      return null
    } catch (error) {
      return failed(error)
    } finally {
      setBusyStrategyId(null)
    }
  }

  return {
    busyStrategyId,
    subscribe: (strategyId: string) =>
      run(
        strategyId,
        async () => {
          await subscribe({ variables: { strategyId } })
          return 'Successfully subscribed to strategy!'
        },
        (error) => toastFailure('Failed to subscribe to strategy', error),
      ),
    unsubscribe: ({ id, strategyId }: Subscription) =>
      run(
        strategyId,
        async () => {
          await unsubscribe({ variables: { id } })
          return 'Successfully unsubscribed from strategy!'
        },
        (error) => toastFailure('Failed to unsubscribe from strategy', error),
      ),
    /** To the newest version of its strategy, as the user has seen it. */
    moveToVersion: ({ id, strategyId }: Subscription, version: number) =>
      run(
        strategyId,
        async () => {
          await move({ variables: { id, version } })
          return `New trades follow version ${version}.`
        },
        (error) => toastFailure('Failed to change the version', error),
      ),
    /** Active or not: says which of the two the server made of it, whatever another tab did meanwhile. */
    toggleActive: ({ id, strategyId }: Subscription) =>
      run(
        strategyId,
        async () => {
          const { data } = await toggle({ variables: { id } })
          return `Strategy ${data?.toggleSubscription.isActive ? 'activated' : 'deactivated'} successfully!`
        },
        (error) => toastFailure('Failed to toggle strategy', error),
      ),
    /** Paper or live: resolves with the server's reason for refusing, to be shown at the switch; else null. */
    toggleMode: ({ id, strategyId }: Subscription) =>
      run(
        strategyId,
        async () => {
          const { data } = await togglePaper({ variables: { id } })
          return data?.togglePaperTrade.paperTrade ? 'The strategy trades on paper.' : 'The strategy trades live.'
        },
        (error) => {
          if (CombinedGraphQLErrors.is(error)) return describeError(error).message
          toastFailure('Failed to toggle strategy', error)
          return null
        },
      ),
  }
}
