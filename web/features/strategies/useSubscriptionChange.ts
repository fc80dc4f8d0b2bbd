import type { DocumentNode } from '@apollo/client'
import { useMutation } from '@apollo/client/react'
import { useState } from 'react'
import {
  MoveToVersionDocument,
  SubscribeStrategyDocument,
  ToggleSubscriptionDocument,
  ShellStateDocument,
  UnsubscribeStrategyDocument,
  UpdateSubscriptionSettingsDocument,
} from '../../gql/generated/graphql.ts'
import { toast } from '../../ui/toast.ts'
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
  const [update] = useMutation(UpdateSubscriptionSettingsDocument, { refetchQueries: [ShellStateDocument] })
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
    backToPaper: ({ id, strategyId }: Subscription) =>
      run(
        strategyId,
        async () => {
          await update({ variables: { id, input: { paperTrade: true } } })
          return 'The strategy trades on paper.'
        },
        (error) => toastFailure('Failed to switch the strategy to paper', error),
      ),
  }
}
