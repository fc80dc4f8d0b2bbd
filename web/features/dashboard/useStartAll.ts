import { useMutation } from '@apollo/client/react'
import { toast } from 'sonner'
import { ActivateStrategiesDocument } from '../../gql/generated/graphql.ts'
import { useStops } from '../../gql/useStops.ts'
import { useTradingBlock } from '../../gql/useTradingBlock.ts'
import { toastFailure } from '../../ui/toastFailure.ts'

/** Activates all the user's subscriptions, and reports how many that were. `held`: why that is not possible at present, or null. */
export function useStartAll() {
  const [activate, { loading }] = useMutation(ActivateStrategiesDocument, { refetchQueries: 'active' })
  const stops = useStops()
  const block = useTradingBlock()

  async function startAll(): Promise<void> {
    try {
      const { data } = await activate()
      const count = data?.activateStrategies ?? 0
      if (count === 0) toast.info('All your strategies were active already.')
      else toast.success(count === 1 ? '1 strategy activated.' : `${count} strategies activated.`)
    } catch (error) {
      toastFailure('Failed to start strategies', error)
    }
  }

  const held = block ?? (stops.all ? 'Lift the emergency stop before you start strategies.' : null)
  return { startAll, starting: loading, held }
}
