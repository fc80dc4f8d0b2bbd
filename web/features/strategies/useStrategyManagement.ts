import { useMutation } from '@apollo/client/react'
import {
  AvailableStrategiesDocument,
  DeleteStrategyDocument,
  ManagedStrategiesDocument,
  MyStrategiesDocument,
  ToggleStrategyActiveDocument,
  ToggleStrategyPublicDocument,
} from '../../gql/generated/graphql.ts'
import { useToldChange } from '../../ui/useToldChange.ts'

/**
 * An admin's changes to strategies on the marketplace, one at a time. Afterwards a switch shows the server's state, whoever else changed
 * it.
 */
export function useStrategyManagement() {
  const [togglePublic] = useMutation(ToggleStrategyPublicDocument, { refetchQueries: [AvailableStrategiesDocument] })
  const [toggleActive] = useMutation(ToggleStrategyActiveDocument, { refetchQueries: [AvailableStrategiesDocument] })
  const [remove] = useMutation(DeleteStrategyDocument, {
    refetchQueries: [ManagedStrategiesDocument, AvailableStrategiesDocument, MyStrategiesDocument],
    awaitRefetchQueries: true,
  })
  // Busy with the strategy whose change is in flight.
  const { busy: managingId, run } = useToldChange()

  return {
    managingId,
    togglePublic: (id: string) =>
      run(
        id,
        async () => {
          const { data } = await togglePublic({ variables: { id } })
          return `Strategy is ${data?.toggleStrategyPublic.isPublic ? 'public' : 'private'}.`
        },
        'Failed to toggle strategy visibility',
      ),
    toggleActive: (id: string) =>
      run(
        id,
        async () => {
          const { data } = await toggleActive({ variables: { id } })
          return `Strategy is ${data?.toggleStrategyActive.isActive ? 'active' : 'inactive'}.`
        },
        'Failed to toggle strategy status',
      ),
    remove: (id: string) =>
      run(
        id,
        async () => {
          await remove({ variables: { id } })
          return 'Strategy deleted successfully!'
        },
        'Failed to delete strategy',
      ),
  }
}
