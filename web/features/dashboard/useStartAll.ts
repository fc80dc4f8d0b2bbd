import { useMutation } from '@apollo/client/react'
import { ActivateStrategiesDocument } from '../../gql/generated/graphql.ts'
import { useStops } from '../../gql/useStops.ts'
import { useTradingBlock } from '../../gql/useTradingBlock.ts'
import { toast } from '../../ui/toast.ts'
import { toastFailure } from '../../ui/toastFailure.ts'

/** Activates all the user's subscriptions, and reports how many that were, and which live ones stay paused and why. `held`: why that is not possible at present, or null. */
export function useStartAll() {
  const [activate, { loading }] = useMutation(ActivateStrategiesDocument, { refetchQueries: 'active' })
  const stops = useStops()
  const block = useTradingBlock()

  async function startAll(): Promise<void> {
    try {
      const { data } = await activate()
      const { activated, held } = data?.activateStrategies ?? { activated: 0, held: [] }
      if (activated === 0) toast.info('All your strategies are already active.')
      else toast.success(activated === 1 ? '1 strategy activated.' : `${activated} strategies activated.`)
      for (const { id, name, reason } of held) toast.warning(`${name} stays paused`, { id, description: reason, duration: Infinity })
    } catch (error) {
      toastFailure('Failed to start strategies', error)
    }
  }

  const held = block ?? (stops.all ? 'Trading is stopped: no strategy starts until the stop is lifted.' : null)
  return { startAll, starting: loading, held }
}
